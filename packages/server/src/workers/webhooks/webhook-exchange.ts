import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net'
import { hostOf } from '@merchantpay/core/webhook-url'
import { isSameAddress } from '../../domain/shared/ip.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import type { Deadline } from '../../runtime/deadline.js'
import type { AttemptTimer } from './attempt-timer.js'
import { isMalformedHead, isReset } from './webhook-errors.js'
import { TargetError } from './webhook-resolver.js'
import { watchStatusLine } from './webhook-status-line.js'

const HTTPS_PORT = 443
const MAX_HEADER_BYTES = 16_384
const MAX_INFORMATIONAL = 16
const FIRST_FINAL_STATUS = 200
/** Number of silent addresses that use up the deadline of a name. Node's default moves on from each after 250 ms. */
const ADDRESSES_IN_TIME = 4

export interface PostedBytes {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A response, of which only the head is read. */
export interface Answer {
  readonly status: number
  /** Absent where the head cannot be parsed; then the connection is closed. */
  readonly message?: IncomingMessage
}

/** How an exchange is made. */
export interface ExchangeOptions {
  readonly timer: AttemptTimer
  readonly deadline: Deadline
  readonly destination: ReturnType<typeof destinationOf>
  readonly options: { readonly userAgent: string; readonly timeoutMs: number }
}

/**
 * Splits a URL into its destination.
 *
 * @throws TypeError where the text is not a URL
 */
export function destinationOf(url: string) {
  const parsed = parseUrlCached(url) ?? new URL(url)
  const { host: hostHeader, port, pathname, search } = parsed
  return { host: hostOf(parsed), hostHeader, port: port === '' ? HTTPS_PORT : port, path: pathname + search }
}

/** A reused connection was dead before any byte of a response arrived. */
export class StaleSocket extends Error {
  override readonly name = 'StaleSocket'
}

/**
 * POSTs over one connection and reads the head of the response.
 *
 * @param addresses allowed for a new connection; an open one was checked when it was made
 */
export function exchange(
  { body, headers }: PostedBytes,
  addresses: readonly string[],
  agent: Agent,
  { deadline, timer, destination, options: { userAgent, timeoutMs } }: ExchangeOptions,
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
