import { EVENT_EXAMPLES } from '../generated/examples.gen.js'
import type { EventNamed, WebhookEvent } from '../verifier/payload.js'

/** An example of each event, and special forms that receivers tend to forget. */
export interface Fixtures extends Readonly<{ [Name in WebhookEvent['event']]: EventNamed<Name> }> {
  /** `payment.confirmed` of an order that had expired: its status is EXPIRED_PAID. */
  readonly latePayment: EventNamed<'payment.confirmed'>
  /** `payment.confirmed` of an app-only order: no network, no transactions. */
  readonly appOnlyPayment: EventNamed<'payment.confirmed'>
  /** `payment.expired` of an app-only order whose amount the payer chooses: no network, and an amount of null. */
  readonly appOnlyExpiry: EventNamed<'payment.expired'>
}

/**
 * Events to test a receiver with: the contract's example of each event, by its name, and three special forms. They are
 * deeply frozen, since tests share them; copy an event to change it.
 *
 * @see the interface, "Webhook events"
 * @example
 * ```ts
 * import { fixtures } from '@merchantpay/webhook-verify/testing'
 *
 * const paid = fixtures['payment.confirmed']
 * const mine = { ...paid, data: { ...paid.data, metadata: { cart: 'B-2' } } }
 * console.log(mine.data.status, fixtures.latePayment.data.status) // PAID EXPIRED_PAID
 * ```
 */
export const fixtures: Fixtures = /* @__PURE__ */ makeFixtures()

function makeFixtures(): Fixtures {
  const paid = EVENT_EXAMPLES['payment.confirmed']
  const expired = EVENT_EXAMPLES['payment.expired']
  const { network: _paidOn, ...paidData } = paid.data
  const { network: _expiredOn, ...expiredData } = expired.data
  return freeze({
    ...EVENT_EXAMPLES,
    latePayment: { ...paid, data: { ...paid.data, status: 'EXPIRED_PAID' } },
    appOnlyPayment: { ...paid, data: { ...paidData, transactions: [] } },
    appOnlyExpiry: { ...expired, data: { ...expiredData, order_amount: null } },
  })
}

function freeze<Value extends object>(value: Value): Value {
  for (const child of Object.values(value)) if (child instanceof Object) freeze(child)
  return Object.freeze(value)
}
