import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import type { Answer } from '../http/answer.js'
import { codeOf, documentedStatus, Refusal, statusOf } from '../http/refusal.js'
import { requireValidFault } from './fault-check.js'

/** How often a fault applies. */
interface FaultTimes {
  /** Number of requests. Default: 1; all for a skew. */
  readonly times?: number | undefined
}

/** A fault that refuses the request. */
interface Refusing extends FaultTimes {
  /** The `Retry-After` header: seconds, or any text. */
  readonly retryAfter?: number | string | undefined
  /** Whether the operation takes place nevertheless. Default: no. */
  readonly commit?: boolean | undefined
}

/** Answers with a status and the first message that the contract documents for it. */
export interface StatusFault extends Refusing {
  readonly status: number
}

/** Answers with a refusal of the contract, and its documented status. */
export interface ErrorFault extends Refusing {
  readonly error: ErrorCode
}

/** Closes the connection instead of answering, before or after the operation takes place. */
export interface ResetFault extends FaultTimes {
  readonly reset: 'before' | 'after'
}

/** The operation takes place; the answer stops before its head or in the middle of its body. */
export interface StallFault extends FaultTimes {
  readonly stall: 'head' | 'body'
}

/** The operation takes place; its body ends cleanly in the middle. */
export interface TruncateFault extends FaultTimes {
  readonly truncate: true
}

/** Redirects the client. The operation does not take place. */
export interface RedirectFault extends FaultTimes {
  readonly redirect: string
  /** Default: 307. */
  readonly status?: number | undefined
}

/** Answers with a page, as a proxy does. The operation does not take place. */
export interface HtmlFault extends FaultTimes {
  readonly html: string
  /** Default: 502. */
  readonly status?: number | undefined
}

/** The server's clock is off by this many milliseconds, in `Date` and when it checks timestamps. */
export interface SkewFault extends FaultTimes {
  readonly skew: number
}

/** The connection breaks after this many bytes of a body or stream. */
export interface CutFault extends FaultTimes {
  readonly cutStreamAt: number
  /** `close` ends the body as if it were complete. Default: `reset`. */
  readonly by?: 'reset' | 'close' | undefined
}

/** The body arrives in pieces of this many bytes. */
export interface ChunkFault extends FaultTimes {
  readonly chunk: number
}

/**
 * A planned fault. A skew and a chunk size combine with each other and with one fault of another kind.
 *
 * @example
 * server.fault('createOrder', { status: 429, retryAfter: 2 })
 * server.fault('createOrder', { reset: 'after' }) // the order is created, and the answer is lost
 * server.fault('streamOrderEvents', { cutStreamAt: 100, times: 3 })
 */
export type Fault =
  | StatusFault
  | ErrorFault
  | ResetFault
  | StallFault
  | TruncateFault
  | RedirectFault
  | HtmlFault
  | SkewFault
  | CutFault
  | ChunkFault

/** A fault that decides how a request ends. */
export type Ending = Exclude<Fault, SkewFault | ChunkFault>

/** The faults of one request. */
export interface RequestFaults {
  readonly ending: Ending | undefined
  readonly skewMs: number
  /** Bytes per piece of the body. */
  readonly chunk: number | undefined
}

export const NO_FAULTS: RequestFaults = { ending: undefined, skewMs: 0, chunk: undefined }

interface Planned {
  readonly target: OperationId | '*'
  readonly fault: Fault
  left: number
}

/** The planned faults, in the order of planning. */
export class FaultPlan {
  readonly #planned: Planned[] = []

  /**
   * Plans a fault.
   *
   * @returns a function that cancels it
   * @throws RangeError for a refusal that the operation does not document, and for an invalid fault
   */
  add(target: OperationId | '*', fault: Fault): () => void {
    requireValidFault(fault)
    if (target !== '*' && !canApply(fault, target)) {
      throw new RangeError(`the contract documents no such refusal of ${target}`)
    }
    const planned = { target, fault, left: fault.times ?? ('skew' in fault ? Infinity : 1) }
    this.#planned.push(planned)
    return () => {
      planned.left = 0
    }
  }

  /** Takes the faults of a request: the first of each sort. */
  take(operationId: OperationId): RequestFaults {
    const due = this.#planned.filter(
      ({ target, fault, left }) =>
        left > 0 && (target === operationId || (target === '*' && canApply(fault, operationId))),
    )
    const first = <Kind extends Fault>(isKind: (fault: Fault) => fault is Kind): Kind | undefined => {
      const found = due.find(({ fault }) => isKind(fault))
      if (found) found.left -= 1
      return found && isKind(found.fault) ? found.fault : undefined
    }
    const skew = first((fault): fault is SkewFault => 'skew' in fault)
    const chunk = first((fault): fault is ChunkFault => 'chunk' in fault)
    const ending = first((fault): fault is Ending => !('skew' in fault || 'chunk' in fault))
    return { ending, skewMs: skew?.skew ?? 0, chunk: chunk?.chunk }
  }
}

/** An operation answers only with refusals that it documents. */
function canApply(fault: Fault, operationId: OperationId): boolean {
  return !('error' in fault) || documentedStatus(operationId, fault.error) !== undefined
}

/** Whether a fault replaces the operation, which then does not take place. */
export function precedesOperation(ending: Ending): boolean {
  if ('html' in ending || 'redirect' in ending) return true
  if ('reset' in ending) return ending.reset === 'before'
  return ('status' in ending || 'error' in ending) && !ending.commit
}

/** The answer of a fault in place of the operation's; undefined for a fault without one. */
export function answerInstead(operationId: OperationId, ending: Ending): Answer | undefined {
  if ('html' in ending) {
    const { status = 502, html } = ending
    return { status, body: html, headers: { 'content-type': 'text/html; charset=utf-8' } }
  }
  if ('redirect' in ending) {
    const { status = 307, redirect } = ending
    return { status, body: '', headers: { location: redirect } }
  }
  if (!('status' in ending || 'error' in ending)) return undefined
  const { retryAfter } = ending
  const headers = retryAfter === undefined ? undefined : { 'retry-after': `${retryAfter}` }
  if ('status' in ending) {
    const { status } = ending
    const code = codeOf(operationId, status)
    return { status, body: { error: code ? new Refusal(code).message : 'unexpected' }, headers }
  }
  const refusal = new Refusal(ending.error)
  return { status: statusOf(operationId, refusal), body: { error: refusal.message }, headers }
}
