import type { Chain } from '../domain/chains.js'
import { endWindow, lockOrders } from '../domain/payments.js'
import type { Context, Environment, Network, Store } from '../domain/ports.js'
import type { Tx } from '../domain/tables.js'
import type { Worker } from './worker.js'

const BATCH = 100
const ENVIRONMENTS: readonly Environment[] = ['live', 'test']

/**
 * Ends payment windows. On-chain orders follow chain time, the time of the newest block that is booked: an order never
 * expires while a payment in its window may still be unread. App-only orders follow the clock.
 */
export function orderExpirer(store: Store, context: Context, chains: readonly Chain[]): Worker {
  return {
    name: 'order-expirer',
    everyMs: 500,
    async tick() {
      let ended = 0
      for (const chain of chains) ended += await store.write((tx) => endOnChain(tx, context, chain))
      for (const environment of ENVIRONMENTS) {
        ended += await store.write((tx) => endDue(tx, context, environment, null, context.clock.now()))
      }
      return ended
    },
  }
}

async function endOnChain(tx: Tx, context: Context, { environment, network }: Chain): Promise<number> {
  const cursor = await tx.cursors.find({ environment, network })
  return cursor ? endDue(tx, context, environment, network, cursor.block.timeAt) : 0
}

async function endDue(
  tx: Tx,
  context: Context,
  environment: Environment,
  network: Network | null,
  at: number,
): Promise<number> {
  const due = await tx.orders.listDue({ environment, network, at, limit: BATCH })
  const locked = await lockOrders(
    tx,
    due.map(({ id }) => id),
  )
  // What was paid or moved between the two looks is not due any more.
  const ending = [...locked.values()].filter(({ status, expireAt }) => status === 'OPEN' && expireAt <= at)
  for (const order of ending) await endWindow(tx, context, order)
  return due.length
}
