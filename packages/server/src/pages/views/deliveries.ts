import type { DeliveryWithEvent, WebhookEvent } from '../../domain/webhooks/webhook.js'
import type { Html } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { badge, statusBadge } from '../../ui/badge.js'

/** Failures after which a delivery is shown as failing, though the server goes on by itself. */
const FAILING = 2

/** The number of the order or the withdrawal in the body of an event, which is JSON of this server. */
export function subjectNumber({ body }: WebhookEvent): string | undefined {
  const { data } = JSON.parse(body) as { data?: { order_number?: unknown; withdrawal_number?: unknown } } // checked below
  const number = data?.order_number ?? data?.withdrawal_number
  return typeof number === 'string' ? number : undefined
}

/** Host and path of a receiver. The query is left out: some receivers take a secret in it. */
export function receiverOf(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : `${host}${pathname}`
}

/** The badge of a delivery. @param words of its status, and of one that fails again and again */
export const deliveryBadge = (
  { status, attempts, isHeld }: DeliveryWithEvent,
  words: { readonly status: Content; readonly failing: Content },
): Html =>
  status === 'PENDING' && attempts >= FAILING && !isHeld
    ? badge({ tone: 'warn', icon: 'warning', text: words.failing, title: status })
    : statusBadge(status, words.status)
