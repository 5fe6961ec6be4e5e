import type { Clock } from '@merchantpay/sdk'

/** A clock that stands still until it is told to go on. */
export interface TestClock extends Clock {
  /**
   * Lets virtual time pass: fires what is due, in order, and lets promises settle in between. Calls queue.
   *
   * @param ms milliseconds, 0 or more; 0 fires what is due now
   * @throws RangeError for less; what a timer's callback throws, and time stands still there
   */
  advance(ms: number): Promise<void>
  /** Makes `advance` wait as long as a condition holds: for work that only real time ends, such as a digest. */
  waitWhile(isBusy: () => boolean): void
}

/** Options of a test clock. */
export interface TestClockOptions {
  /** Where it stands at first, Unix milliseconds. Default: the present, as a whole second. */
  readonly now?: number | undefined
}

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Quiet turns of the event loop between two timers: a signature and an answer take a few. */
const TURNS = 4
/** A condition that holds for longer than these turns is taken for a mistake of its own. */
const MOST_TURNS = 1_000_000

// Taken now, since a test may fake the global ones later.
const { setTimeout: later } = globalThis
const immediate: ((callback: () => void) => unknown) | undefined = Reflect.get(globalThis, 'setImmediate')

/**
 * Makes a clock for virtual time. Give it to the client and to the server double, and both live in it.
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

  const settle = async () => {
    for (let turn = 0, quiet = 0; quiet < TURNS && turn < MOST_TURNS; turn += 1) {
      await nextTurn()
      quiet = conditions.some((isBusy) => isBusy()) ? 0 : quiet + 1
    }
  }
  const run = async (ms: number) => {
    await settle()
    const until = time + ms
    for (let timer = earliest(timers, until); timer; timer = earliest(timers, until)) {
      timers.delete(timer)
      time = Math.max(time, timer.at)
      timer.callback()
      await settle()
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
      if (!(ms >= 0)) throw new RangeError('time passes by 0 or more milliseconds')
      const passed = last.then(() => run(ms))
      // What goes wrong in one advance is told to its caller alone.
      last = passed.catch(() => {})
      await passed
    },
    waitWhile: (isBusy) => void conditions.push(isBusy),
  }
}

/** Blocks and timestamps count seconds, so that a test takes the same course whenever it runs. */
function wholeSecond(): number {
  return Math.floor(Date.now() / 1_000) * 1_000
}

/** The same clock, whose timers keep no process alive where they are the runtime's. */
export function withoutHold(clock: Clock): Clock {
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

/** Tells whether time passes on a clock only when it is told. */
export function isTestClock(clock: Clock): clock is TestClock {
  return 'advance' in clock && 'waitWhile' in clock
}

/** The timer that is due first, and of several the one that was set first. */
function earliest(timers: ReadonlySet<Timer>, until: number): Timer | undefined {
  let found: Timer | undefined
  for (const timer of timers) if (timer.at <= until && (!found || timer.at < found.at)) found = timer
  return found
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void (immediate ? immediate(resolve) : later(resolve, 0)))
}
