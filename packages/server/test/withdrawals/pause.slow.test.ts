import { expect, it } from 'vitest'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import type { Store } from '../../src/domain/store/store.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { begin, ID, withdraw, workerOf } from '../support/withdrawals/scripted-sender.js'

const { signal } = new AbortController()
const WAITING = `SELECT COUNT(*) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

it('a transaction that ends after the signer was paused signs nothing, on PostgreSQL', async () => {
  const world = await begin('postgres')
  const { store, database, context, network } = world
  const [other, side] = [await database.another(), await database.side()]
  await withdraw(world)

  let query: Promise<void> | undefined
  /** Ends once the signer is paused, or the pause waits for this transaction. */
  async function untilPausedOrWaiting(tx: Tx, paused: { isDone: boolean }): Promise<void> {
    let isWaiting = false
    while (!paused.isDone && !isWaiting) {
      query ??= side.value(WAITING).then((count) => {
        isWaiting ||= Number(count) > 0
        query = undefined
      })
      // Inside a transaction only its own statements may be awaited.
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
          (await tx.signedTransactions.nextNonce({ ...ID, wallet: network.wallet })) !== undefined
        if (!isSigning || pausing) return result
        pausing = other
          .write((pauseTx) => pauseSigner(pauseTx, context, ID, 'a test'))
          .then(() => {
            paused.isDone = true
          })
        await untilPausedOrWaiting(tx, paused)
        paused.wasFirst = paused.isDone
        return result
      }),
  }
  await workerOf({ ...world, store: interrupted }).tick(signal)
  await pausing
  await query
  expect(pausing).toBeDefined()
  expect(paused).toEqual({ isDone: true, wasFirst: false })
})
