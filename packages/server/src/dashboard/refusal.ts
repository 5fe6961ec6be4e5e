import { DomainError, type ErrorCode } from '../domain/shared/errors.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import { notice } from '../ui/notice.js'
import type { WordKey } from './frame/texts.js'
import type { ReadPage, Shown } from './page.js'
import type { Visit } from './visit.js'

/** The reason of the API against a form. */
export interface Refusal {
  readonly code: ErrorCode
  /** The field of the API. */
  readonly param: string | undefined
  readonly detail: string | undefined
}

/** Codes that the router answers with a page of its own. */
const NOT_SHOWN: ReadonlySet<ErrorCode> = new Set([
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
  'not_found',
  'order_not_found',
  'webhook_not_found',
  'delivery_not_found',
  'withdrawal_not_found',
  'api_key_not_found',
  'api_key_is_inactive',
])

/** Does what a form asks for. A refused form is shown again with the reason. */
export async function submitOrRefuse(
  visit: Visit,
  act: () => Promise<Shown>,
  again: (refusal: Refusal) => ReadPage,
): Promise<Shown> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DomainError) || NOT_SHOWN.has(error.code)) throw error
    const { param, detail } = error.details
    const shown = await visit.services.store.read((tx) =>
      again({ code: error.code, param, detail })(tx, visit),
    )
    return shown.kind === 'content' ? { ...shown, status: 422 } : shown
  }
}

const ERRORS: Partial<Record<ErrorCode, WordKey>> = {
  invalid_amount: 'error_amount',
  amount_below_minimum: 'error_amount',
  insufficient_balance: 'error_balance',
  invalid_destination_address: 'error_address',
  unsupported_network: 'error_network',
  destination_not_found: 'error_destination',
  duplicate_idempotency_key: 'error_repeated',
  no_available_address: 'error_no_address',
  merchant_suspended: 'error_suspended',
  merchant_not_active: 'error_not_active',
  forbidden: 'error_forbidden',
  api_key_limit_reached: 'error_limit',
  webhook_limit_reached: 'error_limit',
  destination_limit_reached: 'error_limit',
  invalid_webhook_url: 'error_url',
  invalid_name: 'error_name',
  action_not_possible: 'error_not_possible',
  withdrawal_not_cancelable: 'error_not_possible',
}

/** Says what is wrong. The detail comes from the API, in English. */
function reasonOf(visit: Visit, { code, detail }: Refusal): Html {
  const text = visit.text(ERRORS[code] ?? 'error_other')
  if (detail === undefined) return text
  return html`${text} <bdi lang="en" dir="ltr">${detail.slice(0, 1).toUpperCase()}${detail.slice(1)}.</bdi>`
}

/** The message above a form that was refused. */
export const refusalNotice = (visit: Visit, refusal: Refusal | undefined): Html =>
  refusal === undefined
    ? NOTHING
    : notice({
        kind: 'bad',
        title: visit.text('nothing_done'),
        text: reasonOf(visit, refusal),
        isResult: true,
      })

/** The error of a field, for its component. @param params the names of the API that the field stands for */
export function errorAt(
  visit: Visit,
  refusal: Refusal | undefined,
  ...params: readonly string[]
): { readonly error?: Html } {
  const isHere = refusal?.param !== undefined && params.includes(refusal.param.replace(/\..*/, ''))
  return isHere ? { error: reasonOf(visit, refusal) } : {}
}
