import type { Context } from '../domain/context.js'
import type { Logo } from '../domain/merchants/brand.js'
import type {
  Checkout,
  CheckoutMessage,
  CheckoutPage,
  CheckoutView,
  PagePreference,
} from '../domain/orders/checkout.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { formatUsdt } from '../domain/shared/money.js'
import type { Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { readAsset, readLocales } from '../runtime/assets.js'
import { withoutComments } from '../ui/behaviour.js'
import { documentOf, policyFor } from '../ui/document.js'
import { type Inline, inline } from '../ui/inline.js'
import { styleSheet } from '../ui/style-sheet.js'
import { Languages } from '../ui/words.js'
import { findFacts, findLogo, findRevisions, play, revisionOf } from './facts.js'
import type { Parts, Place } from './place.js'
import { noticeOf, pageOf } from './render.js'
import { accentStyle, checkoutRules } from './style.js'
import { changesAt, type Facts, PLAYS, type View, type ViewSettings, viewOf } from './view.js'
import type { WordKey } from './words.js'

export interface CheckoutSettings extends ViewSettings {
  /** Sites that may embed the page, in the syntax of the policy. */
  readonly frameAncestors: string
  readonly publicUrl: () => string
}

/** The hosted checkout: presents an order to its payer as a page, a stream and a JSON state. */
export class HostedCheckout implements Checkout {
  private readonly style: Inline = styleSheet(checkoutRules)
  private readonly script: Inline = inline(withoutComments(readAsset('checkout', 'page.js')))
  private readonly languages = new Languages<WordKey>(readLocales('checkout'))

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly settings: CheckoutSettings,
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

  logo(token: string): Promise<Logo | undefined> {
    return findLogo(this.store, token)
  }

  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage {
    return this.render((place) => noticeOf(kind, place), token, preference)
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
      page: (now, preference) => {
        const viewNow = view(now)
        return this.render((place) => pageOf(viewNow, place), facts.order.checkoutToken, preference, viewNow)
      },
    }
  }

  private render(
    renderParts: (place: Place) => Parts,
    token: string,
    preference: PagePreference,
    view?: View,
  ): CheckoutPage {
    const words = this.languages.choose(preference.requested, preference.accepted)
    const { title, head, body } = renderParts({
      token,
      url: `${this.settings.publicUrl()}/pay/${token}`,
      words,
      isLanguageAsked: preference.requested !== undefined,
      languages: this.languages.all,
      isStaying: preference.isStaying,
    })
    const styles = view?.accent ? [this.style, accentStyle(view.accent)] : [this.style]
    const { tag: language, direction } = words
    const script = view && { script: this.script }
    return {
      html: documentOf({ language, direction, title, head, styles, body, ...script }),
      policy: policyFor({
        styles,
        scripts: [this.script],
        hasImages: true,
        connects: true,
        hasForms: view?.isTest ?? false,
        frameAncestors: this.settings.frameAncestors,
      }),
      language,
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
    ...(paidAt === null ? {} : { paid_at: isoTime(paidAt) }),
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
