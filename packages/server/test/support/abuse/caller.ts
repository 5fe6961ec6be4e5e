import { request } from 'node:http'
import { createSigner, formatAuthorization } from '@merchantpay/sdk/signing'

export interface CallerKeys {
  readonly keyId: string
  readonly secret: string
}
export interface Call {
  readonly method: string
  readonly target: string
  readonly body?: string
  readonly keys?: CallerKeys
  /** Local address of the connection. */
  readonly localAddress?: string
}
export interface Answered {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** Sends one request on a new connection. */
export async function callServer(url: string, call: Call): Promise<Answered> {
  const bytes = Buffer.from(call.body ?? '')
  const headers: Record<string, string> = { 'content-length': `${bytes.byteLength}`, connection: 'close' }
  if (bytes.byteLength > 0) headers['content-type'] = 'application/json'
  if (call.keys) headers.authorization = await authorizationOf(call.keys, call, bytes)
  const { hostname, port } = new URL(url)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const where = { hostname, port, path: call.target, method: call.method, headers, agent: false as const }
    const sent = request({ ...where, ...addressOf(call) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - start })
      })
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

export interface OpenStream {
  readonly status: number
  readonly closed: Promise<void>
  close(): void
}

/** Opens an event stream and leaves it open. */
export async function openStream(
  url: string,
  { target, keys, localAddress }: { target: string; keys: CallerKeys; localAddress: string },
): Promise<OpenStream> {
  const headers = { authorization: await authorizationOf(keys, { method: 'GET', target }, Buffer.alloc(0)) }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, headers, localAddress, agent: false }, (answer) => {
      const closed = new Promise<void>((done) => answer.once('close', () => done()))
      answer.on('error', () => undefined) // the connection is closed then
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, closed, close: () => sent.destroy() })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Registers a merchant from that address. @returns its first key */
export async function register(url: string, name: string, localAddress: string): Promise<CallerKeys> {
  const body = JSON.stringify({ name, email: 'abuse@example.com', platform_user_id: name })
  const answer = await callServer(url, { method: 'POST', target: '/v1/merchants', body, localAddress })
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${answer.text}`)
  return keysIn(answer.text)
}

/** Reads the key in an answer. */
export function keysIn(text: string): CallerKeys {
  const { api_key, ...own } = JSON.parse(text) as Record<string, unknown> & {
    api_key?: Record<string, unknown>
  }
  const { key_id, secret } = api_key ?? own
  return { keyId: `${key_id}`, secret: `${secret}` }
}

const addressOf = ({ localAddress }: Call) => (localAddress === undefined ? {} : { localAddress })

async function authorizationOf(
  keys: CallerKeys,
  { method, target }: Pick<Call, 'method' | 'target'>,
  body: Buffer,
): Promise<string> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const signature = await createSigner(keys).sign({ method, target, body, timestamp })
  return formatAuthorization({ keyId: keys.keyId, timestamp, signature })
}
