import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../src/chain/sandbox/sandbox-addresses.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { fund, getWithdrawal, PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

const DEEP_MS = 10_000
const SECRET = 'whsec_of-the-screening-service'

function denyFile(text: string): string {
  const file = join(temporaryFolder(), 'denied.txt')
  writeFileSync(file, text)
  return file
}

async function paidOrder(harness: Harness, keys: Registered): Promise<string> {
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body: { action: 'pay' } })
  await harness.pass(DEEP_MS)
  return json.id
}

const statusOf = async (harness: Harness, keys: Registered, id: string) =>
  (await harness.call('GET', `/v1/orders/${id}`, { keys })).json.status

/** `<environment>/<network>/<tx hash>/<log index>` of the payment of an order, as `orders explain` prints it. */
const transferOf = (harness: Harness, id: string) => {
  const [story] = documentsOf(runCommand(harness, ['orders', 'explain', id, '--json']))
  const transfers = (story?.transfers ?? []) as Record<string, string>[] // all cells are strings
  return transfers[0] ?? {}
}

describe('a server with a denylist file', () => {
  it('freezes payments from its addresses, and pays none of them', async () => {
    const file = denyFile(`${sandboxAddress('TRC20', 'payer')}\n`)
    const harness = await Harness.start({ MERCHANTPAY_SCREENING_DENYLIST_FILE: file })
    const keys = await harness.register()
    expect(await statusOf(harness, keys, await paidOrder(harness, keys))).toBe('FROZEN')
    writeFileSync(file, `${PAYEE.TRC20} # a thief`)
    await fund(harness, keys, '100')
    const { json } = await withdraw(harness, keys, { network: 'TRC20', destination_address: PAYEE.TRC20 })
    await harness.pass(DEEP_MS)
    const withdrawal = await getWithdrawal(harness, keys, json.id)
    expect(withdrawal).toMatchObject({ status: 'FAILED', failure_code: 'compliance', tx_hash: null })
    const page = await (await signInWith(harness, keys)).get(`/dashboard/withdrawals/${json.id}`)
    expect(page.text).toContain('A check of the destination did not allow it.')
    expect(page.text).toContain('The money is back in the balance.')
  })

  it.each([
    [
      'a line without an address',
      () => ({ MERCHANTPAY_SCREENING_DENYLIST_FILE: denyFile('0x12\n') }),
      /DENYLIST_FILE: line 1/,
    ],
    [
      'no file there',
      () => ({ MERCHANTPAY_SCREENING_DENYLIST_FILE: '/nowhere/denied' }),
      /DENYLIST_FILE: ENOENT/,
    ],
    [
      'a service without a secret',
      () => ({ MERCHANTPAY_SCREENING_URL: 'http://127.0.0.1:9/' }),
      /SECRET: required/,
    ],
    [
      'a secret that signs nothing',
      () => ({
        MERCHANTPAY_SCREENING_URL: 'http://127.0.0.1:9/',
        MERCHANTPAY_SCREENING_SECRET: 'sk_test_0123456789abcdef',
      }),
      /SCREENING_SECRET: /,
    ],
  ])('does not start with %s: exit 78', (_fault, settings, message) => {
    const database = { databaseEnv: { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` } }
    const { status, stderr } = runCommand(database, ['config', 'check'], settings())
    expect(stderr).toMatch(message)
    expect(status).toBe(78)
  })
})

describe('orders screen', () => {
  it('passes a payment whose screening gets no answer, and `orders explain` shows it', async () => {
    const service = await ScreeningService.start()
    service.respond((response) => response.writeHead(503).end())
    const settings = { MERCHANTPAY_SCREENING_URL: service.url, MERCHANTPAY_SCREENING_SECRET: SECRET }
    const harness = await Harness.start(settings)
    const keys = await harness.register()
    const id = await paidOrder(harness, keys)
    expect(await statusOf(harness, keys, id)).toBe('CONFIRMING')
    const waiting = transferOf(harness, id)
    expect(waiting).toMatchObject({ outcome: 'unscreened', screening: 'token: pass' })
    const name = waiting.transfer ?? ''
    const both = runCommand(harness, ['orders', 'screen', name, '--pass', '--flag', '--reason', 'x'])
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('pass either --pass or --flag')])
    const passed = runCommand(harness, ['orders', 'screen', name, '--pass', '--reason', 'called them'])
    expect([passed.status, passed.stdout]).toEqual([0, `transfer ${name} may be credited\n`])
    await harness.pass(1_000)
    expect(await statusOf(harness, keys, id)).toBe('PAID')
    expect(transferOf(harness, id)).toMatchObject({
      outcome: 'credited',
      screening: expect.stringContaining('operator: pass (called them)'),
    })
    const flagged = runCommand(harness, ['orders', 'screen', name, '--flag', '--reason', 'police report 7'])
    expect([flagged.status, await statusOf(harness, keys, id)]).toEqual([0, 'FROZEN'])
    expect((await auditRows(harness, id)).map(({ action }) => action)).toEqual([
      'orders screen',
      'orders screen',
    ])
  })
})
