import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import type { Answer } from '../http/api.js'
import { codeOf, documentedStatus, Refusal, statusOf } from '../http/refusal.js'
import { requirePlayable } from './fault-check.js'

/** How often a fault strikes. */
interface FaultTimes {
  /** How many requests it strikes. Default: 1; of a skew: all. */
  readonly times?: number | undefined
}

/** Refuses. */
interface Refusing extends FaultTimes {
  /** The `Retry-After` header: seconds, or any text. */
  readonly retryAfter?: number | string | undefined
  /** Whether the operation takes place all the same. Default: no. */
  readonly commit?: boolean | undefined
}

/** Answers with a status, and the first message that the contract has for it. */
export interface StatusFault extends Refusing {
  readonly status: number
}

/** Answers with a refusal of the contract, and its documented status. */
export interface ErrorFault extends Refusing {
  readonly error: ErrorCode
}

/** Closes the connection instead of answering, before or after the operation took place. */
export interface ResetFault extends FaultTimes {
  readonly reset: 'before' | 'after'
}

/** The operation takes place; then nothing more comes, from the head on or in the middle of the body. */
export interface StallFault extends FaultTimes {
  readonly stall: 'head' | 'body'
}

/** The operation takes place; its body ends cleanly in the middle. */
export interface TruncateFault extends FaultTimes {
  readonly truncate: true
}

/** Sends the caller to another address. The operation does not take place. */
export interface RedirectFault extends FaultTimes {
  readonly redirect: string
  /** Default: 307. */
  readonly status?: number | undefined
}

/** A proxy answers with a page. The operation does not take place. */
export interface HtmlFault extends FaultTimes {
  readonly html: string
  /** Default: 502. */
  readonly status?: number | undefined
}

/** The server's clock is off by so many milliseconds: in `Date`, and in its judgement of timestamps. */
export interface SkewFault extends FaultTimes {
  readonly skew: number
}

/** The connection breaks after so many bytes of the body; of a stream too. */
export interface CutFault extends FaultTimes {
  readonly cutStreamAt: number
  /** Whether it is reset, or closed as if the body were complete. Default: `reset`. */
  readonly by?: 'reset' | 'close' | undefined
}

/** The body comes in pieces of so many bytes. */
export interface ChunkFault extends FaultTimes {
  readonly chunk: number
}

/**
 * What goes wrong. A skew and a chunk size go together with each other and with one of the rest.
 *
 * @example
 * server.fault('createOrder', { status: 429, retryAfter: 2 })
 * server.fault('createOrder', { reset: 'after' }) // the order is made, and nobody hears of it
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

/** The faults that strike one request. */
export interface Strike {
  readonly ending: Ending | undefined
  readonly skewMs: number
  /** Bytes per piece of the body. */
  readonly chunk: number | undefined
}

/** Nothing goes wrong. */
export const NO_STRIKE: Strike = { ending: undefined, skewMs: 0, chunk: undefined }

interface Planned {
  readonly target: OperationId | '*'
  readonly fault: Fault
  left: number
}

/** What is still to go wrong, in the order in which it was planned. */
export class FaultPlan {
  readonly #planned: Planned[] = []

  /**
   * Plans a fault.
   *
   * @returns what calls it off
   * @throws RangeError for a refusal that the operation does not document, and for what cannot be played
   */
  add(target: OperationId | '*', fault: Fault): () => void {
    requirePlayable(fault)
    if (target !== '*' && !canStrike(fault, target)) {
      throw new RangeError(`the contract knows no such refusal of ${target}`)
    }
    const planned = { target, fault, left: fault.times ?? ('skew' in fault ? Infinity : 1) }
    this.#planned.push(planned)
    return () => {
      planned.left = 0
    }
  }

  /** Takes what strikes a request: the first fault of each sort. */
  take(operationId: OperationId): Strike {
    const due = this.#planned.filter(
      ({ target, fault, left }) =>
        left > 0 && (target === operationId || (target === '*' && canStrike(fault, operationId))),
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

/** No operation refuses what it does not document. */
function canStrike(fault: Fault, operationId: OperationId): boolean {
  return !('error' in fault) || documentedStatus(operationId, fault.error) !== undefined
}

/** Tells whether a fault strikes before the operation takes place, which it then does not. */
export function comesFirst(ending: Ending): boolean {
  if ('html' in ending || 'redirect' in ending) return true
  if ('reset' in ending) return ending.reset === 'before'
  return ('status' in ending || 'error' in ending) && !ending.commit
}

/** What a fault answers in place of the operation; undefined for one that answers nothing of its own. */
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
