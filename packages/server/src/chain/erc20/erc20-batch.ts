import type { JsonRpcPayload, JsonRpcResult } from 'ethers'
import { BATCH_CALLS } from '../nodes/connection.js'
import type { NodeHttp } from '../nodes/node-http.js'
import { errorOfRpcError, isRecord, RpcError } from '../nodes/rpc-error.js'

/** Requests after which a node is offered twice as many calls: it may have refused more because of its load. */
const REQUESTS_BEFORE_MORE = 100
/** From here on statuses are a gateway's whose node was not reached: fewer calls would fail as well. */
const GATEWAY_STATUS = 502
/** Errors that name the batch, in nodes' words; a node that counts bytes names its answer. */
const BATCH_WORDS = /batch|response too large/i

/**
 * Sends calls to one node in requests as large as it takes. Many nodes take few calls in a batch, or none, and each refuses
 * in a way of its own: with an error for the whole batch, for its first call or for each, with a status, or in plain text.
 */
export class Batches {
  /** Calls that the node took in one request, or may take. */
  private most = BATCH_CALLS
  /** Requests of that many calls since the limit changed. */
  private atMost = 0

  constructor(private readonly http: Pick<NodeHttp, 'post' | 'mask'>) {}

  /**
   * Sends the calls of one batch. A refused batch is halved, down to single calls, and later batches are no larger than
   * what was taken then. After a hundred of those the node is offered more again.
   *
   * @throws NodeFault where a single call fails, or a batch for another reason than its size
   */
  async send(payloads: readonly JsonRpcPayload[], signal: AbortSignal): Promise<JsonRpcResult[]> {
    const results: JsonRpcResult[] = []
    const offered = this.most
    let size = offered
    while (results.length < payloads.length) {
      const part = payloads.slice(results.length, results.length + size)
      const taken = await this.trySend(part, signal)
      if (!taken) {
        size = Math.ceil(part.length / 2)
        continue
      }
      results.push(...taken)
      // Not before: where single calls fail as well, their number was not the reason.
      if (size < offered) this.limit(size)
      else if (part.length === this.most) this.noteTaken()
    }
    return results
  }

  private limit(size: number): void {
    this.most = Math.min(this.most, size)
    this.atMost = 0
  }

  private noteTaken(): void {
    this.atMost += 1
    if (this.most === BATCH_CALLS || this.atMost < REQUESTS_BEFORE_MORE) return
    this.most = Math.min(BATCH_CALLS, this.most * 2)
    this.atMost = 0
  }

  /** @returns undefined where fewer calls may be taken */
  private async trySend(
    part: readonly JsonRpcPayload[],
    signal: AbortSignal,
  ): Promise<JsonRpcResult[] | undefined> {
    const [only, ...others] = part
    if (only && others.length === 0) return [readAnswer(only, await this.http.post(only, signal))]
    try {
      const answer = await this.http.post(part, signal)
      return this.isRefusal(answer) ? undefined : readBatch(part, answer)
    } catch (error) {
      if (error instanceof RpcError && isForSize(error)) return undefined
      throw error
    }
  }

  /** Whether the answer is an error of the batch, and not of its calls. @throws NodeFault where it is no matter of size */
  private isRefusal(answer: unknown): boolean {
    if (Array.isArray(answer)) return answer.some((each) => isRecord(each) && namesBatch(each.error))
    const error = isRecord(answer) ? (answer.error ?? answer) : undefined
    if (namesBatch(error)) return true
    const { code, message } = isRecord(error) ? error : {}
    const words = this.http.mask(typeof message === 'string' ? message : 'an error without words')
    const fault = errorOfRpcError('batch', typeof code === 'number' ? code : 0, words)
    const isMatterOfSize =
      fault.failure === 'broken' || fault.failure === 'too_large' || fault.code === -32_601
    if (!isMatterOfSize) throw fault
    return true
  }
}

const namesBatch = (error: unknown): boolean =>
  isRecord(error) && typeof error.message === 'string' && BATCH_WORDS.test(error.message)

/** Whether a request failed by an answer that may be about the number of its calls: it is complete, and of the node. */
function isForSize({ failure, status = 0, message }: RpcError): boolean {
  if (failure === 'too_large') return true
  const isOfNode = status === 200 || (status >= 400 && status < GATEWAY_STATUS)
  return isOfNode && (failure === 'broken' || BATCH_WORDS.test(message))
}

/** Every call must have its own answer, and no other may be there. */
function readBatch(payloads: readonly JsonRpcPayload[], answer: unknown): JsonRpcResult[] {
  if (!Array.isArray(answer) || answer.length !== payloads.length)
    throw new RpcError('broken', 'the batch has not one answer per call')
  const byId = new Map(answer.map((each) => [isRecord(each) ? each.id : undefined, each]))
  return payloads.map((payload) => readAnswer(payload, byId.get(payload.id)))
}

function readAnswer({ id, method }: JsonRpcPayload, answer: unknown): JsonRpcResult {
  if (!isRecord(answer) || answer.id !== id) throw new RpcError('broken', `${method}: no answer`)
  const { error, result } = answer
  // Where there is an error, ethers hands the call over to `getRpcError`.
  if (error !== undefined && error !== null) return { id, error } as unknown as JsonRpcResult
  if (result === undefined) throw new RpcError('broken', `${method}: neither result nor error`)
  return { id, result }
}
