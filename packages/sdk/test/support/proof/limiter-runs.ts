import { mulberry32 } from '../../../../testing/src/ids.js'
import { MerchantPay } from '../../../src/client.js'
import type { ClientOptions } from '../../../src/options.js'
import { fault } from '../fake.js'
import { KEY_ID, SECRET } from '../keys.js'
import { VirtualClock } from '../virtual-clock.js'
import { COUNTING, type Counting, createCounter, WINDOW_MS } from './request-counter.js'

/** How a run's calls come and how the network treats them. */
export const WEATHERS = {
  /** All at once, up to half a second each way. */
  burst: { overMs: 0, longestMs: 500, slowShare: 0, faultShare: 0 },
  /** All at once; one in twenty takes up to 8 s each way, and some connections break or are refused. */
  rough: { overMs: 0, longestMs: 500, slowShare: 0.05, faultShare: 0.05 },
  /** One after another at more than the allowed rate, in the same network. */
  stream: { overMs: 150_000, longestMs: 500, slowShare: 0.05, faultShare: 0.05 },
} as const
export type Weather = keyof typeof WEATHERS

const CALLS = 200
const SLOWEST_MS = 8_000
/** The largest error of the server's clock rate. */
const DRIFT = 0.001
/** The last of a burst starts by then; three windows are the least that any client needs. */
const LAST_START_MS = 185_000
const FOREVER = Number.POSITIVE_INFINITY

/** The result of one run. */
export interface LimiterRun {
  /** Requests the server refused. */
  readonly refused: number
  readonly sent: number
  /** When the last request started, milliseconds after the first. */
  readonly lastStartMs: number
}

type MakeClients = (options: ClientOptions) => readonly MerchantPay[]
const oneClient: MakeClients = (options) => [new MerchantPay(options)]

/**
 * Lets 200 calls go through the limiter to a server that counts in one of the known ways, in virtual time.
 *
 * @param makeClients makes the clients that the calls are dealt to; they share one key
 */
export async function runLimiter(
  counting: Counting,
  weather: Weather,
  seed: number,
  makeClients: MakeClients = oneClient,
): Promise<LimiterRun> {
  const { overMs, longestMs, slowShare, faultShare } = WEATHERS[weather]
  const next = mulberry32(seed)
  const random = () => next() / 2 ** 32
  const clock = new VirtualClock()
  const count = createCounter(counting, -random() * WINDOW_MS)
  const pace = 1 + (random() * 2 - 1) * DRIFT
  const seen = { refused: 0, sent: 0, lastStartMs: 0 }
  const fetch = async (): Promise<Response> => {
    seen.sent += 1
    seen.lastStartMs = clock.monotonic()
    const longest = random() < slowShare ? SLOWEST_MS : longestMs
    const fate = random()
    if (fate < faultShare / 2) throw fault('ECONNREFUSED')()
    await clock.sleep(random() * longest)
    const isCounted = count(clock.monotonic() * pace)
    await clock.sleep(random() * longest)
    if (!isCounted) seen.refused += 1
    if (fate < faultShare) throw fault('ECONNRESET')()
    return isCounted ? new Response('{}') : new Response('{"error":"rate limit exceeded"}', { status: 429 })
  }
  const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET }
  const clients = makeClients({
    ...key,
    fetch,
    clock,
    timeoutMs: FOREVER,
    deadlineMs: FOREVER,
    maxRetries: 0,
  })
  const calls = Array.from({ length: CALLS }, async (_, at) => {
    if (overMs > 0) await clock.sleep(random() * overMs)
    const mp = clients[at % clients.length]
    await (random() < 0.5 ? mp?.orders.get('o1') : mp?.merchants.rotateWebhookSecret())
  })
  await clock.run(Promise.allSettled(calls))
  return seen
}

/** @throws Error naming the run in which the server refused a request, or the limiter held one back too long */
export async function requireNoRefusal(firstSeed: number, seeds: number): Promise<number> {
  let lastStartMs = 0
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    for (const counting of COUNTING) {
      for (const weather of Object.keys(WEATHERS) as Weather[]) {
        const run = await runLimiter(counting, weather, seed)
        const isLate = weather === 'burst' && run.lastStartMs > LAST_START_MS
        if (run.refused > 0 || run.sent !== CALLS || isLate) {
          throw new Error(`seed ${seed}, ${counting}, ${weather}: ${JSON.stringify(run)}`)
        }
        if (weather === 'burst') lastStartMs = Math.max(lastStartMs, run.lastStartMs)
      }
    }
  }
  return lastStartMs
}
