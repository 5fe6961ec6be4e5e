import { setTimeout as delay } from 'node:timers/promises'
import { RpcError } from './rpc-error.js'

const DAY_MS = 86_400_000
/** Of a day's calls, for reading its blocks and for payments that are worth something. */
const FOR_BLOCKS = 0.95
/** Of a day's calls, for its last minutes: looks do not come evenly. */
const TO_THE_END = 0.005
/** Of a day's calls, so many that dust leaves to what decides on orders. */
const FOR_ORDERS = 0.0075

export interface CallBudgetOptions {
  /** 0: no limit. */
  readonly perSecond: number
  /** By days of UTC, as providers count; 0: no limit. */
  readonly perDay: number
  /** Epoch ms. */
  readonly now: () => number
  readonly monotonic: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleepFor = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal })

/** How often a node may be asked: calls wait for their second, and fail once the day is used up. */
export class CallBudget {
  private freeAt = Number.NEGATIVE_INFINITY
  private day = 0
  private spent = 0
  private untoldCalls = 0

  constructor(private readonly options: CallBudgetOptions) {}

  /** Whether a day has an end of calls. */
  get isLimited(): boolean {
    return this.options.perDay > 0
  }

  /** Calls that are left of the day. */
  get remaining(): number {
    this.turnDay()
    return this.options.perDay === 0 ? Number.POSITIVE_INFINITY : this.options.perDay - this.spent
  }

  /** Calls that are left beyond those of a day that is spent evenly: what can wait is asked for with these alone. */
  get spare(): number {
    return this.leftBeyond(1)
  }

  /** Calls that are left beyond those that the blocks of the rest of the day need: orders end with these alone. */
  get beyondBlocks(): number {
    return this.leftBeyond(FOR_BLOCKS) - Math.ceil(this.options.perDay * TO_THE_END)
  }

  /** Calls of these that no order's end waits for: dust, and what was tried in vain, is looked into with these alone. */
  get beyondOrders(): number {
    return this.beyondBlocks - Math.ceil(this.options.perDay * FOR_ORDERS)
  }

  /** Calls of the day that nobody was told of. */
  unreported(): { day: number; calls: number } {
    this.turnDay()
    return { day: this.day, calls: this.untoldCalls }
  }

  /** @param calls of that day, by whoever made them; `told` of them are ours */
  learn(day: number, calls: number, told: number): void {
    this.turnDay()
    if (day !== this.day) return
    this.untoldCalls -= told
    this.spent = calls + this.untoldCalls
  }

  /** @throws NodeFault `limited` when the day is used up */
  async take(signal: AbortSignal): Promise<void> {
    const { perSecond, monotonic, now, sleep = sleepFor } = this.options
    if (this.remaining <= 0) {
      throw new RpcError('limited', 'the calls of the day are used up', {
        pauseMs: DAY_MS - (now() % DAY_MS),
      })
    }
    this.spent += 1
    this.untoldCalls += 1
    if (perSecond === 0) return
    // One by one: a burst after a pause would be two seconds' calls in one.
    const at = monotonic()
    const turn = Math.max(this.freeAt, at)
    this.freeAt = turn + 1_000 / perSecond
    if (turn > at) await sleep(turn - at, signal)
  }

  /** @param share of a day's calls that its rest is to have */
  private leftBeyond(share: number): number {
    const { perDay, now } = this.options
    const rest = (DAY_MS - (now() % DAY_MS)) / DAY_MS
    return perDay === 0 ? this.remaining : this.remaining - Math.ceil(perDay * share * rest)
  }

  private turnDay(): void {
    const day = Math.floor(this.options.now() / DAY_MS)
    if (day === this.day) return
    this.day = day
    this.spent = 0
    this.untoldCalls = 0
  }
}
