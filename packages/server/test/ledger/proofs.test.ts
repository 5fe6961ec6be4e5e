import { describe, expect, it, onTestFinished } from 'vitest'
import { LEDGER_VIOLATED, pauseSigner, resumeSigner } from '../../src/domain/chain/signer.js'
import { verifyLedger } from '../../src/domain/ledger/ledger-verify.js'
import { ledgerProver } from '../../src/workers/ledger/ledger-prover.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys, ORDER } from '../support/server/harness.js'
import { ENGINES, type Engine, openDatabase, openOn, sideOf } from '../support/storage/engines.js'

const DESTINATION = '0x52908400098527886E0F7030069857D2E4169EE7'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Longer than a readiness result is cached. */
const LATER_MS = 5_000
const ERC20 = { environment: 'test', network: 'ERC20' } as const
const signal = new AbortController().signal
const MANDATE = { actor: 'ada', reason: 'checked it' }

/** Starts a server with one merchant, who was paid 100 USDT. */
async function paidServer(engine: Engine) {
  const folder = temporaryFolder()
  const harness = await Harness.open(folder, {}, { engine })
  const keys = await harness.register()
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: '100' } })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body: { action: 'pay' } })
  await harness.pass(60_000, 10_000)
  return { folder, harness, keys }
}

/** Adds to a balance without a ledger transaction. */
const addWithoutPosting = async ({ database }: Harness, merchantId: string, usdt: number) =>
  (await sideOf(database)).script(
    `UPDATE ledger_accounts SET balance = balance + ${usdt}00000000 WHERE id = 'test/${merchantId}/available'`,
  )

async function withdraw(harness: Harness, keys: Keys, amount: string): Promise<() => Promise<unknown>> {
  const body = { amount, currency: 'USDT', network: 'ERC20', destination_address: DESTINATION }
  const { status, json } = await harness.call('POST', '/v1/withdrawals', { keys, body })
  expect(status).toBe(201)
  return async () => (await harness.call('GET', `/v1/withdrawals/${json.id}`, { keys })).json.status
}

async function ready(harness: Harness): Promise<unknown> {
  harness.clock.advanceReal(LATER_MS)
  return (await fetch(`${harness.server.url}/readyz`)).json()
}

/** Environment, network and reason of every paused signer. */
const paused = async ({ database }: Harness): Promise<unknown[]> =>
  (await sideOf(database)).rows(
    "SELECT environment, network, reason FROM chain_conditions WHERE kind = 'signer_paused' ORDER BY environment, network",
  )
/** Signers of networks that are not followed are paused too, here those of the live environment. */
const ALL_PAUSED = ['live', 'test'].flatMap((environment) =>
  ['BEP20', 'ERC20', 'TRC20'].map((network) => ({ environment, network, reason: LEDGER_VIOLATED })),
)

async function resume({ database }: Harness): Promise<void> {
  const store = await openOn(database)
  await store.write((tx) => resumeSigner(tx, contextAt(handClock()), ERC20, MANDATE))
}

describe.each(ENGINES)('a balance that no ledger transaction explains, on %s', (engine) => {
  it('is not paid out by a server that starts with it, until the operator resumes the signer', async () => {
    const { folder, harness: before, keys } = await paidServer(engine)
    await before.server.stop()
    await addWithoutPosting(before, keys.merchantId, 1_000)
    const harness = await Harness.open(folder, {}, { engine })
    onTestFinished(() => harness.server.stop())
    const status = await withdraw(harness, keys, '900')
    await harness.pass(60_000, 10_000)
    expect(await status()).toBe('PENDING')
    expect(await ready(harness)).toEqual({ status: 'failing', failing: ['ledger'] })
    expect(await paused(harness)).toEqual(ALL_PAUSED)
    await resume(harness)
    await harness.pass(60_000, 10_000)
    expect(await status()).toBe('COMPLETED')
  })

  it('stops payouts in the night after it appeared', async () => {
    const { harness, keys } = await paidServer(engine)
    onTestFinished(() => harness.server.stop())
    await addWithoutPosting(harness, keys.merchantId, 1_000)
    const soon = await withdraw(harness, keys, '20')
    await harness.pass(60_000, 10_000)
    expect([await soon(), await ready(harness)]).toEqual(['COMPLETED', { status: 'ok' }])
    await harness.pass(DAY_MS, DAY_MS)
    const late = await withdraw(harness, keys, '30')
    await harness.pass(60_000, 10_000)
    expect(await late()).toBe('PENDING')
    expect([await ready(harness), await paused(harness)]).toEqual([
      { status: 'failing', failing: ['ledger'] },
      ALL_PAUSED,
    ])
  })
})

describe.each(ENGINES)('the ledger prover of a server, on %s', (engine) => {
  async function twoServers() {
    const database = await openDatabase(engine)
    const clock = handClock()
    const proofs: string[] = []
    const serverOf = async (name: string, fault?: Error) => {
      const store = engine === 'postgres' ? await database.another() : database.store
      const prove = async () => {
        proofs.push(name)
        if (fault) throw fault
        return store.read((tx) => verifyLedger(tx))
      }
      const log = { info: () => undefined, error: () => undefined }
      return ledgerProver(store, contextAt(clock), { prove, hour: 3, log })
    }
    return { clock, proofs, serverOf, store: database.store }
  }

  it('runs once on each server at its start, and on one server each night', async () => {
    const { clock, proofs, serverOf } = await twoServers()
    const servers = [await serverOf('one'), await serverOf('two')]
    const tickAll = async () => {
      for (const server of servers) await server.tick(signal)
      return proofs.splice(0).length
    }
    expect(servers.map(({ hasProven }) => hasProven)).toEqual([false, false])
    expect(await tickAll()).toBe(2)
    expect(servers.map(({ hasProven }) => hasProven)).toEqual([true, true])
    clock.businessAt += 3 * HOUR_MS - 1
    expect(await tickAll()).toBe(0)
    for (let night = 0; night < 3; night += 1) {
      clock.businessAt += 1
      expect([await tickAll(), await tickAll()]).toEqual([1, 0])
      clock.businessAt += DAY_MS - 1
    }
    // A clock that was wrong for a while does not stop the proofs.
    clock.businessAt += 1_000 * DAY_MS
    expect(await tickAll()).toBe(1)
    clock.businessAt -= 1_000 * DAY_MS
    clock.businessAt += 1
    expect(await tickAll()).toBe(1)
  })

  it('runs again after it failed, and the ledger counts as not proven until then', async () => {
    const { proofs, serverOf, store } = await twoServers()
    const server = await serverOf('one', new Error('disk I/O error'))
    for (const _ of ['first', 'again']) await expect(server.tick(signal)).rejects.toThrow('disk I/O error')
    expect([proofs.length, server.hasProven]).toEqual([2, false])
    expect(await store.read((tx) => tx.ledgerProofs.find())).toBeUndefined()
  })
})

describe('a signer that is paused for two reasons', () => {
  it('names both, and resuming it accepts only the payments that it was paused for', async () => {
    const { store } = await openDatabase('sqlite')
    const context = contextAt(handClock())
    const pause = (reason: string) => store.write((tx) => pauseSigner(tx, context, ERC20, reason))
    const resume = async () => {
      const reason = await store.write((tx) => resumeSigner(tx, context, ERC20, MANDATE))
      return [reason, await store.read((tx) => tx.signedTransactions.isResumed(ERC20))]
    }
    await pause(LEDGER_VIOLATED)
    expect(await resume()).toEqual([LEDGER_VIOLATED, false])
    for (const reason of ['paid 1', LEDGER_VIOLATED, 'paid 2', LEDGER_VIOLATED]) await pause(reason)
    expect(await resume()).toEqual([`paid 2; ${LEDGER_VIOLATED}`, true])
  })
})
