import { CallsReservedForBlocks, type Chain } from '../../domain/chain/chain.js'
import type { BalanceCheck, DueBalanceChecks } from '../../domain/payments/expiry-balance-check.js'
import { mapWithConcurrency } from '../map-with-concurrency.js'

/** What came of looks at addresses. */
export interface BalanceCheckRound {
  readonly handled: number
  /** The rest waits for calls that no block needs. */
  readonly isPutOff: boolean
  /** Some had their turn. */
  readonly isAnyDone: boolean
}

export const NOTHING_DUE: BalanceCheckRound = { handled: 0, isPutOff: false, isAnyDone: false }

/** Looks at addresses, a few at once. One that cannot be looked at keeps no other waiting. */
export async function checkBalances(
  chain: Chain,
  { at, addresses }: DueBalanceChecks,
  failures: unknown[],
  signal: AbortSignal,
): Promise<{ looked: BalanceCheck[]; isPutOff: boolean }> {
  const looked: BalanceCheck[] = []
  let isPutOff = false
  const look = async (booked: DueBalanceChecks['addresses'][number]) => {
    try {
      looked.push({ ...booked, balance: await chain.balanceAt(booked.address, at, signal, true) })
      return 'told'
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof CallsReservedForBlocks)) {
        failures.push(error)
        return 'silent'
      }
      isPutOff = true
      return 'enough'
    }
  }
  await mapWithConcurrency(addresses, look, Number.POSITIVE_INFINITY)
  return { looked, isPutOff }
}
