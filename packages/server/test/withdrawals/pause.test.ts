import { expect, it } from 'vitest'
import { openSandbox } from '../../src/chain/sandbox.js'
import { merchantAccount, platformAccount, post } from '../../src/domain/ledger.js'
import type { Context, Store } from '../../src/domain/ports.js'
import { pauseSigner } from '../../src/domain/signer.js'
import type { Tx } from '../../src/domain/tables.js'
import { createWithdrawal } from '../../src/domain/withdrawals.js'
import { startCursor } from '../../src/workers/chain-watcher.js'
import { withdrawalSender } from '../../src/workers/withdrawal-sender.js'
import { openBooks } from '../support/books.js'
import { amount, contextAt, handClock } from '../support/unit-context.js'
import { merchant } from '../support/unit-store-rows.js'
import { PAYEE } from '../support/withdrawals.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const CALLER = { ...SCOPE, keyId: 'mk_test_1', merchant: merchant('shop') }
const { signal } = new AbortController()
const WAITING = `SELECT COUNT(*) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`
const INPUT = {
  amount: '10',
  network: 'TRC20',
  destinationAddress: PAYEE.TRC20,
  description: undefined,
  metadata: undefined,
  webhookUrl: undefined,
  idempotencyKey: undefined,
} as const

async function fund(store: Store, context: Context): Promise<void> {
  const credit = merchantAccount(SCOPE, 'available')
  const legs = [{ debit: platformAccount('test', 'app_rail'), credit, amount: amount('1000') }]
  await store.write(async (tx) => {
    await tx.merchants.insert(merchant('shop'))
    await post(tx, context, [{ environment: 'test', kind: 'adjust', key: 'gift', reference: 'shop', legs }])
  })
  await store.write((tx) => createWithdrawal(tx, context, CALLER, INPUT))
}

it('nothing is signed by a transaction that ends after the signer was paused, on PostgreSQL', async () => {
  const { store, another, side } = await openBooks('postgres')
  const other = await another()
  const [clock, watch] = [handClock(), await side()]
  const plain = contextAt(clock)
  const chain = await openSandbox({ ...ID, store, clock, ids: plain.ids, blockMs: 1_000 })
  const context = { ...plain, chain: () => chain }
  await startCursor(store, chain, signal)
  await fund(store, context)

  const looks: Promise<void>[] = []
  /** Ends once the pause stands, or waits for this transaction. */
  async function untilPausedOrWaiting(tx: Tx, paused: { isDone: boolean }): Promise<void> {
    let isWaiting = false
    while (!paused.isDone && !isWaiting) {
      looks.push(
        watch.value(WAITING).then((count) => {
          isWaiting ||= Number(count) > 0
        }),
      )
      // A transaction waits for nothing but its own statements.
      await tx.cursors.find(ID)
    }
  }
  const paused = { isDone: false, wasFirst: false }
  let pausing: Promise<void> | undefined
  const interrupted: Store = {
    forWorkers: () => interrupted,
    close: async () => undefined,
    read: (work) => store.read(work),
    write: (work) =>
      store.write(async (tx) => {
        const result = await work(tx)
        const isSigning =
          (await tx.signedTransactions.nextNonce({ ...ID, wallet: chain.sender?.wallet ?? '' })) !== undefined
        if (!isSigning || pausing) return result
        pausing = other
          .write((unit) => pauseSigner(unit, context, ID, 'a test'))
          .then(() => {
            paused.isDone = true
          })
        await untilPausedOrWaiting(tx, paused)
        paused.wasFirst = paused.isDone
        return result
      }),
  }
  await withdrawalSender(interrupted, context, chain, 1_000).tick(signal)
  await pausing
  await Promise.all(looks)
  expect(pausing).toBeDefined()
  expect(paused).toEqual({ isDone: true, wasFirst: false })
})
