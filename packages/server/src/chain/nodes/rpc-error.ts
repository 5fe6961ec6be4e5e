/**
 * What nodes answer, taken for what it is: everything is checked for its shape before anybody believes it, and whatever
 * goes wrong is one of five things.
 */

export type FailureClass =
  /** Asked too often: this node rests. */
  | 'limited'
  /** The question was too wide: half of it, to the same node. */
  | 'too_large'
  /** Not there. Above the node's own head that says «not yet», at or below it the node is broken. */
  | 'absent'
  /** No answer, or none that can be believed: the next node. */
  | 'broken'
  /** The node will not do this for us, now or later: the operator must look. */
  | 'refused'

export interface RpcErrorDetails {
  /** How long to leave the node alone at least, as it said itself. */
  readonly pauseMs?: number
  /** The code of a JSON-RPC error. */
  readonly code?: number
  /** The HTTP status of an answer that came whole. */
  readonly status?: number
  readonly cause?: unknown
}

/** A node that did not answer as it must. Its message holds no secret of the node's URL. */
export class RpcError extends Error {
  override readonly name = 'NodeFault'
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

/** The node understood, and its answer is no: a call that reverts, a transaction that it does not take. */
export class RpcRefusal extends Error {
  override readonly name = 'NodeRefusal'

  constructor(
    readonly code: number,
    message: string,
    /** What a revert returned. */
    readonly data: string | undefined,
  ) {
    super(message)
  }
}

const MAX_RETRY_AFTER_S = 300
const FORBIDDEN_PAUSE_MS = 30_000

/** Undefined for a status that the body explains. */
export function errorOfStatus(status: number, retryAfter: string | null): RpcError | undefined {
  const said = `HTTP ${status}`
  if (status === 401 || status === 402) return new RpcError('refused', said)
  if (status === 413) return new RpcError('too_large', said)
  const pauseMs = retryAfterMs(retryAfter)
  if (status === 403)
    return new RpcError('limited', said, { pauseMs: Math.max(pauseMs ?? 0, FORBIDDEN_PAUSE_MS) })
  if (status === 429) return new RpcError('limited', said, pauseMs === undefined ? {} : { pauseMs })
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

/** Something that a node wrote in place of JSON, or as the error of an answer. */
export function errorOfText(text: string, details: RpcErrorDetails = {}): RpcError {
  const failure = REFUSED_WORDS.test(text) ? 'refused' : LIMITED_WORDS.test(text) ? 'limited' : 'broken'
  return new RpcError(failure, text, details)
}

/** @param message the node's, without secrets */
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

/** Where nothing above the node's own head is asked for, whatever is absent is missing. */
export async function strictly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RpcError) || error.failure !== 'absent') throw error
    throw new RpcError('broken', error.message, { cause: error })
  }
}

export type JsonRecord = Readonly<Record<string, unknown>>

const broken = (what: string): RpcError => new RpcError('broken', `${what}: not of the shape it must have`)

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws NodeFault `broken` */
export function readRecord(value: unknown, what: string): JsonRecord {
  if (!isRecord(value)) throw broken(what)
  return value
}

/** @throws NodeFault `broken` */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw broken(what)
  return value
}

const CANONICAL = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/
const HEX = /^[0-9a-fA-F]*$/

/** A canonical hex quantity that a number holds exactly. @throws NodeFault `broken` */
export function readQuantity(value: unknown, what: string): number {
  const quantity = typeof value === 'string' && CANONICAL.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(quantity)) throw broken(what)
  return quantity
}

/** A canonical hex quantity of 256 bits at most. @throws NodeFault `broken` */
export function readBigQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || value.length > 66 || !CANONICAL.test(value)) throw broken(what)
  return BigInt(value)
}

/** A count or an instant as TRON writes it; a missing key is the default of its encoding, 0. @throws NodeFault `broken` */
export function readInteger(value: unknown, what: string): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw broken(what)
  return value
}

/**
 * Hex of that many bytes, of any number where none is given.
 *
 * @returns lower case without prefix
 * @throws NodeFault `broken`
 */
export function readHex(value: unknown, what: string, bytes?: number): string {
  if (typeof value !== 'string') throw broken(what)
  const digits = value.startsWith('0x') ? value.slice(2) : value
  const isLong = bytes === undefined ? digits.length % 2 === 0 : digits.length === bytes * 2
  if (!isLong || !HEX.test(digits)) throw broken(what)
  return digits.toLowerCase()
}
