import type { SweepStep } from '../../domain/sweeps/next-step.js'

/** Rounds of a run in the time of one block. */
export const ROUNDS_OF_A_BLOCK = 4
/** These rounds take longer than a block. */
const SURE_AFTER_ROUNDS = ROUNDS_OF_A_BLOCK + 1

/**
 * Nodes may differ by a block, and a block may come between two reads. The sweep of an address, perhaps sent by an earlier run,
 * may then have spent its coins or used its number while no outcome is seen yet. A top-up or an end is therefore taken only
 * once several rounds in succession have asked for the same one.
 */
export class Doubts<Item> {
  private readonly asked = new Map<Item, { readonly what: string; readonly rounds: number }>()

  /** Whether a step may be taken in this round. Each round asks once for an item. */
  isSure(item: Item, step: SweepStep): boolean {
    const what = step.kind === 'ended' ? step.why : step.kind
    const before = this.asked.get(item)
    const rounds = before?.what === what ? before.rounds + 1 : 1
    this.asked.set(item, { what, rounds })
    const isDoubtful = step.kind === 'ended' || step.kind === 'top_up'
    return !isDoubtful || rounds > SURE_AFTER_ROUNDS
  }
}
