import { Deadline } from '../../runtime/deadline.js'
import { isRecord } from './answer-shape.js'
import { errorOfStatus, errorOfText } from './error-class.js'
import { type FailureClass, RpcError } from './rpc-error.js'
import type { NodeAccess } from './rpc-options.js'

const CALL_MS = 10_000
const MAX_BYTES = 32 * 1_024 ** 2
/** Maximum length of a node's text that messages repeat. */
const MAX_TEXT = 200
/** Shorter parts of a URL are words such as `v2`: not secret, and masking them would make messages unreadable. */
const MIN_SECRET = 6

export type Fetch = typeof globalThis.fetch

/** Number of requests by result: answered with JSON, or the class of failure. */
export type RequestTally = Map<'answered' | FailureClass, number>

export interface NodeHttpOptions {
  readonly url: string
  readonly key?: NodeAccess['key']
  readonly fetch?: Fetch | undefined
  readonly callMs?: number | undefined
  readonly maxBytes?: number | undefined
  /** Counts the requests. */
  readonly requests?: RequestTally | undefined
}

/**
 * Calls one node over HTTP: a deadline for the whole call, a size limit for the response, no redirects. The URL and
 * keys of the node are secret and appear in no name, message or error.
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
    const { key } = options
    this.headers = { ...authorisation(url), ...(key && { [key.header.toLowerCase()]: key.value }) }
    this.secrets = secretsOf(url, this.headers)
    url.username = ''
    url.password = ''
    this.base = url.href
  }

  /**
   * Posts JSON and returns the JSON response, also that of an error status whose body names an error.
   *
   * @param path below the node's URL; the URL itself where empty
   * @throws RpcError
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
      const rpcError = deadline.signal.aborted
        ? new RpcError('broken', 'no answer in time')
        : this.toRpcError(error)
      this.count(rpcError.failure)
      throw rpcError
    } finally {
      deadline.end()
    }
  }

  /** Shortens a node's text and masks our secrets in it. */
  mask(text: string): string {
    const masked = this.secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    return masked.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_TEXT)
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
    const { status } = response
    const text = await this.readText(response)
    const json = parse(text)
    if (response.ok && json !== undefined) return json
    const words = this.mask(text)
    const rpcError = errorOfStatus(status, response.headers.get('retry-after'), words)
    if (rpcError) throw rpcError
    if (isRecord(json) && ('error' in json || 'Error' in json)) return json
    const rest = errorOfText(words, { status })
    if (response.ok || rest.failure === 'unsupported') throw rest
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
      if (left < 0) throw new RpcError('broken', 'the response is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Network errors name the address, and parsers quote their input, so only the code is passed on. */
  private toRpcError(error: unknown): RpcError {
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

/** Turns the credentials of a URL into a header: `fetch` rejects URLs with credentials. */
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
  const variants = parts.flatMap((part) => [part, decoded(part)])
  return [...new Set(variants)]
    .filter((part) => part.length >= MIN_SECRET)
    .sort((a, b) => b.length - a.length)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
