import type { EventType } from '@merchantpay/sdk'
import { usage } from './failure.js'

/** How the sandbox makes each event: an action on an order, repeated once it is paid, or a withdrawal that arrives or fails. */
export const EVENT_CAUSES = {
  'payment.confirmed': { order: 'pay' },
  'payment.expired': { order: 'expire' },
  'payment.underpaid': { order: 'underpay' },
  'payment.frozen': { order: 'freeze' },
  'payment.overpaid': { order: 'pay', again: true },
  'withdrawal.completed': { withdrawal: 'arrives' },
  'withdrawal.failed': { withdrawal: 'fails' },
} as const satisfies Readonly<Record<EventType, object>>

export const EVENT_TYPES = Object.keys(EVENT_CAUSES) as EventType[] // the keys of the table

/** @throws Failure `usage` */
export function eventOf(text: string): EventType {
  const known = EVENT_TYPES.find((event) => event === text)
  if (known === undefined) throw usage(`${text} is not an event: ${EVENT_TYPES.join(', ')}`)
  return known
}
