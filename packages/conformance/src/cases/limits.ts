import { systemClock } from '@merchantpay/testing'
import { type Case, coversOf } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { type OpenStream, openStream } from '../http/event-stream.js'
import { callOf, exchange, open } from '../http/request.js'
import type { Merchant } from '../session/merchant.js'
import { pass } from '../session/pass.js'
import type { Keys } from '../targets/target.js'
import { FORGED_SECRET } from './authentication.js'
import { makeOrder, UNKNOWN_UUID } from './samples.js'

const REQUESTS_PER_WINDOW = 60
const WINDOW_MS = 60_000
/** The server counts on another clock, in whole milliseconds. */
const SLACK_MS = 10
const STREAMS_PER_ORDER = 5
const STREAMS_PER_KEY = 50
const STREAMS_PER_SCOPE = 100
const LONGEST_CLOSING_MS = 5_000
const CLOSING_STEP_MS = 200
const ROW = '429 rate limit exceeded'

/** Opens five streams of each of `count` new orders, all with one key. */
async function fill(merchant: Merchant, keys: Keys, orders: number): Promise<Filled> {
  const ids: string[] = []
  const streams: OpenStream[] = []
  for (let made = 0; made < orders; made += 1) {
    const { id } = await makeOrder(merchant)
    ids.push(id)
    for (let open = 0; open < STREAMS_PER_ORDER; open += 1) {
      streams.push(await openStream(merchant.target, keys, id))
    }
  }
  const close = () => {
    for (const stream of streams) stream.close()
  }
  return { ids, close }
}

interface Filled {
  readonly ids: readonly string[]
  close(): void
}

async function requireNoStream(merchant: Merchant, keys: Keys, id: string): Promise<void> {
  const answer = await exchange(merchant.target, callOf('streamOrderEvents', { id }), { keys })
  requireRefusal(answer, ROW, 'one stream too many')
  requireEqual(answer.headers.get('retry-after'), '5', 'Retry-After')
}

/** Waits until the server has noticed closed streams. @throws Error when it never does */
async function requireStreamAgain(merchant: Merchant, keys: Keys, id: string): Promise<void> {
  const call = callOf('streamOrderEvents', { id })
  for (let tries = 0; tries < LONGEST_CLOSING_MS / CLOSING_STEP_MS; tries += 1) {
    const abort = new AbortController()
    const { status } = await open(merchant.target, call, { keys }, abort.signal)
    abort.abort()
    if (status === 200) return
    await pass(merchant.target, CLOSING_STEP_MS)
  }
  throw new Error(`expected a stream within ${LONGEST_CLOSING_MS} ms of closing the others`)
}

/** The limits of requests and streams. */
export const limits: Case[] = [
  {
    name: 'the 61st request of a key in its minute is 429 with the correct Retry-After',
    operationId: 'getCurrentMerchant',
    covers: coversOf('getCurrentMerchant', 'rate_limit_exceeded'),
    async run(session) {
      const { target } = session
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      const me = () => exchange(target, callOf('getCurrentMerchant'), { keys })
      const now = () => (target.clock ?? systemClock).monotonic()
      const first = now()
      requireEqual((await me()).status, 200, 'status of the first request')
      const answered = now()
      for (let sent = 1; sent < REQUESTS_PER_WINDOW; sent += 1) {
        requireEqual((await me()).status, 200, `status of request ${sent + 1}`)
      }
      const last = now()
      const refused = await me()
      requireRefusal(refused, ROW, 'request 61')
      // The window opened between sending and answering the first request, and its rest was measured between
      // sending and answering this one.
      const seconds = Number(refused.headers.get('retry-after'))
      const least = Math.ceil((WINDOW_MS - (now() - first) - SLACK_MS) / 1_000)
      const most = Math.ceil((WINDOW_MS - (last - answered) + SLACK_MS) / 1_000)
      requireThat(seconds >= least && seconds <= most, `Retry-After of ${least} to ${most}, not ${seconds}`)
      // A limited key neither hides a wrong signature nor limits another key.
      const forged = { keys: { ...keys, secret: FORGED_SECRET } }
      const answer = await exchange(target, callOf('getCurrentMerchant'), forged)
      requireRefusal(answer, '401 invalid signature', 'a forged signature of a limited key')
      await merchant.succeeds('getCurrentMerchant')
      const wrong = await exchange(target, callOf('createOrder', { bytes: '{' }), { keys })
      requireRefusal(wrong, ROW, 'wrong JSON of a limited key')
      if (!target.advance) return
      await pass(target, seconds * 1_000)
      requireEqual((await me()).status, 200, 'status after Retry-After')
    },
  },
  {
    name: 'a sixth stream of an order is 429 with Retry-After 5 until another closes',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents', 'streamOrderEvents rate_limit_exceeded'],
    async run(session) {
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      const { ids, close } = await fill(merchant, keys, 1)
      const [id = UNKNOWN_UUID] = ids
      await requireNoStream(merchant, keys, id)
      close()
      await requireStreamAgain(merchant, keys, id)
    },
  },
  {
    name: 'a fifty-first stream of a key is 429 with Retry-After 5',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents rate_limit_exceeded'],
    async run(session) {
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      const { id } = await makeOrder(merchant)
      const { close } = await fill(merchant, keys, STREAMS_PER_KEY / STREAMS_PER_ORDER)
      await requireNoStream(merchant, keys, id)
      close()
      const other = await merchant.openStream(id)
      other.close()
    },
  },
  {
    name: 'a hundred-and-first stream of a merchant in an environment is 429 with Retry-After 5, whichever key opens it',
    operationId: 'streamOrderEvents',
    covers: ['streamOrderEvents rate_limit_exceeded'],
    needs: ['registration'],
    async run(session) {
      // A merchant of its own, since streams that other cases left open count too.
      const merchant = await session.register()
      const { id } = await makeOrder(merchant)
      const filled: Filled[] = []
      for (let keys = 0; keys < STREAMS_PER_SCOPE / STREAMS_PER_KEY; keys += 1)
        filled.push(await fill(merchant, await merchant.makeKey(), STREAMS_PER_KEY / STREAMS_PER_ORDER))
      const keys = await merchant.makeKey()
      await requireNoStream(merchant, keys, id)
      for (const { close } of filled) close()
      await requireStreamAgain(merchant, keys, id)
    },
  },
]
