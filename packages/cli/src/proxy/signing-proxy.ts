/**
 * Signs the requests that pass through it. Tools that know HTTP, but not the signature of this API, send their requests to the proxy on this machine,
 * and the proxy sends them signed to the service. Its callers need no password, so it listens on 127.0.0.1 only and refuses
 * the requests that a web page in a browser of this machine could send.
 */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type Server } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSigner, formatAuthorization } from '@merchantpay/sdk/signing'
import { isFromThisMachine } from './admission.js'
import { type Key, keyIn } from './keys.js'

export interface SigningProxyOptions {
  /** The base URL of the service. */
  readonly baseUrl: string
  /** Signs requests that carry no key of their own; without it they pass unsigned. */
  readonly key?: Key | undefined
  /** 0, the default, takes any free port. */
  readonly port?: number
}

export interface SigningProxy {
  readonly url: string
  close(): Promise<void>
}

/** A response that the proxy gives by itself. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** As in the API. */
const MAX_BODY_BYTES = 65_536
/** Headers that belong to one connection, or that the proxy writes itself. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export async function startSigningProxy({
  baseUrl,
  key,
  port = 0,
}: SigningProxyOptions): Promise<SigningProxy> {
  const base = new URL(baseUrl)
  const server = createServer((incoming, response) => {
    const abort = new AbortController()
    response.once('close', () => abort.abort())
    forward(base, key, incoming, portOf(server), abort.signal)
      .then((answer) => {
        response.writeHead(answer.statusCode ?? 502, passed(answer.headers)).flushHeaders()
        answer.once('error', () => response.destroy()).pipe(response)
      })
      .catch((error: unknown) => {
        const refused = error instanceof Refusal ? error : new Refusal(502, 'the service cannot be reached')
        if (response.destroyed) return
        // The rest of a body that was not read would be taken for the next request.
        response.writeHead(refused.status, { 'content-type': 'application/json', connection: 'close' })
        response.end(JSON.stringify({ error: refused.message }))
      })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A listening TCP server has such an address. */
const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Sends a request on, signed. @returns the head of its answer, whose body is still to come @throws Refusal */
async function forward(
  base: URL,
  key: Key | undefined,
  incoming: IncomingMessage,
  port: number,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { method = 'GET', url = '', headers } = incoming
  if (!isFromThisMachine(headers, port))
    throw new Refusal(403, 'this proxy signs for programs of this machine')
  if (!url.startsWith('/')) throw new Refusal(400, 'the target is a path')
  const target = base.pathname.replace(/\/$/, '') + url
  const body = await readBody(incoming)
  const authorization = await authorize(headers.authorization, key, { method, target, body })
  const sent: OutgoingHttpHeaders = { ...passed(headers), ...(authorization && { authorization }) }
  if (body.byteLength > 0 || headers['content-length'] !== undefined) sent['content-length'] = body.byteLength
  const send = base.protocol === 'https:' ? requestTls : request
  return new Promise((resolve, reject) => {
    send({ host: base.hostname, port: base.port, path: target, method, headers: sent, signal }, resolve)
      .once('error', reject)
      .end(body)
  })
}

/** The header to send. One that names no key and secret passes unchanged, for the service to judge. */
async function authorize(
  given: string | undefined,
  standard: Key | undefined,
  call: { readonly method: string; readonly target: string; readonly body: Uint8Array },
): Promise<string | undefined> {
  const key = given === undefined ? standard : keyIn(given)
  if (!key) return given
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const signature = await createSigner(key).sign({ ...call, timestamp })
  return formatAuthorization({ keyId: key.keyId, timestamp, signature })
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'request body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const passed = (headers: IncomingMessage['headers']): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name)))
