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
import { type JudgeAddress, resolveTarget, TargetError } from './webhook-resolver.js'
import { watchStatusLine } from './webhook-status-line.js'

export interface WebhookPost {
  readonly url: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Posts of one pool share open connections; without one, the post has a connection of its own. */
  readonly pool?: string
  /** Told before the outcome: what will have been seen once the connection is done with. */
  readonly onTrace?: (trace: Promise<AttemptTrace>) => void
}
/**
 * Makes one attempt. Never throws; settles with the head of the answer, by the deadline, or when `signal` aborts. The body
 * of the answer is read after that.
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<AttemptOutcome>

export interface SenderOptions {
  /** One deadline over name, connection, TLS, request and the head of the answer. */
  readonly timeoutMs: number
  readonly judgeAddress: JudgeAddress
  /** Certificates the receiver's chain may end in. */
  readonly secureContext: SecureContext
  readonly userAgent: string
  /** Who is asked about names, each an address and a port; the system's name servers where none are named. */
  readonly nameServers?: readonly string[]
}

const HTTPS_PORT = 443
const MAX_HEADER_BYTES = 16_384
const MAX_INFORMATIONAL = 16
const FIRST_FINAL_STATUS = 200
/** Longer than any date or number of seconds. */
const MAX_RETRY_AFTER = 128
/** So many silent addresses of a name use its deadline up. Node itself would turn from each after 250 ms, answer or not. */
const ADDRESSES_IN_TIME = 4

/**
 * A POST to a merchant's server: only to addresses the judge accepts, over a connection pinned to them, without redirects
 * or proxies, under one deadline. A complete head with a 2xx status delivers, whatever follows it, and so does a 2xx
 * status line before a head that cannot be parsed.
 */
export function createWebhookSender(options: SenderOptions): SendWebhook {
  const agents = new WebhookAgents(options.secureContext)
  return async (post, signal) => {
    const deadline = new Deadline(signal, options.timeoutMs)
    const timer = new AttemptTimer()
    try {
      const destination = destinationOf(post.url)
      const answer = await answerTo(post, { agents, timer, deadline, destination, options })
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

/** When the parts of an attempt were over, milliseconds from its start. */
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

  /** How long each part took; a part begins where the one before it was over. */
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

/** What is kept of the head of an answer. */
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

/** An answer, of which only the head is read. */
interface Answer {
  readonly status: number
  /** Absent where the head cannot be parsed; its connection is closed then. */
  readonly message?: IncomingMessage
}

interface Attempt {
  readonly agents: WebhookAgents
  readonly timer: AttemptTimer
  readonly deadline: Deadline
  readonly destination: ReturnType<typeof destinationOf>
  readonly options: SenderOptions
}

async function answerTo(post: WebhookPost, attempt: Attempt): Promise<Answer> {
  const { agents, deadline } = attempt
  const { pool } = post
  if (pool === undefined) return freshAnswerTo(post, agents.single, attempt)
  const agent = agents.of(pool)
  try {
    return await answerOver(agent, post, attempt)
  } catch (error) {
    // The receiver closed it while nobody looked: that says nothing about the receiver.
    if (!(error instanceof StaleSocket) || deadline.isOver) throw error
    agents.letGo(pool, agent)
    return freshAnswerTo(post, agents.single, attempt)
  }
}

/** Over a connection that is open already, where there is one: that takes neither a name server nor a handshake. */
async function answerOver(agent: Agent, post: WebhookPost, attempt: Attempt): Promise<Answer> {
  if (!hasFreeSocket(agent)) return freshAnswerTo(post, agent, attempt)
  const addresses = await literalOf(attempt)
  // Looked at once more: attempts that begin together have seen the same connection, and one of them has it by now.
  if (!hasFreeSocket(agent)) return freshAnswerTo(post, agent, attempt)
  return exchange(post, addresses, agent, attempt)
}

async function freshAnswerTo(post: WebhookPost, agent: Agent, attempt: Attempt): Promise<Answer> {
  const { destination, timer, deadline, options } = attempt
  const { host } = destination
  const addresses = await resolveTarget(host, options.judgeAddress, deadline.signal, options.nameServers)
  if (!isIP(host)) timer.mark('dns')
  return exchange(post, addresses, agent, attempt)
}

/** Nobody looks a literal address up, so it is judged before each attempt; a name only when a connection is made. */
async function literalOf({ destination: { host }, deadline, options }: Attempt): Promise<string[]> {
  return isIP(host) ? resolveTarget(host, options.judgeAddress, deadline.signal) : []
}

/** Where a URL leads. @throws TypeError for what is none */
function destinationOf(url: string) {
  const parsed = parseUrlCached(url) ?? new URL(url)
  const { host: hostHeader, port, pathname, search } = parsed
  return { host: hostOf(parsed), hostHeader, port: port === '' ? HTTPS_PORT : port, path: pathname + search }
}

/** An open connection was to be used again and was dead, before anything of an answer came. */
class StaleSocket extends Error {
  override readonly name = 'StaleSocket'
}

/** @param addresses what a new connection may go to; an open one was vetted when it was made */
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
      // As a list, which is written as it stands.
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
      ...turnAfter(timeoutMs / ADDRESSES_IN_TIME),
      servername: isIP(host) ? '' : host.replace(/\.$/, ''),
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    // Less than the option `signal` of a request does, which also watches for the request's end.
    deadline.whenOver(() => void sent.destroy(new TargetError('timeout')))
    const heard = watchSocket(sent, timer)
    const statusLine = watchStatusLine(sent)
    refuseOddities(sent, addresses, reject)
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
      const isStale = sent.reusedSocket && !heard() && isReset(error)
      reject(isStale ? new StaleSocket() : error)
    })
    sent.once('close', () => hasHead || reject(new TargetError('connection_reset')))
    sent.end(body)
  })
}

/** Which address of several a connection tries, and for how long: `request` hands it on, though its types do not say so. */
const turnAfter = (
  ms: number,
): Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: Math.ceil(ms),
})

/** The vetted addresses and no others: no second look at the name can bring another one in. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all }, callback) => {
    const [first] = records
    if (!first) return callback(new StaleSocket(), [])
    if (all) return callback(null, records)
    callback(null, first.address, first.family)
  }
}

function refuseOddities(
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
    // Before the listener that starts the handshake: a wrong place does not even learn the name.
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

/** Times a new connection. @returns whether any byte came over the request's connection */
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
