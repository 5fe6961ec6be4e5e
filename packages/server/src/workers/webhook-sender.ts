import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import { isSameAddress } from '../domain/ip.js'
import { hostOf } from '../domain/webhook-target.js'
import type { AttemptOutcome } from '../domain/webhooks.js'
import { Deadline } from './deadline.js'
import { type JudgeAddress, resolveTarget, TargetError } from './webhook-resolver.js'

export interface WebhookPost {
  readonly url: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}
/** Makes one attempt. Never throws; settles by the deadline or when `signal` aborts. */
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

const MAX_HEADER_BYTES = 16_384
const MAX_INFORMATIONAL = 16
const FIRST_FINAL_STATUS = 200
/** Of the answer's body this much is read, for this long, so that an honest receiver can finish; then it is cut. */
const DRAIN_BYTES = 65_536
const DRAIN_MS = 2_000

/**
 * A POST to a merchant's server: only to addresses the judge accepts, over a connection pinned to them, without redirects
 * or proxies, under one deadline. A complete head with a 2xx status delivers, whatever follows it.
 */
export function createWebhookSender(options: SenderOptions): SendWebhook {
  const { secureContext } = options
  // Stated in full because flags and variables of the process would change the defaults.
  const agent = new Agent({
    keepAlive: false,
    rejectUnauthorized: true,
    secureContext,
  })
  return async (post, signal) => {
    const deadline = new Deadline(signal, options.timeoutMs)
    try {
      const host = hostOf(new URL(post.url))
      const addresses = await resolveTarget(host, options.judgeAddress, deadline.signal, options.nameServers)
      const status = await exchange(post, addresses, { agent, userAgent: options.userAgent }, deadline)
      const isDelivered = status >= 200 && status < 300
      return isDelivered ? { delivered: true } : { delivered: false, error: `HTTP ${status}` }
    } catch (error) {
      deadline.end()
      return { delivered: false, error: deadline.signal.aborted ? 'timeout' : errorCode(error) }
    }
  }
}

/** @returns the status of the answer's head */
function exchange(
  { url, body, headers }: WebhookPost,
  addresses: readonly string[],
  { agent, userAgent }: { agent: Agent; userAgent: string },
  deadline: Deadline,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.byteLength,
        'User-Agent': userAgent,
        'Accept-Encoding': 'identity',
        ...headers,
      },
      signal: deadline.signal,
      agent,
      lookup: pinnedTo(addresses),
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    refuseOddities(sent, addresses, reject)
    sent.once('response', (answer) => {
      drain(answer)
      const { httpVersionMajor, statusCode = 0 } = answer
      if (httpVersionMajor === 1 && statusCode >= FIRST_FINAL_STATUS) resolve(statusCode)
      else reject(new TargetError('response_invalid'))
    })
    sent.on('error', reject)
    sent.once('close', () => {
      deadline.end()
      reject(new TargetError('connection_reset'))
    })
    sent.end(body)
  })
}

/** The vetted addresses and no others: no second look at the name can bring another one in. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all }, callback) => {
    const [first] = records
    if (all || !first) return callback(null, records)
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

function drain(answer: IncomingMessage): void {
  const timer = setTimeout(() => answer.destroy(), DRAIN_MS)
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > DRAIN_BYTES) answer.destroy()
  })
  answer.once('close', () => clearTimeout(timer))
  // The outcome is known; what happens to the rest changes nothing.
  answer.on('error', () => undefined)
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
  'EPERM',
])

/** Short codes for the merchant's log: no address, no path, nothing of the operator's network. */
function errorCode(error: unknown): string {
  if (error instanceof TargetError) return error.code
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'connection_reset'
  if (UNREACHABLE.has(code)) return 'network_unreachable'
  if (code.startsWith('HPE_')) return 'response_invalid'
  return 'tls_error'
}
