import { RETRY_ERRORS } from '../generated/failures.gen.js'
import type { Answer, TransportFailure } from '../http/attempt-outcome.js'
import type { Call } from '../http/call.js'
import type { Ending } from '../http/call-outcome.js'
import { remedyOf } from '../http/operation.js'
import { sampleOffset } from '../http/server-clock.js'
import { ownOf } from '../util/lookup.js'
import { type ErrorDetails, type MerchantPayError, UsageError } from './base-error.js'
import { LONGEST, readErrorBody, redact, UNEXPECTED } from './error-body.js'
import {
  AbortError,
  ApiError,
  type ClockDifference,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from './errors.js'

type Details = Omit<ErrorDetails, 'code'>

/** The usual cure for a refusal, appended to the server's message. */
const CURES: Readonly<Record<string, string>> = {
  invalid_signature: 'the secret may be wrong, or a proxy changed the request',
  api_key_is_inactive: 'use another key',
  duplicate_idempotency_key: 'a new order needs a new key',
  no_available_address: 'try again shortly',
  invalid_webhook_url: 'on your own machine, merchantpay listen forwards webhooks to http',
  merchant_not_active: 'use a test key until then',
  [UNEXPECTED]: 'perhaps from a proxy',
}

/** Makes the error of a failed call. */
export function toError(call: Call, ending: Ending): MerchantPayError {
  const { operationId, idempotencyKey } = call
  const { outcome: last, maybeProcessed, attempts, retryBudgetExhausted } = ending
  const requestId = shorten(ending.requestId)
  const outcome = maybeProcessed ? 'unknown' : 'not_processed'
  const details = { outcome, operationId, requestId, attempts, idempotencyKey, retryBudgetExhausted } as const
  const error =
    last.status === undefined
      ? fromTransportFailure(call, last, details)
      : fromAnswer(call, last, details, ending.retryAfterMs)
  const isRedirect = error instanceof ApiError && error.status < 400
  const remedy = remedyOf(call)
  if (!remedy || !maybeProcessed || isRedirect || error instanceof AbortError) return error
  const message = `${operationId}: not repeated, as the server may have acted. ${remedy}`
  return new OutcomeUnknownError(message, { ...details, code: 'outcome_unknown', cause: error, remedy })
}

function fromAnswer(
  { baseUrl }: Call,
  answer: Answer,
  details: Details,
  retryAfterMs: number | undefined,
): MerchantPayError {
  const { status, ok, json } = answer
  const head = `${details.operationId}: ${status}`
  if (ok) {
    const code = 'unreadable_response'
    return new ConnectionError(`${head}, but not the expected JSON`, { ...details, code, sent: 'maybe' })
  }
  const headers = new Headers(
    [...answer.headers].map(([name, value]): [string, string] => [name, shorten(value)]),
  )
  const known = { ...details, status, headers, retryAfterMs }
  if (status < 400) {
    const code = 'unexpected_redirect'
    return new ApiError(`${head}, a redirect; correct baseUrl ${baseUrl}`, { ...known, code })
  }
  const { code, message, ...named } = readErrorBody(json)
  const { detail } = named
  const clock = ownOf(RETRY_ERRORS, code) === 'clock' ? compareClocks(answer) : undefined
  const wait = retryAfterMs === undefined ? undefined : `try again in ${toSeconds(retryAfterMs)} s`
  const cure = clock ? cureOf(clock) : (wait ?? ownOf(CURES, code))
  // Each error has a row with this id; an answer that is not of the service has none.
  const row = code === UNEXPECTED ? '' : `#${code.replaceAll('_', '-')}`
  const docsUrl = `${baseUrl}/docs/errors${row}`
  const text = `${head} ${message}${detail ? `: ${detail}` : ''}${cure ? ` (${cure})` : ''}`
  return new ApiError(text, { ...known, ...named, code, docsUrl, clock })
}

const toSeconds = (ms: number): number => Math.ceil(ms / 1_000)

function compareClocks(answer: Answer): ClockDifference {
  return {
    offsetMs: sampleOffset(answer),
    serverDate: shorten(answer.headers.get('date') ?? '') || undefined,
  }
}

/** Shortens a header value to what an error keeps. */
const shorten = (text: string): string => redact(text.slice(0, LONGEST))

function cureOf({ offsetMs }: ClockDifference): string {
  if (offsetMs === undefined) return 'local clock may be off'
  return `local clock is off by ${Math.round(-offsetMs / 1000)} s`
}

function fromTransportFailure(call: Call, failure: TransportFailure, details: Details): MerchantPayError {
  const { operationId, timeoutMs, deadlineMs, baseUrl } = call
  const { reason, code, cause, phase, sent, retryAfterMs } = failure
  const known = { ...details, code, cause }
  switch (reason) {
    case 'abort':
      return new AbortError(`${operationId}: aborted by the caller`, known)
    case 'usage':
      return new UsageError(code, `${operationId}: ${code.replace('_', ' ')}`, known)
    case 'timeout': {
      const message = `${operationId}: ${phase} took longer than timeoutMs ${timeoutMs} or deadlineMs ${deadlineMs}`
      const text = retryAfterMs === undefined ? message : `${message}; it needs ${toSeconds(retryAfterMs)} s`
      return new TimeoutError(text, { ...known, phase, retryAfterMs })
    }
    case 'connection': {
      const cure = sent === 'no' && failure.mayPass ? '; check baseUrl, and that its server runs' : ''
      const message = `${operationId}: no answer from ${new URL(baseUrl).host} (${code}${cure})`
      return new ConnectionError(message, { ...known, code: 'connection_failed', sent })
    }
  }
}
