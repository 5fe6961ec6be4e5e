import type { Call } from './call.js'
import { readErrorBody } from './error-body.js'
import {
  AbortError,
  ApiError,
  ConnectionError,
  type ErrorDetails,
  type MerchantPayError,
  OutcomeUnknownError,
  TimeoutError,
  UsageError,
} from './errors.js'
import type { Answer, Fault } from './exchange.js'
import type { Settlement } from './settlement.js'

const SET_CLOCK = "set this machine's clock"

type Details = Omit<ErrorDetails, 'code'>

/** What usually helps, added to the server's own words. */
const CURES: Readonly<Record<string, string>> = {
  invalid_signature: 'the secret may be wrong, or a proxy changed the request',
  request_timestamp_too_old: SET_CLOCK,
  request_timestamp_in_the_future: SET_CLOCK,
  api_key_is_inactive: 'use another key',
  duplicate_idempotency_key: 'a new order needs a new key',
  no_available_address: 'try again shortly',
  rate_limit_exceeded: 'wait for retryAfterMs',
  merchant_not_active: 'use a test key until then',
  unexpected_response: 'perhaps from a proxy',
}

/** Makes the error of a failed call. */
export function toError(call: Call, settlement: Settlement): MerchantPayError {
  const { operationId, operation, idempotencyKey } = call
  const { exchange, maybeProcessed, attempts, requestId } = settlement
  const outcome = maybeProcessed ? 'unknown' : 'not_processed'
  const details = { outcome, operationId, requestId, attempts, idempotencyKey } as const
  const error =
    exchange.status === undefined
      ? fromFault(call, exchange, details)
      : fromAnswer(exchange, details, settlement.retryAfterMs)
  const isRedirect = error instanceof ApiError && error.status < 400
  if (operation.retry !== 'once' || !maybeProcessed || isRedirect || error instanceof AbortError) return error
  const { remedy = 'See what happened before calling again.' } = operation
  const message = `${operationId}: not repeated, as the server may have acted. ${remedy}`
  return new OutcomeUnknownError(message, { ...details, code: 'outcome_unknown', cause: error, remedy })
}

function fromAnswer(
  { status, ok, headers, json }: Answer,
  details: Details,
  retryAfterMs: number | undefined,
): MerchantPayError {
  const head = `${details.operationId}: ${status}`
  if (ok) {
    const code = 'unreadable_response'
    return new ConnectionError(`${head}, but not the expected JSON`, { ...details, code, sent: 'maybe' })
  }
  const known = { ...details, status, headers, retryAfterMs }
  if (status < 400) {
    const code = 'unexpected_redirect'
    return new ApiError(`${head}, a redirect; correct baseUrl`, { ...known, code })
  }
  const { code, message, param } = readErrorBody(json)
  const cure = CURES[code] ? ` (${CURES[code]})` : ''
  return new ApiError(`${head} ${message}${cure}`, { ...known, code, param })
}

function fromFault(call: Call, fault: Fault, details: Details): MerchantPayError {
  const { operationId, timeoutMs, deadlineMs } = call
  const { reason, code, cause, phase, sent } = fault
  const known = { ...details, code, cause }
  switch (reason) {
    case 'abort':
      return new AbortError(`${operationId}: aborted by the caller`, known)
    case 'signer':
      return new UsageError(code, `${operationId}: the signer failed`, known)
    case 'timeout': {
      const message = `${operationId}: no answer within timeoutMs ${timeoutMs}, deadlineMs ${deadlineMs}`
      return new TimeoutError(message, { ...known, phase })
    }
    case 'connection': {
      const message = `${operationId}: no answer (${code})`
      return new ConnectionError(message, { ...known, code: 'connection_failed', sent })
    }
  }
}
