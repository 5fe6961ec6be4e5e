import { DomainError, type ErrorCode } from '../domain/shared/errors.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { Unavailable } from '../domain/store/store.js'
import type { components } from '../generated/contract.gen.js'

interface WireError {
  readonly status: number
  readonly message: string
}

/** Status and message of every error code. A test compares them with the contract in both directions. */
export const ERRORS: Readonly<Record<ErrorCode, WireError>> = {
  not_found: { status: 404, message: 'not found' },
  method_not_allowed: { status: 405, message: 'method not allowed' },
  request_body_too_large: { status: 413, message: 'request body too large' },
  unsupported_media_type: { status: 415, message: 'unsupported media type' },
  missing_authorization_header: { status: 401, message: 'missing authorization header' },
  invalid_authorization_format: { status: 401, message: 'invalid authorization format' },
  api_key_not_found: { status: 401, message: 'api key not found' },
  api_key_is_inactive: { status: 401, message: 'api key is inactive' },
  invalid_signature: { status: 401, message: 'invalid signature' },
  request_timestamp_too_old: { status: 401, message: 'request timestamp too old' },
  request_timestamp_in_the_future: { status: 401, message: 'request timestamp in the future' },
  rate_limit_exceeded: { status: 429, message: 'rate limit exceeded' },
  forbidden: { status: 403, message: 'forbidden' },
  merchant_not_active: { status: 403, message: 'merchant not active' },
  merchant_suspended: { status: 403, message: 'merchant suspended' },
  registration_closed: { status: 403, message: 'registration closed' },
  invalid_json: { status: 400, message: 'invalid json' },
  invalid_limit: { status: 400, message: 'invalid limit' },
  invalid_offset: { status: 400, message: 'invalid offset' },
  invalid_cursor: { status: 400, message: 'invalid cursor' },
  invalid_parameter: { status: 400, message: 'invalid parameter' },
  invalid_amount: { status: 400, message: 'invalid amount' },
  invalid_amount_mode: { status: 400, message: 'invalid amount mode' },
  amount_required: { status: 400, message: 'amount required' },
  amount_not_allowed: { status: 400, message: 'amount not allowed' },
  amount_out_of_range: { status: 400, message: 'amount out of range' },
  unsupported_currency: { status: 400, message: 'unsupported currency' },
  unsupported_network: { status: 400, message: 'unsupported network' },
  invalid_uses: { status: 400, message: 'invalid uses' },
  invalid_expires_at: { status: 400, message: 'invalid expires at' },
  invalid_metadata: { status: 400, message: 'invalid metadata' },
  invalid_return_url: { status: 400, message: 'invalid return url' },
  invalid_webhook_url: { status: 400, message: 'invalid webhook url' },
  invalid_event_type: { status: 400, message: 'invalid event type' },
  invalid_idempotency_key: { status: 400, message: 'invalid idempotency key' },
  invalid_tolerance: { status: 400, message: 'invalid tolerance' },
  invalid_price: { status: 400, message: 'invalid price' },
  unsupported_price_currency: { status: 400, message: 'unsupported price currency' },
  invalid_name: { status: 400, message: 'invalid name' },
  invalid_email: { status: 400, message: 'invalid email' },
  invalid_platform_user_id: { status: 400, message: 'invalid platform user id' },
  invalid_environment: { status: 400, message: 'invalid environment' },
  no_available_address: { status: 400, message: 'no available address' },
  order_not_found: { status: 404, message: 'order not found' },
  payment_link_not_found: { status: 404, message: 'payment link not found' },
  payment_link_closed: { status: 409, message: 'payment link closed' },
  webhook_not_found: { status: 404, message: 'webhook not found' },
  delivery_not_found: { status: 404, message: 'delivery not found' },
  destination_not_found: { status: 404, message: 'destination not found' },
  withdrawal_not_found: { status: 404, message: 'withdrawal not found' },
  payment_not_found: { status: 404, message: 'payment not found' },
  invalid_operator_token: { status: 401, message: 'invalid operator token' },
  insufficient_balance: { status: 400, message: 'insufficient balance' },
  invalid_destination_address: { status: 400, message: 'invalid destination address' },
  amount_below_minimum: { status: 400, message: 'amount below minimum' },
  amount_does_not_match: { status: 400, message: 'amount does not match' },
  withdrawal_not_cancelable: { status: 409, message: 'withdrawal not cancelable' },
  order_not_payable: { status: 409, message: 'order not payable' },
  payment_already_settled: { status: 409, message: 'payment already settled' },
  payment_already_voided: { status: 409, message: 'payment already voided' },
  duplicate_idempotency_key: { status: 409, message: 'duplicate idempotency key' },
  merchant_already_exists: { status: 409, message: 'merchant already exists' },
  api_key_limit_reached: { status: 409, message: 'api key limit reached' },
  webhook_limit_reached: { status: 409, message: 'webhook limit reached' },
  destination_limit_reached: { status: 409, message: 'destination limit reached' },
  action_not_possible: { status: 409, message: 'action not possible' },
  internal_server_error: { status: 500, message: 'internal server error' },
  service_unavailable: { status: 503, message: 'service unavailable' },
  rate_unavailable: { status: 503, message: 'rate unavailable' },
}

/** The longest parameter name in a message. Unknown names come from the caller, and an error must not echo a whole request. */
const MAX_NAME_LENGTH = 64

export interface ErrorReply extends WireError {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<components['schemas']['Error']>
}

/** An error that is logged first and then shown to a person as a page. */
export class ErrorWithPage extends Error {
  constructor(
    override readonly cause: unknown,
    readonly show: () => Promise<void>,
  ) {
    super('answered with a page')
  }
}

/** Returns the response for an error: its row of the table, or 500 without its cause. */
export function toErrorReply(error: unknown): ErrorReply {
  const known = toDomainError(error)
  const { status, message: text } = ERRORS[known.code]
  const {
    parameter,
    param = parameter,
    detail,
    readFrom,
    retryAfterSeconds,
    status: ownStatus,
  } = known.details
  const message = parameter === undefined ? text : `${text}: ${shortened(parameter)}`
  return {
    status: ownStatus ?? status,
    message,
    body: {
      error: message,
      ...(param !== undefined && { param: shortened(param) }),
      ...(detail !== undefined && { detail }),
      ...(readFrom !== undefined && { read_from: isoTime(readFrom) }),
    },
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` },
  }
}

/** Shortens a name without cutting a surrogate pair in half. */
const shortened = (name: string): string => name.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof Unavailable) return new DomainError('service_unavailable', { retryAfterSeconds: 1 })
  // The path has percent escapes that cannot be decoded.
  if (error instanceof URIError) return new DomainError('not_found')
  return new DomainError('internal_server_error')
}
