import type { Context } from '../domain/context.js'
import type { Logo } from '../domain/merchants/brand.js'
import type {
  Checkout,
  CheckoutMessage,
  CheckoutPage,
  CheckoutView,
  LanguagePreference,
} from '../domain/orders/checkout.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { formatUsdt } from '../domain/shared/money.js'
import type { Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { Html, html, NOTHING } from '../runtime/html.js'
import { readableFill } from '../ui/contrast.js'
import { type Inline, inline, styleElement } from '../ui/inline.js'
import { readLocales, readScript, readStyle } from './assets.js'
import { findFacts, findLogo, findMarks, markOf, play } from './facts.js'
import { noticeOf, type Parts, type Place, pageOf } from './render.js'
import { changesAt, type Facts, PLAYS, type View, type ViewSettings, viewOf } from './view.js'
import { Languages } from './words.js'

export interface CheckoutSettings extends ViewSettings {
  /** Sites that may embed the page, in the syntax of the policy. */
  readonly frameAncestors: string
}

/** The hosted checkout: presents an order to its payer as a page, a stream and a JSON state. */
export class HostedCheckout implements Checkout {
  private readonly style: Inline = readStyle()
  private readonly script: Inline = readScript()
  private readonly languages = new Languages(readLocales())

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
    return findMarks(this.store, orderIds)
  }

  simulate(token: string, action: string | undefined): Promise<boolean | undefined> {
    const known = PLAYS.find((play) => play === action)
    return known ? play(this.store, this.context, token, known) : Promise.resolve(undefined)
  }

  logo(token: string): Promise<Logo | undefined> {
    return findLogo(this.store, token)
  }

  message(kind: CheckoutMessage, token: string, preference: LanguagePreference): CheckoutPage {
    return this.render((place) => noticeOf(kind, place), token, preference)
  }

  private viewFor(facts: Facts): CheckoutView {
    const view = (now: Instant) => viewOf(facts, this.settings, now)
    return {
      orderId: facts.order.id,
      revision: markOf(facts),
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
    preference: LanguagePreference,
    view?: View,
  ): CheckoutPage {
    const words = this.languages.choose(preference.requested, preference.accepted)
    const isLanguageAsked = preference.requested !== undefined
    const { title, head, body } = renderParts({
      token,
      words,
      isLanguageAsked,
      languages: this.languages.all,
    })
    const accent = view?.accent ? inline(`:root{--accent:${readableFill(view.accent)}}`) : undefined
    const text = html`<!doctype html>
<html lang="${words.tag}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
${head}
<title>${title}</title>
${styleElement(this.style)}${accent ? styleElement(accent) : NOTHING}
</head>
<body>
${body}
${view ? html`<script>${new Html(this.script.text)}</script>` : NOTHING}
</body>
</html>
`.text
    return { html: text, policy: this.policyOf(accent, view), language: words.tag }
  }

  /** Allows styles and scripts by their hashes, images and connections of the same origin, and nothing else. */
  private policyOf(accent: Inline | undefined, view: View | undefined): string {
    const isPlayable = view?.isTest
    return [
      "default-src 'none'",
      `style-src ${[this.style, accent].flatMap((style) => (style ? [style.source] : [])).join(' ')}`,
      `script-src ${this.script.source}`,
      "img-src 'self'",
      "connect-src 'self'",
      `form-action ${isPlayable ? "'self'" : "'none'"}`,
      "base-uri 'none'",
      `frame-ancestors ${this.settings.frameAncestors}`,
      "require-trusted-types-for 'script'",
    ].join('; ')
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
