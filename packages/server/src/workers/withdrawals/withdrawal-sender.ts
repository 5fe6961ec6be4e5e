import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import { caughtUpAt } from '../../domain/recovery/open-points.js'
import type { Store } from '../../domain/store/store.js'
import { BlockRingCache } from '../chain/block-ring-cache.js'
import type { Worker } from '../worker.js'
import { InsufficientFundsCache } from './insufficient-funds-cache.js'
import { RetryWindow } from './retry-window.js'
import {
  RETRY_MS,
  readPosition,
  type SenderMemory,
  SIGNER_RETRY_MS,
  type WalletRun,
} from './withdrawal-run.js'
import { RESEND_MS, WithdrawalSettling } from './withdrawal-settling.js'
import { WithdrawalSigning } from './withdrawal-signing.js'

/**
 * Sends the withdrawals of one network, step by step: sign and commit, broadcast, track until settled. The signed
 * bytes of each version of a payment are stored before they are broadcast.
 *
 * @param isProven whether the ledger was verified since the process began; nothing is signed before
 */
export function withdrawalSender(
  store: Store,
  context: Context,
  chain: Chain,
  { everyMs, isProven }: { everyMs: number; isProven: () => boolean },
): Worker {
  const { environment, network, sender } = chain
  const now = () => context.clock.now()
  const memory: SenderMemory = {
    since: undefined,
    quietUntil: undefined,
    startHead: undefined,
    hasSigned: false,
    provenAfter: undefined,
    hasBegun: false,
    recentRetries: new RetryWindow(now, RETRY_MS),
    shortage: new InsufficientFundsCache(now),
    recentRenewals: new RetryWindow(now, RETRY_MS),
    recentReplacements: new RetryWindow(now, RETRY_MS),
    recentRepricings: new RetryWindow(now, RESEND_MS),
    recentBroadcasts: new RetryWindow(now, RESEND_MS),
    recentSignerFailures: new RetryWindow(now, SIGNER_RETRY_MS),
  }
  const ring = new BlockRingCache()
  return {
    name: `withdrawal-sender ${environment} ${network}`,
    everyMs,
    async tick(signal) {
      if (!sender) return 0
      const id = { environment, network }
      // The recorded blocks determine the money that can be sent.
      const { position, since } = await store.read(async (tx) => ({
        position: await readPosition(tx, id, ring),
        since: await tx.continuity.findSince(),
      }))
      if (!position) return 0
      if (since !== undefined && since !== memory.since) {
        const dueAt = caughtUpAt(id, since)
        // At the first run, too, where no nonce excludes a second payment: another server may have signed before a failover.
        const isQuiet = !context.sandbox(id) && (memory.since !== undefined || dueAt > since)
        const quietUntil = isQuiet ? dueAt : undefined
        Object.assign(memory, { since, quietUntil, startHead: undefined, hasSigned: false })
      }
      const isServed = () => chain.nodes?.().nodes.some(({ isAble }) => isAble) ?? true
      const run: WalletRun = {
        ...{ store, context, id, sender, signal, memory, ring, isAnyNodeUp: isServed },
        state: position,
        renewals: [],
        failures: [],
      }
      const settled = await new WithdrawalSettling(run).settle()
      const handled = settled + (isProven() ? await new WithdrawalSigning(run).sign() : 0)
      const { failures } = run
      if (handled === 0 && failures.length > 0)
        throw new AggregateError(failures, `${failures.length} withdrawals could not be processed`)
      return handled
    },
  }
}
