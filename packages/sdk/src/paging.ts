import type { CallPromise } from './call-promise.js'
import type { Settings } from './options.js'
import type { PathValues } from './paths.js'
import type { RequestOptions } from './request-options.js'
import { type Success, send } from './send.js'

/** Options of a list. */
export interface PageOptions extends RequestOptions {
  /** Rows per page, 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** Rows to skip. Default: 0. */
  readonly offset?: number | undefined
}

/** The operations that answer one page. */
type ListId = 'listOrders' | 'listOrderDeliveries' | 'listWebhookDeliveries' | 'listWithdrawals'

/** Starts a call for one page. */
export function sendPage<Id extends ListId>(
  settings: Settings,
  operationId: Id,
  path: PathValues,
  options: PageOptions = {},
): CallPromise<Success<Id>> {
  const { limit, offset } = options
  const call = send<ListId>(settings, operationId, { path, query: { limit, offset } }, options)
  return call as CallPromise<Success<Id>> // the answer of the one operation that was sent
}
