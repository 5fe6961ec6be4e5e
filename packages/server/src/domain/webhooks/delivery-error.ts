import type { Delivery } from './webhook.js'

/** Errors without a response. Their difference would reveal open ports and host names of a private network. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'dns_error',
  'blocked_target',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'timeout',
])

/**
 * Returns the error of a delivery as its merchant sees it. Errors without a response are `unreachable` until the target has
 * answered with 2xx once. `blocked_target` is always shown as `dns_error`.
 *
 * @see openapi/DECISIONS.md "Webhooks", "Errors of deliveries"
 */
export function errorForMerchant({
  lastError,
  isErrorHidden,
}: Pick<Delivery, 'lastError' | 'isErrorHidden'>): string | null {
  if (lastError === null || !UNREACHABLE.has(lastError)) return lastError
  if (isErrorHidden) return 'unreachable'
  return lastError === 'blocked_target' ? 'dns_error' : lastError
}
