import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net'
import type { SecureContext } from 'node:tls'
import { hostOf } from '@merchantpay/core/webhook-url'
import { isSameAddress } from '../../domain/shared/ip.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import type { AttemptOutcome } from '../../domain/webhooks/webhook.js'
import type { AttemptTimings, AttemptTrace } from '../../domain/webhooks/webhook-attempt.js'
import { sampleText } from '../../domain/webhooks/webhook-sample.js'
import { Deadline } from '../../runtime/deadline.js'
import { hasFreeSocket, WebhookAgents } from './webhook-agents.js'
import { type AnswerSample, readSample } from './webhook-answer.js'
import { errorOf, isMalformedHead, isReset } from './webhook-errors.js'
import { type AddressCheck, resolveTarget, TargetError } from './webhook-resolver.js'
import { watchStatusLine } from './webhook-status-line.js'

export interface WebhookPost {
  readonly url: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Posts of one pool share open connections; without a pool, a post has its own connection. */
  readonly pool?: string
  /** Called before the outcome, with a promise of the trace that resolves once the connection is released. */
  readonly onTrace?: (trace: Promise<AttemptTrace>) => void
}
/**
 * Makes one attempt. Never rejects; resolves with the head of the response, by the deadline, or when `signal` aborts.
 * The response body is read afterwards.
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<AttemptOutcome>

export interface SenderOptions {
  /** One deadline for name lookup, connection, TLS, request and response head. */
  readonly timeoutMs: number
  readonly isAddressAllowed: AddressCheck
  /** Certificates that the receiver's chain may end in. */
  readonly secureContext: SecureContext
  readonly userAgent: string
  /** Name servers, each an address and a port; the system's where absent. */
  readonly nameServers?: readonly string[]
}

const HTTPS_PORT = 443
const MAX_HEADER_BYTES = 16_384
const MAX_INFORMATIONAL = 16
const FIRST_FINAL_STATUS = 200
/** Longer than any date or number of seconds. */
const MAX_RETRY_AFTER = 128
/** Number of silent addresses that use up the deadline of a name. Node's default moves on from each after 250 ms. */
const ADDRESSES_IN_TIME = 4

/**
 * Creates the sender of webhooks: POSTs only to allowed addresses, over a connection pinned to them, without redirects
 * or proxies, under one deadline. A complete head with a 2xx status counts as delivered, whatever follows, and so does
 * a 2xx status line before a head that cannot be parsed.
 */
export function createWebhookSender(options: SenderOptions): SendWebhook {
  const agents = new WebhookAgents(options.secureContext)
  return async (post, signal) => {
    const deadline = new Deadline(signal, options.timeoutMs)
    const timer = new AttemptTimer()
    try {
      const destination = destinationOf(post.url)
      const answer = await exchangePooled(post, { agents, timer, deadline, destination, options })
      const { status, message } = answer
      const sample = message ? readSample(message) : Promise.resolve(undefined)
      const head = { status, retryAfter: message?.headers['retry-after'] }
      post.onTrace?.(sample.finally(() => deadline.end()).then((read) => traceOf(timer, head, read)))
      const isDelivered = status >= 200 && status < 300
      return isDelivered ? { delivered: true } : { delivered: false, error: `HTTP ${status}` }
    } catch (error) {
      deadline.end()
      post.onTrace?.(Promise.resolve(traceOf(timer)))
      return { delivered: false, ...(deadline.isOver ? { error: 'timeout' } : errorOf(error)) }
    }
  }
}

type TimedPart = Exclude<keyof AttemptTimings, 'whole'>

/** Times at which the phases of an attempt ended, milliseconds from its start. */
class AttemptTimer {
  private readonly startedAt = performance.now()
  private readonly at: Record<TimedPart, number | null> = {
    dns: null,
    connect: null,
    tls: null,
    firstByte: null,
  }

  mark(part: TimedPart): void {
    this.at[part] = this.elapsed()
  }

  elapsed(): number {
    return Math.floor(performance.now() - this.startedAt)
  }

  /** Returns the duration of each phase; a phase begins when the previous one ends. */
  timings(): AttemptTimings {
    const { dns, connect, tls, firstByte } = this.at
    return {
      dns,
      connect: connect === null ? null : connect - (dns ?? 0),
      tls: tls === null ? null : tls - (connect ?? 0),
      firstByte,
      whole: this.elapsed(),
    }
  }
}

/** The recorded part of a response head. */
interface AnswerHead {
  readonly status: number
  readonly retryAfter: string | undefined
}

function traceOf(timer: AttemptTimer, head?: AnswerHead, sample?: AnswerSample): AttemptTrace {
  const retryAfter = head?.retryAfter?.slice(0, MAX_RETRY_AFTER)
  return {
    status: head?.status ?? null,
    timings: timer.timings(),
    retryAfter: retryAfter === undefined ? null : sampleText(Buffer.from(retryAfter, 'latin1')),
    sample: sample ? sampleText(sample.bytes) : null,
    sampleBytes: sample?.bytes.byteLength ?? 0,
    isTruncated: sample?.isTruncated ?? false,
  }
}

/** A response, of which only the head is read. */
interface Answer {
  readonly status: number
  /** Absent where the head cannot be parsed; then the connection is closed. */
  readonly message?: IncomingMessage
}

interface Attempt {
  readonly agents: WebhookAgents
  readonly timer: AttemptTimer
  readonly deadline: Deadline
  readonly destination: ReturnType<typeof destinationOf>
  readonly options: SenderOptions
}

async function exchangePooled(post: WebhookPost, attempt: Attempt): Promise<Answer> {
  const { agents, deadline } = attempt
  const { pool } = post
  if (pool === undefined) return exchangeFresh(post, agents.single, attempt)
  const agent = agents.of(pool)
  try {
    return await exchangeReused(agent, post, attempt)
  } catch (error) {
    // The receiver closed the idle connection, which does not count against it.
    if (!(error instanceof StaleSocket) || deadline.isOver) throw error
    agents.discard(pool, agent)
    return exchangeFresh(post, agents.single, attempt)
  }
}

/** Reuses an open connection where there is one, without name lookup or handshake. */
async function exchangeReused(agent: Agent, post: WebhookPost, attempt: Attempt): Promise<Answer> {
  if (!hasFreeSocket(agent)) return exchangeFresh(post, agent, attempt)
  const addresses = await literalOf(attempt)
  // Checked again: attempts that begin together see the same connection, and another one may have taken it by now.
  if (!hasFreeSocket(agent)) return exchangeFresh(post, agent, attempt)
  return exchange(post, addresses, agent, attempt)
}

async function exchangeFresh(post: WebhookPost, agent: Agent, attempt: Attempt): Promise<Answer> {
  const { destination, timer, deadline, options } = attempt
  const { host } = destination
  const addresses = await resolveTarget(host, options.isAddressAllowed, deadline.signal, options.nameServers)
  if (!isIP(host)) timer.mark('dns')
  return exchange(post, addresses, agent, attempt)
}

/**
 * Checks a literal address before each attempt, since it is never resolved; names are checked when a connection is
 * made.
 */
async function literalOf({ destination: { host }, deadline, options }: Attempt): Promise<string[]> {
  return isIP(host) ? resolveTarget(host, options.isAddressAllowed, deadline.signal) : []
}

/**
 * Splits a URL into its destination.
 *
 * @throws TypeError where the text is not a URL
 */
function destinationOf(url: string) {
  const parsed = parseUrlCached(url) ?? new URL(url)
  const { host: hostHeader, port, pathname, search } = parsed
  return { host: hostOf(parsed), hostHeader, port: port === '' ? HTTPS_PORT : port, path: pathname + search }
}

/** A reused connection was dead before any byte of a response arrived. */
class StaleSocket extends Error {
  override readonly name = 'StaleSocket'
}

/** @param addresses allowed for a new connection; an open one was checked when it was made */
function exchange(
  { body, headers }: WebhookPost,
  addresses: readonly string[],
  agent: Agent,
  { deadline, timer, destination, options: { userAgent, timeoutMs } }: Attempt,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host, hostHeader, port, path } = destination
    const sent = request({
      method: 'POST',
      hostname: host,
      port,
      path,
      // A list is written as it is.
      headers: [
        'Host',
        hostHeader,
        'Content-Type',
        'application/json',
        'Content-Length',
        `${body.byteLength}`,
        'User-Agent',
        userAgent,
        'Accept-Encoding',
        'identity',
        ...Object.entries(headers).flat(),
      ],
      agent,
      lookup: pinnedTo(addresses),
      ...familyTimeout(timeoutMs / ADDRESSES_IN_TIME),
      servername: isIP(host) ? '' : host.replace(/\.$/, ''),
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    // Costs less than the `signal` option of a request, which also watches for the request's end.
    deadline.whenOver(() => void sent.destroy(new TargetError('timeout')))
    const hasReceived = watchSocket(sent, timer)
    const statusLine = watchStatusLine(sent)
    rejectUnexpected(sent, addresses, reject)
    let hasHead = false
    sent.once('response', (message) => {
      hasHead = true
      timer.mark('firstByte')
      const { httpVersionMajor, statusCode: status = 0 } = message
      if (httpVersionMajor === 1 && status >= FIRST_FINAL_STATUS) return resolve({ status, message })
      message.destroy()
      reject(new TargetError('response_invalid'))
    })
    sent.on('error', (error) => {
      const status = !hasHead && isMalformedHead(error) ? statusLine() : undefined
      if (status !== undefined) {
        timer.mark('firstByte')
        return resolve({ status })
      }
      const isStale = sent.reusedSocket && !hasReceived() && isReset(error)
      reject(isStale ? new StaleSocket() : error)
    })
    sent.once('close', () => hasHead || reject(new TargetError('connection_reset')))
    sent.end(body)
  })
}

/**
 * How long a connection tries each of several addresses. `request` passes the options on, though its types omit them.
 */
const familyTimeout = (
  ms: number,
): Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: Math.ceil(ms),
})

/** Pins a connection to the checked addresses, so that no second lookup can bring in another one. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all }, callback) => {
    const [first] = records
    if (!first) return callback(new StaleSocket(), [])
    if (all) return callback(null, records)
    callback(null, first.address, first.family)
  }
}

function rejectUnexpected(
  sent: ClientRequest,
  addresses: readonly string[],
  reject: (error: Error) => void,
): void {
  const refuse = (code: string) => {
    reject(new TargetError(code))
    sent.destroy()
  }
  sent.once('socket', (socket) => {
    if (sent.reusedSocket) return
    // Runs before the listener that starts the handshake, so a wrong destination does not even learn the host name.
    socket.prependOnceListener('connect', () => {
      const { remoteAddress = '' } = socket
      if (!addresses.some((address) => isSameAddress(address, remoteAddress))) refuse('blocked_target')
    })
  })
  sent.once('upgrade', () => refuse('response_invalid'))
  let informational = 0
  sent.on('information', () => {
    informational += 1
    if (informational > MAX_INFORMATIONAL) refuse('response_invalid')
  })
}

/**
 * Times a new connection.
 *
 * @returns a function: whether any byte arrived over the request's connection
 */
function watchSocket(sent: ClientRequest, timer: AttemptTimer): () => boolean {
  let readBefore = 0
  sent.once('socket', (socket) => {
    readBefore = socket.bytesRead
    if (sent.reusedSocket) return
    socket.once('connect', () => timer.mark('connect'))
    socket.once('secureConnect', () => timer.mark('tls'))
  })
  return () => (sent.socket?.bytesRead ?? 0) > readBefore
}
