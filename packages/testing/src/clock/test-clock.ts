import type { Clock } from '@merchantpay/sdk'

/** A clock that stands still between calls of `advance`. */
export interface TestClock extends Clock {
  /**
   * Advances virtual time: fires due timers in order, and lets promises run in between. Calls queue.
   *
   * @param ms milliseconds, 0 or more; 0 fires timers that are due now
   * @throws RangeError for less; the error of a timer's callback, where time stops
   */
  advance(ms: number): Promise<void>
  /** Makes `advance` wait while a condition holds: for work that takes real time, such as a digest. */
  waitWhile(isBusy: () => boolean): void
}

/** Options of a test clock. */
export interface TestClockOptions {
  /** The first time, Unix milliseconds. Default: the present, rounded down to a second. */
  readonly now?: number | undefined
}

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Quiet turns of the event loop between two timers: a signature and an answer take a few. */
const TURNS = 4
/** Turns after which a condition that still holds is ignored, since it never ends. */
const MAX_TURNS = 1_000_000

// Read at load time: a test may replace the global timers later.
const { setTimeout: later } = globalThis
const immediate: ((callback: () => void) => unknown) | undefined = Reflect.get(globalThis, 'setImmediate')

/**
 * Makes a clock for virtual time. The client and the service share it when both are given it.
 *
 * @example
 * const clock = createTestClock({ now: Date.UTC(2026, 0, 1) })
 * const server = createTestServer({ clock })
 * const mp = new MerchantPay({ ...server.keys.test, baseUrl: server.baseUrl, fetch: server.fetch, clock })
 * const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
 * const paid = mp.orders.waitForPaid(order.id)
 * await server.advance(60_000) // a minute passes, in a few real milliseconds
 * await server.emit(order.id, 'PAID')
 * await paid
 */
export function createTestClock({ now = wholeSecond() }: TestClockOptions = {}): TestClock {
  const timers = new Set<Timer>()
  const conditions: (() => boolean)[] = []
  let time = 0
  let last = Promise.resolve()

  const runPending = async () => {
    for (let turn = 0, quiet = 0; quiet < TURNS && turn < MAX_TURNS; turn += 1) {
      await nextTurn()
      quiet = conditions.some((isBusy) => isBusy()) ? 0 : quiet + 1
    }
  }
  const run = async (ms: number) => {
    await runPending()
    const until = time + ms
    for (let timer = earliest(timers, until); timer; timer = earliest(timers, until)) {
      timers.delete(timer)
      time = Math.max(time, timer.at)
      timer.callback()
      await runPending()
    }
    time = until
  }
  return {
    now: () => now + time,
    monotonic: () => time,
    setTimeout(callback, ms) {
      const timer = { at: time + Math.max(0, ms), callback }
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer) => void timers.delete(timer as Timer), // what setTimeout returned
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError('ms must be 0 or more')
      const passed = last.then(() => run(ms))
      // An error of one advance goes to its caller alone.
      last = passed.catch(() => {})
      await passed
    },
    waitWhile: (isBusy) => void conditions.push(isBusy),
  }
}

/** Blocks and timestamps count seconds: from a whole second on, a test always runs the same way. */
function wholeSecond(): number {
  return Math.floor(Date.now() / 1_000) * 1_000
}

/** The same clock, whose timers do not keep a Node process alive. */
export function withUnrefTimers(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    clearTimeout: (timer) => clock.clearTimeout(timer),
    setTimeout(callback, ms) {
      const timer: unknown = clock.setTimeout(callback, ms)
      const { unref } = Object(timer)
      if (typeof unref === 'function') unref.call(timer)
      return timer
    },
  }
}

/** Whether time on a clock passes only by `advance`. */
export function isTestClock(clock: Clock): clock is TestClock {
  return 'advance' in clock && 'waitWhile' in clock
}

/** The timer that is due first; of several with the same time, the one set first. */
function earliest(timers: ReadonlySet<Timer>, until: number): Timer | undefined {
  let found: Timer | undefined
  for (const timer of timers) if (timer.at <= until && (!found || timer.at < found.at)) found = timer
  return found
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void (immediate ? immediate(resolve) : later(resolve, 0)))
}
