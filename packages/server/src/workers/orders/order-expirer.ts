import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import { lockOrders } from '../../domain/orders/order-locks.js'
import { listDueBalanceChecks, recordBalanceChecks } from '../../domain/payments/expiry-balance-check.js'
import { endWindows } from '../../domain/payments/payments.js'
import type { Environment } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { BalanceMismatchRescan } from '../chain/balance-mismatch-rescan.js'
import type { Worker } from '../worker.js'
import { type BalanceCheckRound, checkBalances, NOTHING_DUE } from './expiry-balance-check.js'

const BATCH = 100
const EVERY_MS = 500
const ENVIRONMENTS: readonly Environment[] = ['live', 'test']
/** How long looks rest that were put off: some more may be due then, and a few at once take fewer calls. */
const REST_MS = 15_000

/** Ends the payment windows of app-only orders. They follow the clock. */
export function orderExpirer(store: Store, context: Context): Worker {
  return {
    name: 'order-expirer',
    everyMs: EVERY_MS,
    async tick() {
      let ended = 0
      for (const environment of ENVIRONMENTS) {
        ended += await store.write((tx) => endAppOrders(tx, context, environment))
      }
      return ended
    },
  }
}

async function endAppOrders(tx: Tx, context: Context, environment: Environment): Promise<number> {
  const at = context.clock.now()
  const due = await tx.orders.listDue({ environment, network: null, at, limit: BATCH })
  const locked = await lockOrders(
    tx,
    due.map(({ id }) => id),
  )
  // What was paid between the two looks is not due any more.
  const ending = [...locked.values()].filter(({ status, expireAt }) => status === 'OPEN' && expireAt <= at)
  await endWindows(tx, context, ending)
  return due.length
}

/**
 * Ends the payment windows of one network's orders. They follow chain time, the time of the newest block that is booked:
 * an order never expires while a payment in its window may still be unread. And it never expires while its address holds
 * more than the books know: the blocks of its lease are read again then, until the payment is found or the operator says
 * that there is none.
 *
 * Both wait while the calls of the day are needed for blocks: an order that ends late costs nobody anything.
 */
export function chainOrderExpirer(store: Store, context: Context, chain: Chain): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const held = new BalanceMismatchRescan(store, context, chain)
  let restsSince: number | undefined
  type Job = (failures: unknown[], signal: AbortSignal) => Promise<BalanceCheckRound>
  /** Whoever comes first has what it needs before the other has anything. */
  let inTurn: readonly Job[] = [expire, (failures, signal) => held.lookAgain(failures, signal)]

  async function expire(failures: unknown[], signal: AbortSignal): Promise<BalanceCheckRound> {
    const due = await store.read((tx) => listDueBalanceChecks(tx, chain, BATCH))
    if (!due || due.addresses.length === 0) return NOTHING_DUE
    const { looked, isPutOff } = await checkBalances(chain, due, failures, signal)
    if (looked.length === 0) return { handled: 0, isPutOff, isAnyDone: false }
    const handled = await store.write((tx) => recordBalanceChecks(tx, context, id, due.at, looked))
    return { handled, isPutOff, isAnyDone: true }
  }

  const isResting = (): boolean => {
    const passed = restsSince === undefined ? REST_MS : context.clock.now() - restsSince
    return passed >= 0 && passed < REST_MS // a clock that was set back must not silence it
  }

  return {
    name: `order-expirer ${environment} ${network}`,
    everyMs: EVERY_MS,
    async tick(signal) {
      if (isResting()) return 0
      const failures: unknown[] = []
      let ended = 0
      for (const job of inTurn) {
        const { handled, isPutOff, isAnyDone } = await job(failures, signal)
        ended += handled
        if (!isPutOff) continue
        restsSince = context.clock.now()
        const others = inTurn.filter((each) => each !== job)
        inTurn = isAnyDone ? [...others, job] : [job, ...others]
        break
      }
      if (ended === 0 && failures.length > 0)
        throw new AggregateError(failures, `${failures.length} addresses could not be looked at`)
      return ended
    },
  }
}
