import type { Instant } from './types.js'

/** Codes of all error responses: the message in snake_case. `http/errors.ts` has the text that is sent. */
export type ErrorCode =
  | 'not_found'
  | 'method_not_allowed'
  | 'request_body_too_large'
  | 'unsupported_media_type'
  | 'missing_authorization_header'
  | 'invalid_authorization_format'
  | 'api_key_not_found'
  | 'api_key_is_inactive'
  | 'invalid_signature'
  | 'request_timestamp_too_old'
  | 'request_timestamp_in_the_future'
  | 'rate_limit_exceeded'
  | 'forbidden'
  | 'merchant_not_active'
  | 'merchant_suspended'
  | 'registration_closed'
  | 'invalid_json'
  | 'invalid_limit'
  | 'invalid_offset'
  | 'invalid_cursor'
  | 'invalid_parameter'
  | 'invalid_amount'
  | 'invalid_amount_mode'
  | 'amount_required'
  | 'amount_not_allowed'
  | 'amount_out_of_range'
  | 'unsupported_currency'
  | 'unsupported_network'
  | 'invalid_uses'
  | 'invalid_expires_at'
  | 'invalid_metadata'
  | 'invalid_return_url'
  | 'invalid_webhook_url'
  | 'invalid_event_type'
  | 'invalid_idempotency_key'
  | 'invalid_tolerance'
  | 'invalid_price'
  | 'unsupported_price_currency'
  | 'invalid_name'
  | 'invalid_email'
  | 'invalid_platform_user_id'
  | 'invalid_environment'
  | 'no_available_address'
  | 'order_not_found'
  | 'payment_link_not_found'
  | 'payment_link_closed'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'withdrawal_not_found'
  | 'destination_not_found'
  | 'payment_not_found'
  | 'invalid_operator_token'
  | 'amount_does_not_match'
  | 'order_not_payable'
  | 'payment_already_settled'
  | 'payment_already_voided'
  | 'insufficient_balance'
  | 'invalid_destination_address'
  | 'amount_below_minimum'
  | 'withdrawal_not_cancelable'
  | 'duplicate_idempotency_key'
  | 'merchant_already_exists'
  | 'api_key_limit_reached'
  | 'webhook_limit_reached'
  | 'destination_limit_reached'
  | 'action_not_possible'
  | 'internal_server_error'
  | 'service_unavailable'
  | 'rate_unavailable'

export interface ErrorDetails {
  /** Name of the field, for `invalid_parameter`: part of the message. */
  readonly parameter?: string
  /** Dotted name of the refused field; left out, it is `parameter`. */
  readonly param?: string
  /** The broken rule, made from the contract, numbers and ids only: never from other text of the request. */
  readonly detail?: string
  /** Value of `Retry-After`, for `rate_limit_exceeded`, `service_unavailable` and `rate_unavailable`. */
  readonly retryAfterSeconds?: number
  /** For `invalid_cursor`: the time from which a reader goes on. */
  readonly readFrom?: Instant
  /** HTTP status, where a message has more than one. */
  readonly status?: number
}

/** A request that is refused with a documented error. Only the `details` above are sent to the client. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(code)
  }
}
