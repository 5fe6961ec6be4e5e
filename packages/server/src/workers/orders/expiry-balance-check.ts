import { type Chain, KeptForBlocks } from '../../domain/chain/chain.js'
import type { LookedAt, Looks } from '../../domain/payments/expiry-balance-check.js'
import { askSome } from '../map-with-concurrency.js'

/** What came of looks at addresses. */
export interface LookRound {
  readonly handled: number
  /** The rest waits for calls that no block needs. */
  readonly isPutOff: boolean
  /** Some had their turn. */
  readonly isAnyDone: boolean
}

export const NOTHING_DUE: LookRound = { handled: 0, isPutOff: false, isAnyDone: false }

/** Looks at addresses, a few at once. One that cannot be looked at keeps no other waiting. */
export async function lookAtAll(
  chain: Chain,
  { at, addresses }: Looks,
  failures: unknown[],
  signal: AbortSignal,
): Promise<{ looked: LookedAt[]; isPutOff: boolean }> {
  const looked: LookedAt[] = []
  let isPutOff = false
  const look = async (booked: Looks['addresses'][number]) => {
    try {
      looked.push({ ...booked, held: await chain.look(booked.address, at, signal, true) })
      return 'told'
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof KeptForBlocks)) {
        failures.push(error)
        return 'silent'
      }
      isPutOff = true
      return 'enough'
    }
  }
  await askSome(addresses, look, Number.POSITIVE_INFINITY)
  return { looked, isPutOff }
}
