import { Deadline } from '../../runtime/deadline.js'
import { errorOfStatus, errorOfText, type FailureClass, isRecord, RpcError } from './rpc-error.js'

const CALL_MS = 10_000
const MAX_BYTES = 32 * 1_024 ** 2
/** Of what a node says in words, this much is repeated. */
const MAX_WORDS = 200
/** Shorter parts of a URL are words such as `v2`: no secrets, and masking them would make messages unreadable. */
const MIN_SECRET = 6

export type Fetch = typeof globalThis.fetch

/** How many requests ended, and how: with JSON, or what class of failure it was. */
export type RequestTally = Map<'answered' | FailureClass, number>

export interface NodeHttpOptions {
  readonly url: string
  /** Keys that go with each call. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: Fetch | undefined
  readonly callMs?: number | undefined
  readonly maxBytes?: number | undefined
  /** Is counted in. */
  readonly requests?: RequestTally | undefined
}

/**
 * Calls of one node over HTTP: a deadline for the whole call, a bound for what comes back, no redirects. Its URL and keys
 * are secret: they are in no name, message or error.
 */
export class NodeHttp {
  /** Host and port, and nothing else of the URL. */
  readonly name: string
  private readonly base: string
  private readonly headers: Readonly<Record<string, string>>
  private readonly secrets: readonly string[]

  constructor(private readonly options: NodeHttpOptions) {
    const url = new URL(options.url)
    this.name = url.host
    this.headers = { ...authorisation(url), ...options.headers }
    this.secrets = secretsOf(url, this.headers)
    url.username = ''
    url.password = ''
    this.base = url.href
  }

  /**
   * Posts JSON and reads the JSON that comes back: also that of an error status whose body names an error.
   *
   * @param path below the node's URL; the URL itself where none is given
   * @throws NodeFault
   */
  async post(body: unknown, signal: AbortSignal, path = ''): Promise<unknown> {
    signal.throwIfAborted()
    const deadline = new Deadline(signal, this.options.callMs ?? CALL_MS)
    try {
      const answer = await this.exchange(body, path, deadline.signal)
      this.count('answered')
      return answer
    } catch (error) {
      signal.throwIfAborted()
      const fault = deadline.signal.aborted
        ? new RpcError('broken', 'no answer in time')
        : this.faultOf(error)
      this.count(fault.failure)
      throw fault
    } finally {
      deadline.end()
    }
  }

  /** What a node said in words, short and without our secrets. */
  mask(words: string): string {
    const masked = this.secrets.reduce((text, secret) => text.replaceAll(secret, '***'), words)
    return masked.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_WORDS)
  }

  private count(outcome: 'answered' | FailureClass): void {
    const { requests } = this.options
    requests?.set(outcome, (requests.get(outcome) ?? 0) + 1)
  }

  private async exchange(body: unknown, path: string, signal: AbortSignal): Promise<unknown> {
    const call = this.options.fetch ?? globalThis.fetch
    const response = await call(this.urlOf(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...this.headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const fault = errorOfStatus(response.status, response.headers.get('retry-after'))
    if (fault) {
      await response.body?.cancel()
      throw fault
    }
    const text = await this.readText(response)
    const json = parse(text)
    if (response.ok && json !== undefined) return json
    if (isRecord(json) && ('error' in json || 'Error' in json)) return json
    const { status } = response
    if (response.ok) throw errorOfText(this.mask(text), { status })
    throw new RpcError('broken', `HTTP ${status}`, { status })
  }

  private urlOf(path: string): string {
    if (path === '') return this.base
    const url = new URL(this.base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
    return url.href
  }

  private async readText({ body }: Response): Promise<string> {
    if (!body) return ''
    const chunks: Uint8Array[] = []
    let left = this.options.maxBytes ?? MAX_BYTES
    for await (const chunk of body) {
      left -= chunk.byteLength
      if (left < 0) throw new RpcError('broken', 'the answer is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Errors of the network say what they connect to, and parsers quote what they read: only the code is passed on. */
  private faultOf(error: unknown): RpcError {
    if (error instanceof RpcError) return error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const code = isRecord(cause) && typeof cause.code === 'string' ? cause.code : 'the connection failed'
    return new RpcError('broken', this.mask(code))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands before the host in a URL goes into a header: `fetch` takes no such URL. */
function authorisation({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decoded(username)}:${decoded(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function secretsOf(url: URL, headers: Readonly<Record<string, string>>): string[] {
  const parts = [
    url.pathname,
    ...url.pathname.split('/'),
    url.search,
    ...[...url.searchParams.values()],
    url.username,
    url.password,
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
  ]
  const spelled = parts.flatMap((part) => [part, decoded(part)])
  return [...new Set(spelled)].filter((part) => part.length >= MIN_SECRET).sort((a, b) => b.length - a.length)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
