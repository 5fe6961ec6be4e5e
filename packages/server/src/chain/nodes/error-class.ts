import { type FailureClass, RpcError, type RpcErrorDetails } from './rpc-error.js'

/** Classifies the errors of nodes by status, code and text, as go-ethereum, Nethermind, java-tron and providers word them. */

const MAX_PAUSE_S = 300

const LIMITED_WORDS =
  /rate.?limit|too many requests|request (?:rate|count)|frequency limit|suspended for|lack of computing resources|compute units|throughput|throttl|capacity/i
const REFUSED_WORDS =
  /lite fullnode|unauthori[sz]ed|(?:invalid|missing|unknown) (?:api.?)?key|must be authenticated/i
const SIZE_WORDS = /results?\b|range|size|too (?:many|large|big|wide)|batch/i
const ABSENT_WORDS =
  /unknown block|header not found|block not found|could not find block|header for hash not found/i
const UNAVAILABLE_WORDS =
  /missing.?trie.?node|\bstate\b.*(?:unavailable|not available|not supported|pruned)|no state available|pruned history|archive (?:request|node|data)/i
const UNSUPPORTED_WORDS =
  /method\b.*\b(?:not|unavailable|unsupported|disabled)\b|(?:unsupported|unknown) method|not (?:available|supported|included|enabled) (?:on|in|for|with) (?:the |your |this )?[\w ]*(?:tier|plan)\b|api is unavailable/i
const SIZE_CODES: ReadonlySet<number> = new Set([-32005, -32602, -32000])
const LIMIT_CODES: ReadonlySet<number> = new Set([-32005, -32029, 429])
const UNSUPPORTED_CODES: ReadonlySet<number> = new Set([-32601, -32004, -32600, -32001])

/** A time that a node names in its text, in seconds or milliseconds. */
const PAUSE_WORDS =
  /(?:suspended for|(?:retry|try again) (?:in|after)|"?backoff_seconds"?:) ?([0-9]{1,6})(?:\.[0-9]+)? ?(ms)?/i

/**
 * Returns the error of a status; undefined where the body explains it.
 *
 * @param text of the body, with secrets masked
 */
export function errorOfStatus(status: number, retryAfter: string | null, text = ''): RpcError | undefined {
  const message = `HTTP ${status}`
  if (status === 401 || status === 402) return new RpcError('refused', message, { status })
  if (status === 413) return new RpcError('too_large', message, { status })
  if (status !== 403 && status !== 429) return undefined
  const pauseMs = retryAfterMs(retryAfter) ?? pauseMsIn(text)
  const isOfMethod = pauseMs === undefined && !LIMITED_WORDS.test(text) && UNSUPPORTED_WORDS.test(text)
  if (isOfMethod) return new RpcError('unsupported', `${message} ${text}`, { status })
  return new RpcError('limited', message, { status, ...(pauseMs !== undefined && { pauseMs }) })
}

function retryAfterMs(header: string | null): number | undefined {
  return header !== null && /^[0-9]{1,9}$/.test(header) ? bounded(Number(header) * 1_000) : undefined
}

function pauseMsIn(text: string): number | undefined {
  const [, count, unit] = PAUSE_WORDS.exec(text) ?? []
  return count === undefined ? undefined : bounded(Number(count) * (unit === undefined ? 1_000 : 1))
}

const bounded = (ms: number): number => Math.min(Math.max(ms, 1_000), MAX_PAUSE_S * 1_000)

/** Returns the error for text that a node sent instead of JSON, or as the error of a response. */
export function errorOfText(text: string, details: RpcErrorDetails = {}): RpcError {
  return new RpcError(classOfText(text) ?? 'broken', text, { ...named(text), ...details })
}

/**
 * @param message of the node, with secrets masked
 * @param detail more text of the node, which is not repeated
 */
export function errorOfRpcError(method: string, code: number, message: string, detail = ''): RpcError {
  const text = `${message} ${detail}`
  return new RpcError(classOfRpcError(method, code, text), `${method}: ${code} ${message}`, {
    code,
    ...named(text),
  })
}

function named(text: string): RpcErrorDetails {
  const pauseMs = pauseMsIn(text)
  return pauseMs === undefined || !LIMITED_WORDS.test(text) ? {} : { pauseMs }
}

function classOfText(text: string): FailureClass | undefined {
  if (REFUSED_WORDS.test(text)) return 'refused'
  if (LIMITED_WORDS.test(text)) return 'limited'
  return UNSUPPORTED_WORDS.test(text) ? 'unsupported' : undefined
}

function classOfRpcError(method: string, code: number, text: string): FailureClass {
  if (REFUSED_WORDS.test(text)) return 'refused'
  if (LIMITED_WORDS.test(text)) return 'limited'
  if (ABSENT_WORDS.test(text)) return 'absent'
  if (UNAVAILABLE_WORDS.test(text)) return 'unavailable'
  const isOfLogs = method === 'eth_getLogs'
  if (SIZE_WORDS.test(text) && (isOfLogs || SIZE_CODES.has(code))) return 'too_large'
  if (isOfLogs && /limit exceeded/i.test(text)) return 'too_large'
  if (UNSUPPORTED_CODES.has(code) || UNSUPPORTED_WORDS.test(text)) return 'unsupported'
  return LIMIT_CODES.has(code) ? 'limited' : 'broken'
}
