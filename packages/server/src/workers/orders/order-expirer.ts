import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import { lockOrders } from '../../domain/orders/order-locks.js'
import { endWindows } from '../../domain/orders/order-window.js'
import { listDueBalanceChecks, recordBalanceChecks } from '../../domain/payments/expiry-balance-check.js'
import type { Environment } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { BalanceMismatchRescan } from '../chain/balance-mismatch-rescan.js'
import type { Worker } from '../worker.js'
import { type BalanceCheckRound, checkBalances, NOTHING_DUE } from './expiry-balance-check.js'

const BATCH = 100
const EVERY_MS = 500
const ENVIRONMENTS: readonly Environment[] = ['live', 'test']
/** Pause after checks were deferred. More checks may be due after it, and several together take fewer calls. */
const PAUSE_MS = 15_000

/** Ends the payment windows of app-only orders, by the clock. */
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
  // An order paid between the two reads is no longer due.
  const ending = [...locked.values()].filter(({ status, expireAt }) => status === 'OPEN' && expireAt <= at)
  await endWindows(tx, context, ending)
  return due.length
}

/**
 * Ends the payment windows of one network's orders, by chain time: the time of the newest recorded block. An order
 * never expires while a payment made in its window may still be unread, nor while its address holds more than the
 * ledger records. In the second case the blocks of its lease are rescanned until the payment is found or the operator
 * accepts the difference.
 *
 * Both jobs wait while the day's calls are needed for blocks: a late expiry costs nothing.
 */
export function chainOrderExpirer(store: Store, context: Context, chain: Chain): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const mismatches = new BalanceMismatchRescan(store, context, chain)
  let pausedSince: number | undefined
  type Job = (failures: unknown[], signal: AbortSignal) => Promise<BalanceCheckRound>
  /** The first job gets the calls that it needs before the second one gets any. */
  let jobs: readonly Job[] = [expire, (failures, signal) => mismatches.run(failures, signal)]

  async function expire(failures: unknown[], signal: AbortSignal): Promise<BalanceCheckRound> {
    const due = await store.read((tx) => listDueBalanceChecks(tx, chain, BATCH))
    if (!due || due.addresses.length === 0) return NOTHING_DUE
    const { checks, isDeferred } = await checkBalances(chain, due, failures, signal)
    if (checks.length === 0) return { handled: 0, isDeferred, hasProgress: false }
    const handled = await store.write((tx) => recordBalanceChecks(tx, context, id, due.at, checks))
    return { handled, isDeferred, hasProgress: true }
  }

  const isPaused = (): boolean => {
    const passed = pausedSince === undefined ? PAUSE_MS : context.clock.now() - pausedSince
    return passed >= 0 && passed < PAUSE_MS // a clock that was set back must not stop the checks
  }

  return {
    name: `order-expirer ${environment} ${network}`,
    everyMs: EVERY_MS,
    async tick(signal) {
      if (isPaused()) return 0
      const failures: unknown[] = []
      let ended = 0
      for (const job of jobs) {
        const { handled, isDeferred, hasProgress } = await job(failures, signal)
        ended += handled
        if (!isDeferred) continue
        pausedSince = context.clock.now()
        const others = jobs.filter((each) => each !== job)
        jobs = hasProgress ? [...others, job] : [job, ...others]
        break
      }
      if (ended === 0 && failures.length > 0)
        throw new AggregateError(failures, `${failures.length} balance checks failed`)
      return ended
    },
  }
}
