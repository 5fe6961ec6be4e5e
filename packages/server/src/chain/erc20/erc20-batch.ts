import type { JsonRpcPayload, JsonRpcResult } from 'ethers'
import { isRecord } from '../nodes/answer-shape.js'
import type { CallBudget } from '../nodes/call-budget.js'
import { BATCH_CALLS } from '../nodes/connection.js'
import { errorOfRpcError } from '../nodes/error-class.js'
import type { NodeHttp } from '../nodes/node-http.js'
import { isFailure, RpcError } from '../nodes/rpc-error.js'

/** Requests after which a node is offered twice as many calls: the earlier refusal may have been due to load. */
const REQUESTS_BEFORE_MORE = 100
/** The code of a method that does not exist. */
const UNSUPPORTED = -32_601
/** Statuses from here on come from a gateway that did not reach the node: fewer calls would fail as well. */
const GATEWAY_STATUS = 502
/** Errors that name the batch; a node that counts bytes names its response. */
const BATCH_WORDS = /batch|response too large/i

/**
 * Sends calls to one node in requests as large as it accepts. Many nodes accept few calls in a batch, or none, and
 * each refuses in its own way: with an error for the whole batch, for its first call or for each, with a status, or in
 * plain text.
 */
export class Batches {
  /** Calls per request that the node accepted, or may accept. */
  private maxCalls = BATCH_CALLS
  /** Full requests since the limit changed. */
  private fullRequests = 0

  /** @param budget limits the calls, each of a batch counted */
  constructor(
    private readonly http: Pick<NodeHttp, 'post' | 'mask'>,
    private readonly budget: Pick<CallBudget, 'take' | 'burst'>,
  ) {}

  /**
   * Sends the calls of one batch. A refused batch is halved, down to single calls, and later batches are no larger
   * than the accepted size. After a hundred full requests the node is offered more again.
   *
   * @throws RpcError where a single call fails, or a batch for a reason other than its size
   */
  async send(payloads: readonly JsonRpcPayload[], signal: AbortSignal): Promise<JsonRpcResult[]> {
    const results: JsonRpcResult[] = []
    const offered = Math.min(this.maxCalls, this.budget.burst)
    let size = offered
    while (results.length < payloads.length) {
      const part = payloads.slice(results.length, results.length + size)
      const taken = await this.trySend(part, signal)
      if (!taken) {
        size = halfOf(part)
        continue
      }
      results.push(...taken)
      if (size === offered && part.length === this.maxCalls) this.noteTaken()
    }
    // Only after success: where single calls fail as well, the number was not the reason.
    const isOfOneMethod = results.some(isUnsupported)
    if (size < offered && !isOfOneMethod) this.limit(size)
    return results
  }

  private limit(size: number): void {
    this.maxCalls = Math.min(this.maxCalls, size)
    this.fullRequests = 0
  }

  private noteTaken(): void {
    this.fullRequests += 1
    if (this.maxCalls === BATCH_CALLS || this.fullRequests < REQUESTS_BEFORE_MORE) return
    this.maxCalls = Math.min(BATCH_CALLS, this.maxCalls * 2)
    this.fullRequests = 0
  }

  /** @returns undefined where fewer calls may be accepted */
  private async trySend(
    part: readonly JsonRpcPayload[],
    signal: AbortSignal,
  ): Promise<JsonRpcResult[] | undefined> {
    for (const _ of part) await this.budget.take(signal)
    const [only, ...others] = part
    if (only && others.length === 0) return [await this.sendOne(only, signal)]
    try {
      const answer = await this.http.post(part, signal)
      if (this.isRefusal(answer)) return undefined
      const answers = readBatch(part, answer)
      if (answers.some(isLimited)) this.limit(halfOf(part))
      return answers
    } catch (error) {
      // The calls of a moment are used up, so the smaller batch is for the next step.
      if (isFailure(error, 'limited')) this.limit(halfOf(part))
      if (error instanceof RpcError && isSizeFailure(error)) return undefined
      throw error
    }
  }

  /** A node that refuses one method by a status must not fail the other calls of its batch. */
  private async sendOne(payload: JsonRpcPayload, signal: AbortSignal): Promise<JsonRpcResult> {
    try {
      return readAnswer(payload, await this.http.post(payload, signal))
    } catch (error) {
      if (!isFailure(error, 'unsupported')) throw error
      return errorAnswer(payload, { code: UNSUPPORTED, message: error.message })
    }
  }

  /**
   * Whether the answer is an error of the batch as a whole.
   *
   * @throws RpcError where the error is unrelated to size
   */
  private isRefusal(answer: unknown): boolean {
    if (Array.isArray(answer)) return answer.some((each) => isRecord(each) && namesBatch(each.error))
    const error = isRecord(answer) ? (answer.error ?? answer) : undefined
    if (namesBatch(error)) return true
    const { code, message } = isRecord(error) ? error : {}
    const text = this.http.mask(typeof message === 'string' ? message : 'an error without a message')
    const fault = errorOfRpcError('batch', typeof code === 'number' ? code : 0, text)
    if (!isFailure(fault, 'broken', 'too_large', 'unsupported')) throw fault
    return true
  }
}

const namesBatch = (error: unknown): boolean =>
  isRecord(error) && typeof error.message === 'string' && BATCH_WORDS.test(error.message)

/** Whether a request failed with a complete response of the node that may concern the number of calls. */
function isSizeFailure({ failure, status = 0, message }: RpcError): boolean {
  if (failure === 'too_large' || failure === 'unsupported') return true
  const isFromNode = status === 200 || (status >= 400 && status < GATEWAY_STATUS)
  return isFromNode && (failure === 'broken' || BATCH_WORDS.test(message))
}

/** Matches the answers to the calls: one per call, and no others. */
function readBatch(payloads: readonly JsonRpcPayload[], answer: unknown): JsonRpcResult[] {
  if (!Array.isArray(answer) || answer.length !== payloads.length)
    throw new RpcError('broken', 'the batch response does not have one answer per call')
  const byId = new Map(answer.map((each) => [isRecord(each) ? each.id : undefined, each]))
  return payloads.map((payload) => readAnswer(payload, byId.get(payload.id)))
}

function readAnswer({ id, method }: JsonRpcPayload, answer: unknown): JsonRpcResult {
  if (!isRecord(answer) || answer.id !== id) throw new RpcError('broken', `${method}: no answer`)
  const { error, result } = answer
  if (error !== undefined && error !== null) return errorAnswer({ id }, error)
  if (result === undefined) throw new RpcError('broken', `${method}: neither result nor error`)
  return { id, result }
}

/** ethers passes an answer with an error to `getRpcError`. */
const errorAnswer = ({ id }: Pick<JsonRpcPayload, 'id'>, error: unknown): JsonRpcResult =>
  ({ id, error }) as unknown as JsonRpcResult

const halfOf = (part: readonly unknown[]): number => Math.ceil(part.length / 2)

const isLimited = (answer: JsonRpcResult): boolean => {
  const { code, message } = 'error' in answer && isRecord(answer.error) ? answer.error : {}
  return errorOfRpcError('batch', Number(code), `${message}`).failure === 'limited'
}

const isUnsupported = (answer: JsonRpcResult): boolean =>
  'error' in answer && isRecord(answer.error) && answer.error.code === UNSUPPORTED
