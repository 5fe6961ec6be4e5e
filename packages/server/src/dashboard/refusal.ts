import { ORDERS_PAUSED } from '../domain/orders/address-leases.js'
import { PersonRefusal, type PersonRefusalCode } from '../domain/people/person-refusal.js'
import { DomainError, type ErrorCode } from '../domain/shared/errors.js'
import { RefusedForm } from '../pages/refusal.js'
import type { Refusal } from '../pages/visit.js'
import { type Html, html } from '../runtime/html.js'
import type { WordKey } from './frame/texts.js'
import type { Visit } from './visit.js'

/** Codes that the router answers with a page of its own. */
const NOT_SHOWN: ReadonlySet<ErrorCode> = new Set([
  'internal_server_error',
  'service_unavailable',
  'not_found',
  'order_not_found',
  'webhook_not_found',
  'delivery_not_found',
  'withdrawal_not_found',
  'payment_link_not_found',
  'api_key_not_found',
  'api_key_is_inactive',
])

/** Details in the words of programs. The text of the code says enough, or that of an amount. */
const TECHNICAL = /^must (?:be a (?:decimal )?string|match )/

const ERRORS: Partial<Record<ErrorCode, WordKey>> = {
  invalid_amount: 'error_amount',
  invalid_price: 'error_amount',
  rate_unavailable: 'error_rate',
  unsupported_price_currency: 'error_rate',
  invalid_expires_at: 'error_valid_until',
  amount_below_minimum: 'error_amount',
  insufficient_balance: 'error_balance',
  invalid_destination_address: 'error_address',
  unsupported_network: 'error_network',
  destination_not_found: 'error_destination',
  duplicate_idempotency_key: 'error_repeated',
  no_available_address: 'error_no_address',
  rate_limit_exceeded: 'error_too_many',
  merchant_suspended: 'error_suspended',
  merchant_not_active: 'error_not_active',
  forbidden: 'error_forbidden',
  api_key_limit_reached: 'error_limit',
  webhook_limit_reached: 'error_limit',
  destination_limit_reached: 'error_limit',
  invalid_webhook_url: 'error_url',
  invalid_name: 'error_name',
  action_not_possible: 'error_not_possible',
  payment_link_closed: 'error_not_possible',
  withdrawal_not_cancelable: 'error_not_possible',
}

/** The fields that changes of people are refused for. */
const PARAMS: Partial<Record<PersonRefusalCode, string>> = {
  invalid_mail: 'mail',
  person_exists: 'mail',
  invalid_name: 'name',
}

/** Returns what the API said against a form; undefined for an error that the form has nothing to do with. */
export function refusalBy(error: unknown, visit: Visit): Refusal | undefined {
  if (error instanceof RefusedForm) return error.refusal
  if (error instanceof PersonRefusal)
    return { status: 422, text: visit.text(`error_${error.code}`), param: PARAMS[error.code] }
  if (!(error instanceof DomainError) || NOT_SHOWN.has(error.code)) return undefined
  if (error.code === 'request_body_too_large') return excessOf(visit)
  const { param, detail } = error.details
  const status = error.code === 'rate_limit_exceeded' ? 429 : 422
  return { status, text: reasonOf(visit, error.code, detail), param }
}

/** The only files are logos. */
const excessOf = (visit: Visit): Refusal =>
  visit.request.excess === 'file'
    ? { status: 413, text: visit.text('logo_too_large'), param: 'logo' }
    : { status: 413, text: visit.text('error_too_long') }

/** Says what is wrong. The detail comes from the API, in English. */
function reasonOf(visit: Visit, code: ErrorCode, detail: string | undefined): Html {
  if (detail === ORDERS_PAUSED) return visit.text('orders_paused')
  const key = ERRORS[code] ?? 'error_other'
  const text = visit.text(key)
  if (detail === undefined) return text
  if (TECHNICAL.test(detail))
    return key === 'error_amount' ? html`${text} ${visit.text('error_amount_form')}` : text
  return html`${text} <bdi lang="en" dir="ltr">${detail.slice(0, 1).toUpperCase()}${detail.slice(1)}.</bdi>`
}
