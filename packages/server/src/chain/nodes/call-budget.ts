import { setTimeout as delay } from 'node:timers/promises'
import { RpcError } from './rpc-error.js'

const DAY_MS = 86_400_000
/** Share of a day's calls for reading its blocks and for payments that are not dust. */
const BLOCKS_SHARE = 0.95
/** Share of a day's calls kept for its last minutes, since usage is uneven. */
const END_OF_DAY_SHARE = 0.005
/** Share of a day's calls that dust leaves to decisions on orders. */
const ORDERS_SHARE = 0.0075

export interface CallBudgetOptions {
  /** 0: no limit. */
  readonly perSecond: number
  /** Per UTC day, as providers count; 0: no limit. */
  readonly perDay: number
  /** Epoch ms. */
  readonly now: () => number
  readonly monotonic: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleepFor = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal })

/** Limits the calls to a node: a call waits for its slot within the second, and fails once the day is used up. */
export class CallBudget {
  private freeAt = Number.NEGATIVE_INFINITY
  private day = 0
  private spent = 0
  private unreportedCalls = 0

  constructor(private readonly options: CallBudgetOptions) {}

  /** Calls that may go in one request. */
  get burst(): number {
    return this.options.perSecond === 0 ? Number.POSITIVE_INFINITY : this.options.perSecond
  }

  /** Whether the day has a limit. */
  get isLimited(): boolean {
    return this.options.perDay > 0
  }

  /** Calls left today. */
  get remaining(): number {
    this.rollOver()
    return this.options.perDay === 0 ? Number.POSITIVE_INFINITY : this.options.perDay - this.spent
  }

  /** Calls left beyond those of evenly spread usage: work that can wait uses only these. */
  get spare(): number {
    return this.leftBeyond(1)
  }

  /** Calls left beyond those that the blocks of the rest of the day need: expiring orders uses only these. */
  get beyondBlocks(): number {
    return this.leftBeyond(BLOCKS_SHARE) - Math.ceil(this.options.perDay * END_OF_DAY_SHARE)
  }

  /** Calls of `beyondBlocks` that no expiring order waits for: dust and repeated checks use only these. */
  get beyondOrders(): number {
    return this.beyondBlocks - Math.ceil(this.options.perDay * ORDERS_SHARE)
  }

  /** Calls of the day that were not reported yet. */
  unreported(): { day: number; calls: number } {
    this.rollOver()
    return { day: this.day, calls: this.unreportedCalls }
  }

  /** @param calls made on that day by all processes; `reported` of them are ours */
  learn(day: number, calls: number, reported: number): void {
    this.rollOver()
    if (day !== this.day) return
    this.unreportedCalls -= reported
    this.spent = calls + this.unreportedCalls
  }

  /** @throws RpcError `limited` when the day is used up */
  async take(signal: AbortSignal): Promise<void> {
    const { perSecond, monotonic, now, sleep = sleepFor } = this.options
    if (this.remaining <= 0) {
      throw new RpcError('limited', 'the daily call budget is used up', {
        pauseMs: DAY_MS - (now() % DAY_MS),
      })
    }
    this.spent += 1
    this.unreportedCalls += 1
    if (perSecond === 0) return
    // Evenly spaced: after a pause a burst would put two seconds' calls into one.
    const at = monotonic()
    const startAt = Math.max(this.freeAt, at)
    this.freeAt = startAt + 1_000 / perSecond
    if (startAt > at) await sleep(startAt - at, signal)
  }

  /** @param share of a day's calls reserved for its rest */
  private leftBeyond(share: number): number {
    const { perDay, now } = this.options
    const rest = (DAY_MS - (now() % DAY_MS)) / DAY_MS
    return perDay === 0 ? this.remaining : this.remaining - Math.ceil(perDay * share * rest)
  }

  private rollOver(): void {
    const day = Math.floor(this.options.now() / DAY_MS)
    if (day === this.day) return
    this.day = day
    this.spent = 0
    this.unreportedCalls = 0
  }
}
