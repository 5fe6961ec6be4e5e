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

/** Blocks that a network rescans in one call. */
const RESCAN_BLOCKS = 50
/** Blocks of one lease that a run rescans. */
const BLOCKS_PER_RUN = 200
/** Addresses whose blocks a run rescans, so that other orders can expire in between. */
const ADDRESSES_PER_RUN = 8
/** The same two limits on networks with a daily call budget, whose calls beyond those for blocks are few. */
const SPARING_BLOCKS = 4
const SPARING_ADDRESSES = 1
/** How many blocks back payments are searched for when the first block of the lease is unknown. */
const FALLBACK_BLOCKS = 256
/** Interval between two runs. With a daily call budget it doubles after each run that finds nothing. */
const SHORTEST_MS = 60_000
const LONGEST_MS = 32 * SHORTEST_MS

/** The result of rescanning one lease. */
interface LeaseRescan {
  /** Number of new transfers. */
  readonly found: number
  readonly hasRead: boolean
  /** The remaining blocks wait until the node budget has calls beyond those reserved for blocks. */
  readonly isDeferred: boolean
}

/**
 * Rechecks addresses that hold more than the ledger records, and rescans the blocks of their leases: a node may have
 * left out a payment.
 */
export class BalanceMismatchRescan {
  private readonly id
  private readonly watched
  private readonly isLimited
  /** Next interval of each address whose last rescan found nothing, ms. */
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

  /** Rechecks the addresses that are due. */
  async run(failures: unknown[], signal: AbortSignal): Promise<BalanceCheckRound> {
    const { store, context, chain, id } = this
    const now = context.clock.now()
    const limit = this.isLimited ? SPARING_ADDRESSES : ADDRESSES_PER_RUN
    const query = { at: now, latest: now + LONGEST_MS, limit }
    const due = await store.read((tx) => listDueMismatches(tx, id, query))
    if (due.length === 0) return NOTHING_DUE
    const nextAt = (address: string) => now + (this.pauses.get(address) ?? SHORTEST_MS)
    const started = await store.write((tx) => beginMismatchRescans(tx, id, due, nextAt))
    if (!started) return NOTHING_DUE
    const { checks, isDeferred } = await checkBalances(chain, started, failures, signal)
    let handled = await store.write((tx) => recordBalanceChecks(tx, context, id, started.at, checks))
    const round = { isDeferred, hasProgress: false }
    for (const check of checks) {
      try {
        const result = matchesLedger(check)
          ? NOTHING_UNKNOWN
          : await this.rescanLease(check, started.at.number, signal)
        handled += result.found
        round.isDeferred ||= result.isDeferred
        round.hasProgress ||= result.hasRead
        this.setPause(check.address, result)
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
      }
    }
    // A deferred rescan keeps its place in the queue.
    if (round.isDeferred) {
      await store.write(async (tx) => {
        for (const excess of due) await scheduleRescan(tx, excess, now)
      })
    }
    return { handled, ...round }
  }

  private setPause(address: string, { found, hasRead, isDeferred }: LeaseRescan): void {
    if (found > 0 || !hasRead) this.pauses.delete(address)
    else if (!isDeferred && this.isLimited) {
      const before = this.pauses.get(address) ?? SHORTEST_MS
      this.pauses.set(address, Math.min(before * 2, LONGEST_MS))
    }
  }

  /** Rescans the blocks of a lease. A long lease continues after the last block of the previous run. */
  private async rescanLease(
    { address, orderId, excess }: LeasedAddress,
    head: number,
    signal: AbortSignal,
  ): Promise<LeaseRescan> {
    const { store, id, isLimited } = this
    const lease = await store.read((tx) => tx.addresses.findLease(orderId))
    const begin = Math.max((lease?.afterBlock ?? head - FALLBACK_BLOCKS) + 1, 0)
    const last = excess?.rescannedTo ?? 0
    const first = last >= begin && last < head ? last + 1 : begin
    const end = Math.min(first + BLOCKS_PER_RUN - 1, head)
    const atOnce = isLimited ? SPARING_BLOCKS : RESCAN_BLOCKS
    let from = first
    let found = 0
    let isDeferred = false
    try {
      for (; from <= end; from = Math.min(from + atOnce, end + 1))
        found += await this.rescanBlocks({ from, to: Math.min(from + atOnce - 1, end) }, signal)
    } catch (error) {
      if (!(error instanceof CallsReservedForBlocks)) throw error
      isDeferred = true
    }
    // A rescan that has reached the newest block starts over next time.
    const rescannedTo = from > head ? 0 : from - 1
    await store.write(async (tx) => {
      const current = await tx.addressExcesses.find(id, address)
      if (current) await tx.addressExcesses.put({ ...current, rescannedTo })
    })
    return { found, hasRead: from > first, isDeferred }
  }

  /** @returns the number of new transfers */
  private async rescanBlocks(blocks: { from: number; to: number }, signal: AbortSignal): Promise<number> {
    const { store, context, chain, id } = this
    const sightings = await chain.rescan(blocks, this.watched, signal, true)
    const { handled, missed } = await store.write((tx) => recordRescan(tx, context, id, sightings))
    context.health.noteMissed(id, missed)
    return handled
  }
}

const NOTHING_UNKNOWN: LeaseRescan = { found: 0, hasRead: false, isDeferred: false }
