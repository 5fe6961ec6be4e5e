import type { Context } from '../domain/context.js'
import type { Logo } from '../domain/merchants/brand.js'
import type {
  Checkout,
  CheckoutMessage,
  CheckoutPage,
  CheckoutView,
  PagePreference,
} from '../domain/orders/checkout.js'
import type { LeaveResult } from '../domain/orders/refund-addresses.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { formatUsdt } from '../domain/shared/money.js'
import type { Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { findFacts, findLogo, findRevisions, leaveAddress, play, revisionOf } from './facts.js'
import type { PageRenderer } from './page-renderer.js'
import { noticeOf, pageOf } from './render.js'
import { changesAt, type Facts, PLAYS, type View, type ViewSettings, viewOf } from './view.js'

/** The hosted checkout: presents an order to its payer as a page, a stream and a JSON state. */
export class HostedCheckout implements Checkout {
  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly settings: ViewSettings,
    private readonly renderer: PageRenderer,
  ) {}

  async find(token: string): Promise<CheckoutView | undefined> {
    const facts = await findFacts(this.store, this.context, token)
    return facts && this.viewFor(facts)
  }

  findRevisions(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return findRevisions(this.store, orderIds)
  }

  simulate(token: string, action: string | undefined): Promise<boolean | undefined> {
    const known = PLAYS.find((play) => play === action)
    return known ? play(this.store, this.context, token, known) : Promise.resolve(undefined)
  }

  leaveAddress(token: string, address: string): Promise<LeaveResult | undefined> {
    return leaveAddress(this.store, this.context, token, address)
  }

  logo(token: string): Promise<Logo | undefined> {
    return findLogo(this.store, token)
  }

  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage {
    return this.renderer.render({
      area: 'pay',
      token,
      preference,
      hasScript: false,
      hasForms: false,
      parts: (place) => noticeOf(kind, place),
    })
  }

  private viewFor(facts: Facts): CheckoutView {
    const view = (now: Instant) => viewOf(facts, this.settings, now)
    return {
      orderId: facts.order.id,
      revision: revisionOf(facts),
      changesAt: (now) => changesAt(facts, now),
      isFinal: (now) => view(now).isFinal,
      changesWithBlocks: (now) => MOVING.has(view(now).row),
      state: (now) => stateOf(view(now)),
      page: (now, preference, form) => {
        const viewNow = view(now)
        return this.renderer.render({
          area: 'pay',
          sheet: viewNow.refundAddresses.isAsked ? 'refund' : undefined,
          token: facts.order.checkoutToken,
          preference,
          accent: viewNow.accent,
          offeredLanguages: viewNow.offeredLanguages,
          hasScript: true,
          hasForms: viewNow.isTest || viewNow.refundAddresses.isAsked,
          parts: (place) => pageOf(viewNow, place, form),
        })
      },
    }
  }
}

const MOVING: ReadonlySet<View['row']> = new Set([
  'checking',
  'confirming',
  'confirming_part',
  'final_check',
  'late',
])

/** Presents the view as JSON; members that do not apply are absent. */
function stateOf(view: View) {
  const { remaining, missing, address, confirmations, paidAt, contact } = view
  return {
    row: view.row,
    status: view.status,
    order_number: view.orderNumber,
    network: view.network,
    amount: formatUsdt(view.amount),
    received: formatUsdt(view.received),
    ...(remaining === undefined ? {} : { remaining: formatUsdt(remaining) }),
    ...(missing === undefined ? {} : { missing: formatUsdt(missing) }),
    ...(address === undefined ? {} : { address }),
    ...(view.description === null ? {} : { description: view.description }),
    expire_at: isoTime(view.expireAt),
    ...(paidAt === null || !view.isFinal ? {} : { paid_at: isoTime(paidAt) }),
    ...(confirmations && {
      confirmations: confirmations.count,
      required_confirmations: confirmations.required,
    }),
    transactions: view.transactions.map(({ hash }) => hash),
    ...(view.returnUrl === null ? {} : { return_url: view.returnUrl }),
    merchant: view.merchant,
    ...(contact ? { contact: contact.text } : {}),
    now: isoTime(view.now),
  }
}
