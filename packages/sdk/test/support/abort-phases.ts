import { type Answer, events, json, type Received, refusal, silence, stall } from './peer.js'
import { keepAnswers } from './progress.js'

/** The progress of a call, as seen from outside. */
export interface View {
  /** The requests at its server. */
  readonly seen: readonly Received[]
  /** The answers whose head is here. */
  readonly answers: readonly Response[]
  /** The types of its client's events. */
  readonly emitted: readonly string[]
}

/** A phase in which a caller may abort. */
export interface AbortPhase {
  readonly answer: Answer
  /** The client's own limit; it lets one call before this one through. */
  readonly rateLimit?: { readonly limit: 1; readonly windowMs: number }
  /** Whether its last request is under way, so that an abort has to close the connection. */
  readonly isSent: boolean
  /** Whether the call is in the phase. */
  readonly isThere: (view: View) => boolean
}

type Phases = Readonly<Record<string, AbortPhase>>

const LATER = { 'retry-after': '47', connection: 'close' }
const unavailable = refusal(503, 'service unavailable', LATER)
const openStream = events('data: {"id":"o1","status":"OPEN"}\n\n', true)
const isList = ({ target }: Received) => target.startsWith('/v1/orders?')
const isReading = ({ answers }: View) => answers[0]?.body?.locked === true
const isAsked = ({ seen }: View) => seen.length === 1

/** Of a call that is answered at once. */
export const CALL_PHASES: Phases = {
  queue: {
    answer: json(200, { id: 'o1', status: 'OPEN' }),
    rateLimit: { limit: 1, windowMs: 60_000 },
    isSent: false,
    isThere: ({ emitted }) => emitted.includes('wait'),
  },
  backoff: {
    answer: refusal(429, 'rate limit exceeded', LATER),
    isSent: false,
    isThere: ({ emitted }) => emitted.includes('retry'),
  },
  request: { answer: silence, isSent: true, isThere: isAsked },
  body: { answer: stall(200), isSent: true, isThere: isReading },
}

/** Of the event stream of an order. */
export const STREAM_PHASES: Phases = {
  connecting: { answer: silence, isSent: true, isThere: isAsked },
  open: { answer: openStream, isSent: true, isThere: isReading },
  'waiting to connect again': {
    answer: unavailable,
    isSent: false,
    isThere: ({ emitted }) => emitted.includes('reconnect'),
  },
}

/** Of a wait for the payment of an order. */
export const WAIT_PHASES: Phases = {
  connecting: { answer: silence, isSent: true, isThere: isAsked },
  streaming: { answer: openStream, isSent: true, isThere: isReading },
  polling: {
    answer: (response, request) => (isList(request) ? silence : unavailable)(response),
    isSent: true,
    isThere: ({ seen }) => seen.some(isList),
  },
}

/** Options of a client that record the progress of its calls, and the records. */
export function watchClient() {
  const { fetch, answers } = keepAnswers()
  const emitted: string[] = []
  const onEvent = ({ type }: { type: string }) => void emitted.push(type)
  return { options: { fetch, onEvent, logLevel: 'off' } as const, answers, emitted }
}
