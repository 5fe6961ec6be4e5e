import { CallsReservedForBlocks, type Chain } from '../../domain/chain/chain.js'
import type { BalanceCheck, DueBalanceChecks } from '../../domain/payments/expiry-balance-check.js'
import { mapWithConcurrency } from '../map-with-concurrency.js'

/** The result of one round of balance checks. */
export interface BalanceCheckRound {
  readonly handled: number
  /** The remaining checks wait until the node budget has calls beyond those reserved for blocks. */
  readonly isDeferred: boolean
  /** At least one check was made. */
  readonly hasProgress: boolean
}

export const NOTHING_DUE: BalanceCheckRound = { handled: 0, isDeferred: false, hasProgress: false }

/**
 * Reads the balances of addresses, a few at a time. An address that cannot be read is added to `failures` and delays
 * no other.
 */
export async function checkBalances(
  chain: Chain,
  { at, addresses }: DueBalanceChecks,
  failures: unknown[],
  signal: AbortSignal,
): Promise<{ checks: BalanceCheck[]; isDeferred: boolean }> {
  const checks: BalanceCheck[] = []
  let isDeferred = false
  const check = async (leased: DueBalanceChecks['addresses'][number]) => {
    try {
      checks.push({ ...leased, balance: await chain.balanceAt(leased.address, at, signal, true) })
      return 'done'
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof CallsReservedForBlocks)) {
        failures.push(error)
        return 'failed'
      }
      isDeferred = true
      return 'stop'
    }
  }
  await mapWithConcurrency(addresses, check, Number.POSITIVE_INFINITY)
  return { checks, isDeferred }
}
