import { CallsReservedForBlocks, type Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import {
  beginMismatchRescans,
  type LeasedAddress,
  listDueMismatches,
  matchesLedger,
  recordBalanceChecks,
  scheduleRescan,
} from '../../domain/payments/expiry-balance-check.js'
import { recordRescan } from '../../domain/payments/rescan.js'
import type { Store } from '../../domain/store/store.js'
import { type BalanceCheckRound, checkBalances, NOTHING_DUE } from '../orders/expiry-balance-check.js'
import { watchedAddresses } from './watched-addresses.js'

/** As many as a network reads again at once. */
const REREAD_BLOCKS = 50
/** Blocks of a lease that one look reads again. */
const BLOCKS_PER_LOOK = 200
/** Addresses whose blocks one look reads again: other orders are to expire meanwhile. */
const HELD_PER_LOOK = 8
/** The same two where calls of a day have an end: what is left of them beyond blocks may be enough for a few at a time. */
const SPARING_BLOCKS = 4
const SPARING_HELD = 1
/** How far back payments of a lease are looked for whose beginning nobody knows. */
const WITHOUT_BEGINNING = 256
/** Between two looks; twice as long after each that finds nothing, where calls of a day have an end. */
const SHORTEST_MS = 60_000
const LONGEST_MS = 32 * SHORTEST_MS

/** What reading a lease again came to. */
interface Reread {
  /** How much was new. */
  readonly found: number
  readonly isAnyRead: boolean
  /** The rest of it waits for calls that no block needs. */
  readonly isPutOff: boolean
}

/**
 * Looks at addresses again that hold more than the books know, and reads the blocks of their leases anew: a node may have
 * kept a payment to itself.
 */
export class BalanceMismatchRescan {
  private readonly id
  private readonly watched
  private readonly isLimited
  /** Of those that were read in vain, until their next turn. */
  private readonly pauses = new Map<string, number>()

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly chain: Chain,
  ) {
    const { environment, network, budgets = [] } = chain
    this.id = { environment, network }
    this.isLimited = budgets.length > 0
    this.watched = watchedAddresses(store, context, chain)
  }

  /** Takes up those whose turn it is. */
  async lookAgain(failures: unknown[], signal: AbortSignal): Promise<BalanceCheckRound> {
    const { store, context, chain, id } = this
    const now = context.clock.now()
    const most = this.isLimited ? SPARING_HELD : HELD_PER_LOOK
    const turn = { at: now, latest: now + LONGEST_MS, limit: most }
    const due = await store.read((tx) => listDueMismatches(tx, id, turn))
    if (due.length === 0) return NOTHING_DUE
    const nextAt = (address: string) => now + (this.pauses.get(address) ?? SHORTEST_MS)
    const held = await store.write((tx) => beginMismatchRescans(tx, id, due, nextAt))
    if (!held) return NOTHING_DUE
    const { looked, isPutOff } = await checkBalances(chain, held, failures, signal)
    let handled = await store.write((tx) => recordBalanceChecks(tx, context, id, held.at, looked))
    const round = { isPutOff, isAnyDone: false }
    for (const look of looked) {
      try {
        const read = matchesLedger(look) ? NOTHING_UNKNOWN : await this.reread(look, held.at.number, signal)
        handled += read.found
        round.isPutOff ||= read.isPutOff
        round.isAnyDone ||= read.isAnyRead
        this.setPause(look.address, read)
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
      }
    }
    // What waits for calls keeps its turn.
    if (round.isPutOff) {
      await store.write(async (tx) => {
        for (const excess of due) await scheduleRescan(tx, excess, now)
      })
    }
    return { handled, ...round }
  }

  private setPause(address: string, { found, isAnyRead, isPutOff }: Reread): void {
    if (found > 0 || !isAnyRead) this.pauses.delete(address)
    else if (!isPutOff && this.isLimited) {
      const before = this.pauses.get(address) ?? SHORTEST_MS
      this.pauses.set(address, Math.min(before * 2, LONGEST_MS))
    }
  }

  /** Reads a lease's blocks again, of a long one those that follow the ones of the last time. */
  private async reread(
    { address, orderId, excess }: LeasedAddress,
    head: number,
    signal: AbortSignal,
  ): Promise<Reread> {
    const { store, id, isLimited } = this
    const lease = await store.read((tx) => tx.addresses.findLease(orderId))
    const begin = Math.max((lease?.afterBlock ?? head - WITHOUT_BEGINNING) + 1, 0)
    const last = excess?.rescannedTo ?? 0
    const first = last >= begin && last < head ? last + 1 : begin
    const end = Math.min(first + BLOCKS_PER_LOOK - 1, head)
    const atOnce = isLimited ? SPARING_BLOCKS : REREAD_BLOCKS
    let from = first
    let found = 0
    let isPutOff = false
    try {
      for (; from <= end; from = Math.min(from + atOnce, end + 1))
        found += await this.rereadBlocks({ from, to: Math.min(from + atOnce - 1, end) }, signal)
    } catch (error) {
      if (!(error instanceof CallsReservedForBlocks)) throw error
      isPutOff = true
    }
    // Where it has reached the newest block it begins anew.
    const rereadTo = from > head ? 0 : from - 1
    await store.write(async (tx) => {
      const current = await tx.addressExcesses.find(id, address)
      if (current) await tx.addressExcesses.put({ ...current, rescannedTo: rereadTo })
    })
    return { found, isAnyRead: from > first, isPutOff }
  }

  /** @returns how much was new */
  private async rereadBlocks(blocks: { from: number; to: number }, signal: AbortSignal): Promise<number> {
    const { store, context, chain, id } = this
    const sightings = await chain.rescan(blocks, this.watched, signal, true)
    const { handled, missed } = await store.write((tx) => recordRescan(tx, context, id, sightings))
    context.health.noteMissed(id, missed)
    return handled
  }
}

const NOTHING_UNKNOWN: Reread = { found: 0, isAnyRead: false, isPutOff: false }
