/**
 * Classifies the answers of nodes: the shape of each answer is checked before use, and every failure has one of five
 * classes.
 */

export type FailureClass =
  /** Rate limit: the node is paused. */
  | 'limited'
  /** The request was too large: half of it goes to the same node. */
  | 'too_large'
  /** Not found. Above the node's own head it means "not yet"; at or below the head the node is broken. */
  | 'absent'
  /** No answer, or an invalid one: the next node is asked. */
  | 'broken'
  /** The node rejects our calls: the operator must act. */
  | 'refused'

export interface RpcErrorDetails {
  /** Minimum pause that the node asked for. */
  readonly pauseMs?: number
  /** The code of a JSON-RPC error. */
  readonly code?: number
  /** The HTTP status of a complete response. */
  readonly status?: number
  readonly cause?: unknown
}

/** A failed call to a node. The message contains no secret of the node's URL. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly pauseMs: number | undefined
  readonly code: number | undefined
  readonly status: number | undefined

  constructor(
    readonly failure: FailureClass,
    message: string,
    { pauseMs, code, status, cause }: RpcErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.pauseMs = pauseMs
    this.code = code
    this.status = status
  }
}

/** The node serves another history of the same chain id. */
export class ForeignHistory extends RpcError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** The node rejected a valid request: a call that reverts, a transaction that it does not accept. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'

  constructor(
    readonly code: number,
    message: string,
    /** The return data of a revert. */
    readonly data: string | undefined,
  ) {
    super(message)
  }
}

const MAX_RETRY_AFTER_S = 300
const FORBIDDEN_PAUSE_MS = 30_000

/** Returns the error of a status; undefined where the body explains it. */
export function errorOfStatus(status: number, retryAfter: string | null): RpcError | undefined {
  const message = `HTTP ${status}`
  if (status === 401 || status === 402) return new RpcError('refused', message)
  if (status === 413) return new RpcError('too_large', message)
  const pauseMs = retryAfterMs(retryAfter)
  if (status === 403)
    return new RpcError('limited', message, { pauseMs: Math.max(pauseMs ?? 0, FORBIDDEN_PAUSE_MS) })
  if (status === 429) return new RpcError('limited', message, pauseMs === undefined ? {} : { pauseMs })
  return undefined
}

function retryAfterMs(header: string | null): number | undefined {
  if (header === null || !/^[0-9]{1,9}$/.test(header)) return undefined
  return Math.min(Math.max(Number(header), 1), MAX_RETRY_AFTER_S) * 1_000
}

const LIMITED_WORDS =
  /rate.?limit|too many requests|request (?:rate|count)|frequency limit|lack of computing resources|compute units|throughput|throttl|capacity/i
const REFUSED_WORDS =
  /lite fullnode|unauthori[sz]ed|(?:invalid|missing|unknown) (?:api.?)?key|must be authenticated/i
const SIZE_WORDS = /results?\b|range|size|too (?:many|large|big|wide)|batch/i
const ABSENT_WORDS =
  /unknown block|header not found|block not found|could not find block|header for hash not found/i
const SIZE_CODES: ReadonlySet<number> = new Set([-32005, -32602, -32000])
const LIMIT_CODES: ReadonlySet<number> = new Set([-32005, -32029, 429])
const NO_SUCH_METHOD = -32601

/** Returns the error for text that a node sent instead of JSON, or as the error of a response. */
export function errorOfText(text: string, details: RpcErrorDetails = {}): RpcError {
  const failure = REFUSED_WORDS.test(text) ? 'refused' : LIMITED_WORDS.test(text) ? 'limited' : 'broken'
  return new RpcError(failure, text, details)
}

/** @param message of the node, with secrets masked */
export function errorOfRpcError(method: string, code: number, message: string): RpcError {
  return new RpcError(classOfRpcError(method, code, message), `${method}: ${code} ${message}`, { code })
}

function classOfRpcError(method: string, code: number, message: string): FailureClass {
  if (code === NO_SUCH_METHOD || REFUSED_WORDS.test(message)) return 'refused'
  if (LIMITED_WORDS.test(message)) return 'limited'
  if (ABSENT_WORDS.test(message)) return 'absent'
  const isOfLogs = method === 'eth_getLogs'
  if (SIZE_WORDS.test(message) && (isOfLogs || SIZE_CODES.has(code))) return 'too_large'
  if (isOfLogs && /limit exceeded/i.test(message)) return 'too_large'
  return LIMIT_CODES.has(code) ? 'limited' : 'broken'
}

/** Runs work that asks for nothing above the node's own head, so that `absent` becomes `broken`. */
export async function strictly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RpcError) || error.failure !== 'absent') throw error
    throw new RpcError('broken', error.message, { cause: error })
  }
}

export type JsonRecord = Readonly<Record<string, unknown>>

const broken = (what: string): RpcError => new RpcError('broken', `${what}: unexpected shape`)

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RpcError `broken` */
export function readRecord(value: unknown, what: string): JsonRecord {
  if (!isRecord(value)) throw broken(what)
  return value
}

/** @throws RpcError `broken` */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw broken(what)
  return value
}

const CANONICAL = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/
const HEX = /^[0-9a-fA-F]*$/

/**
 * Reads a canonical hex quantity that a number holds exactly.
 *
 * @throws RpcError `broken`
 */
export function readQuantity(value: unknown, what: string): number {
  const quantity = typeof value === 'string' && CANONICAL.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(quantity)) throw broken(what)
  return quantity
}

/**
 * Reads a canonical hex quantity of at most 256 bits.
 *
 * @throws RpcError `broken`
 */
export function readBigQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || value.length > 66 || !CANONICAL.test(value)) throw broken(what)
  return BigInt(value)
}

/**
 * Reads a count or an instant as TRON writes it; a missing key has the default of its encoding, 0.
 *
 * @throws RpcError `broken`
 */
export function readInteger(value: unknown, what: string): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw broken(what)
  return value
}

/**
 * Reads hex of `bytes` bytes, or of any number where `bytes` is undefined.
 *
 * @returns lower case without prefix
 * @throws RpcError `broken`
 */
export function readHex(value: unknown, what: string, bytes?: number): string {
  if (typeof value !== 'string') throw broken(what)
  const digits = value.startsWith('0x') ? value.slice(2) : value
  const isLong = bytes === undefined ? digits.length % 2 === 0 : digits.length === bytes * 2
  if (!isLong || !HEX.test(digits)) throw broken(what)
  return digits.toLowerCase()
}
