import { type Backoff, backoffMs, FAULT_BACKOFF, REFUSAL_BACKOFF, spreadMs } from './backoff.js'
import { readErrorBody } from './error-body.js'
import type { Answer, Exchange, Fault } from './exchange.js'
import { RETRY_ERRORS } from './generated/operations.gen.js'
import type { Operation } from './operation.js'
import { readRetryAfter } from './retry-after.js'

/** How long to wait before another attempt. */
export interface Wait {
  readonly ms: number
  /** The part of it that the server asked for, milliseconds. */
  readonly askedMs: number | undefined
}

/** What an attempt means for its call. */
export interface Verdict {
  readonly kind: 'success' | 'settled' | 'failure'
  /** Whether the server may have acted on this attempt although it did not say so. */
  readonly maybeProcessed: boolean
  /** The wait before another attempt, where one makes sense. */
  readonly retry?: Wait | undefined
}

/** What came before an attempt. */
export interface History {
  /** Attempts before this one. */
  readonly retries: number
  /** Whether one of them may have been processed. */
  readonly maybeProcessed: boolean
}

/**
 * Decides what an attempt means. An attempt that was surely not processed may be repeated by every
 * operation; one that may have been only where the contract says that a repeat is harmless.
 */
export function classify(operation: Operation, exchange: Exchange, history: History): Verdict {
  if (exchange.kind === 'fault') return classifyFault(operation, exchange, history)
  const { status, json } = exchange
  if (status >= 200 && status < 300) {
    if (isReadable(operation, exchange)) return { kind: 'success', maybeProcessed: true }
    return uncertain(operation, exchange, history)
  }
  if (status < 400) return { kind: 'failure', maybeProcessed: true }
  if (status >= 500 || status === 408) return uncertain(operation, exchange, history)
  const { code } = readErrorBody(json)
  if (history.maybeProcessed && operation.settledBy?.includes(code)) {
    return { kind: 'settled', maybeProcessed: false }
  }
  return { kind: 'failure', maybeProcessed: false, retry: refusalWait(exchange, code, history) }
}

function classifyFault(operation: Operation, fault: Fault, history: History): Verdict {
  const maybeProcessed = fault.sent === 'maybe'
  const isRepeatable = !fault.isFinal && !(maybeProcessed && operation.retry === 'once')
  const retry = isRepeatable ? faultWait(undefined, history) : undefined
  return { kind: 'failure', maybeProcessed, retry }
}

/** The server answered, but not in a way that tells what it did. */
function uncertain(operation: Operation, answer: Answer, history: History): Verdict {
  const retry = operation.retry === 'once' ? undefined : faultWait(hintOf(answer), history)
  return { kind: 'failure', maybeProcessed: true, retry }
}

function refusalWait(answer: Answer, code: string, history: History): Wait | undefined {
  const hint = hintOf(answer)
  if (answer.status === 429 || RETRY_ERRORS[code] === 'after') {
    const askedMs = Math.max(hint ?? 0, 1_000)
    return { ms: spreadMs(askedMs), askedMs }
  }
  return RETRY_ERRORS[code] === 'backoff' ? backoffWait(REFUSAL_BACKOFF, hint, history) : undefined
}

function faultWait(hint: number | undefined, history: History): Wait {
  return backoffWait(FAULT_BACKOFF, hint, history)
}

function backoffWait(backoff: Backoff, askedMs: number | undefined, history: History): Wait {
  return { ms: Math.max(askedMs ?? 0, backoffMs(backoff, history.retries)), askedMs }
}

function hintOf(answer: Answer): number | undefined {
  return readRetryAfter(answer.headers, Date.now())
}

/** A success is a JSON object, or an array where the contract says so; a stream is judged by its events. */
function isReadable(operation: Operation, { json, stream }: Answer): boolean {
  if (stream !== undefined) return true
  if (operation.retry === 'stream' || typeof json !== 'object' || json === null) return false
  return Array.isArray(json) === (operation.array === true)
}
