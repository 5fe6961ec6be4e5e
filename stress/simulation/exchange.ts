import { createHash, createHmac } from 'node:crypto'
import { Agent, type Server as HttpListener, type IncomingHttpHeaders, request } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'

export interface Keys {
  readonly keyId: string
  readonly secret: string
  /** How old its signatures are, s. */
  readonly lagS?: number
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly json: Record<string, unknown>
}

export interface CallOptions {
  readonly body?: object | undefined
  /** Sent as browsers send a form, instead of a body of JSON. */
  readonly form?: Readonly<Record<string, string>>
  /** Besides those of the call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `Idempotency-Key`. */
  readonly key?: string | undefined
  /** The keys that sign the call, or a bearer token. */
  readonly access?: Keys | string | undefined
}

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: string
}

/** Returns head and body of a call. @param now seconds */
export function requestOf(
  method: string,
  target: string,
  { body, form, key, access, headers: others = {} }: CallOptions,
  now: number,
): Pick<Request, 'headers' | 'bytes'> {
  const json = body === undefined ? '' : JSON.stringify(body)
  const bytes = form ? `${new URLSearchParams(form)}` : json
  const headers = {
    ...others,
    ...(json === '' ? {} : { 'content-type': 'application/json' }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    'content-length': `${Buffer.byteLength(bytes)}`,
    ...(typeof access === 'string' ? { authorization: `Bearer ${access}` } : {}),
    ...(typeof access === 'object' ? { authorization: signed(access, now, method, target, bytes) } : {}),
  }
  return { headers, bytes }
}

/** Makes a call to a listener over a connection without sockets. */
export function exchangeOn(http: HttpListener, { bytes, ...head }: Request): Promise<Answer> {
  const [near, far] = duplexPair()
  Object.assign(far, {
    remoteAddress: '192.0.2.1',
    setTimeout: () => far,
    setNoDelay: () => far,
    setKeepAlive: () => far,
  })
  Object.assign(near, {
    setTimeout: () => near,
    setNoDelay: () => near,
    setKeepAlive: () => near,
    ref() {},
    unref() {},
  })
  http.emit('connection', far)
  return new Promise((resolve, reject) => {
    const sent = request({ ...head, agent: new NearEnd(near) })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        near.destroy()
        far.destroy()
        const { statusCode: status = 0, headers } = answer
        resolve({ status, headers, json: text.startsWith('{') ? JSON.parse(text) : {} })
      })
    })
    sent.end(bytes)
  })
}

/** Makes no connection, and hands out the one that it has. */
class NearEnd extends Agent {
  constructor(private readonly near: Duplex) {
    super()
  }

  override createConnection(): Duplex {
    return this.near
  }
}

/** Signs a call with code of its own, so that a fault in the shared code shows. */
function signed(
  { keyId, secret, lagS = 0 }: Keys,
  now: number,
  method: string,
  target: string,
  bytes: string,
): string {
  const at = now - lagS
  const hash = createHash('sha256').update(bytes).digest('hex')
  const text = ['v1', `${at}`, method, target, hash].join('\n')
  return `Bearer ${keyId}:${at}:${createHmac('sha256', secret).update(text).digest('hex')}`
}
