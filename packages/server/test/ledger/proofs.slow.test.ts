import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { writeHistory } from '../support/ledger/ledger-history.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { documentsOf, runCommand } from '../support/server/operator.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

const LATER_MS = 5_000
/** The test starts eight commands, each a process. */
const TIMEOUT_MS = 120_000
const NETWORK = ['--environment', 'test', '--network', 'ERC20']

describe.each(ENGINES)('merchantpay-server ledger verify, on %s', (engine) => {
  it(
    'pauses the signers of the server that runs on the database until the operator resumes them',
    async () => {
      const harness = await Harness.start({}, { engine })
      const keys = await harness.register()
      const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
      const body = { action: 'pay' }
      await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body })
      await harness.pass(60_000, 10_000)
      const side = await sideOf(harness.database)
      const add = (amount: number) =>
        side.script(`UPDATE ledger_accounts SET balance = balance + ${amount}
        WHERE id = 'test/${keys.merchantId}/available'`)
      const run = (...args: string[]) => runCommand(harness, args)
      const read = (...args: string[]) => documentsOf(run(...args, '--json'))
      const ready = async () => {
        harness.clock.advanceReal(LATER_MS)
        return (await fetch(`${harness.server.url}/readyz`)).json()
      }

      await add(1)
      const violated = run('ledger', 'verify')
      expect([violated.status, violated.stderr]).toEqual([
        1,
        'every signer is paused; run `signer resume` for each network to sign again\n',
      ])
      const paused = read('chains', 'status').filter(({ condition }) => condition === 'signer_paused')
      const names = paused.map(({ environment, network, reason }) => `${environment} ${network}: ${reason}`)
      expect(names.toSorted()).toEqual([
        'live BEP20: ledger verify found a violation',
        'live ERC20: ledger verify found a violation',
        'live TRC20: ledger verify found a violation',
        'test BEP20: ledger verify found a violation',
        'test ERC20: ledger verify found a violation',
        'test TRC20: ledger verify found a violation',
      ])
      expect(read('ledger', 'status')).toMatchObject([{ violations: expect.any(Number) }])
      expect(await ready()).toEqual({ status: 'failing', failing: ['ledger'] })

      await add(-1)
      expect(run('ledger', 'verify').status).toBe(0)
      expect(read('ledger', 'status')).toMatchObject([{ violations: 0 }])
      expect(await ready()).toEqual({ status: 'ok' })
      expect(run('signer', 'resume', ...NETWORK, '--reason', 'repaired').status).toBe(0)
    },
    TIMEOUT_MS,
  )
})

describe('merchantpay-server serve', () => {
  it(
    'proves its ledger in a thread of its own, and stops while a proof is under way',
    async () => {
      const file = join(temporaryFolder(), 'ledger.db')
      await writeHistory(file, 50_000)
      const env = { MERCHANTPAY_DATABASE_URL: `file:${file}` }
      const first = await startChild(env)
      await vi.waitFor(() => expect(first.log()).toContain('ledger proof passed'), TIMEOUT_MS / 2)
      first.signal('SIGTERM')
      expect(await first.exited).toBe(0)
      const second = await startChild(env)
      // The signal handlers are installed once a request is answered.
      await fetch(`${second.url}/healthz`)
      second.signal('SIGTERM')
      expect(await second.exited).toBe(0)
      expect(second.log()).not.toContain('tick failed')
    },
    TIMEOUT_MS,
  )
})
