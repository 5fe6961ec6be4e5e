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

/** What usually helps, added to the server's own words. */
const CURES: Readonly<Record<string, string>> = {
  invalid_signature: 'the secret may belong to another key, or a proxy changed the path or the body',
  request_timestamp_too_old: 'set the clock of this machine',
  request_timestamp_in_the_future: 'set the clock of this machine',
  api_key_is_inactive: 'the key was revoked; use another one',
  duplicate_idempotency_key: 'the key was used with other parameters; use a new key for a new order',
  no_available_address: 'try again shortly',
  rate_limit_exceeded: 'wait for retryAfterMs',
  merchant_not_active: 'a live key works once the merchant is active',
  unexpected_response: 'the answer did not come from the API, perhaps from a proxy',
}

/** Makes the error of a failed call. */
export function toError(call: Call, settlement: Settlement): MerchantPayError {
  const { exchange, maybeProcessed } = settlement
  const error =
    exchange.kind === 'answer'
      ? fromAnswer(call, settlement, exchange)
      : fromFault(call, settlement, exchange)
  const isHidden = call.operation.retry === 'once' && maybeProcessed && !isRedirect(exchange)
  if (!isHidden || error instanceof AbortError) return error
  const { remedy = 'Look up what happened before calling again.' } = call.operation
  const message = `${call.operationId}: it is unknown whether the server acted, so it was not repeated. ${remedy}`
  const details = { ...detailsOf(call, settlement), code: 'outcome_unknown', cause: error, remedy }
  return new OutcomeUnknownError(message, details)
}

function fromAnswer(call: Call, settlement: Settlement, answer: Answer): MerchantPayError {
  const details = detailsOf(call, settlement)
  const { status, headers } = answer
  if (status >= 200 && status < 300) {
    const message = `${call.operationId}: ${status}, but the answer was not the expected JSON`
    return new ConnectionError(message, { ...details, code: 'unreadable_response', sent: 'maybe' })
  }
  const { retryAfterMs } = settlement
  if (isRedirect(answer)) {
    const message = `${call.operationId}: ${status}, a redirect, which is never followed; correct baseUrl`
    return new ApiError(message, { ...details, code: 'unexpected_redirect', status, headers, retryAfterMs })
  }
  const { code, message: said, param } = readErrorBody(answer.json)
  const cure = CURES[code]
  const message = `${call.operationId}: ${status} ${said}${cure === undefined ? '' : ` (${cure})`}`
  return new ApiError(message, { ...details, code, status, headers, param, retryAfterMs })
}

function fromFault(call: Call, settlement: Settlement, fault: Fault): MerchantPayError {
  const details = { ...detailsOf(call, settlement), code: fault.code, cause: fault.cause }
  const { operationId, timeoutMs } = call
  switch (fault.reason) {
    case 'abort':
      return new AbortError(`${operationId}: aborted by the caller`, details)
    case 'signer':
      return new UsageError('signer_failed', `${operationId}: the signer failed`, details)
    case 'timeout':
      return new TimeoutError(
        `${operationId}: no complete answer in time (timeoutMs ${timeoutMs}, deadlineMs ${call.deadlineMs})`,
        { ...details, phase: fault.phase },
      )
    case 'connection':
      return new ConnectionError(`${operationId}: no answer (${fault.code})`, {
        ...details,
        code: 'connection_failed',
        sent: fault.sent,
      })
  }
}

function detailsOf(call: Call, settlement: Settlement): Omit<ErrorDetails, 'code'> {
  const { attempts, maybeProcessed, requestId } = settlement
  const outcome = maybeProcessed ? 'unknown' : 'not_processed'
  return { outcome, operationId: call.operationId, requestId, attempts, idempotencyKey: call.idempotencyKey }
}

function isRedirect(exchange: Settlement['exchange']): boolean {
  if (exchange.kind === 'fault') return false
  return exchange.status < 200 || (exchange.status >= 300 && exchange.status < 400)
}
