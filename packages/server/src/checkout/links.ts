import type { Context } from '../domain/context.js'
import { hasMoney, openLinkOrder } from '../domain/links/link-orders.js'
import type { LinkAnswer, LinkBrowser, LinkForm, LinkPage, LinkPages } from '../domain/links/link-pages.js'
import { visitorOf } from '../domain/links/visitor.js'
import type { Logo } from '../domain/merchants/brand.js'
import type { CheckoutMessage, CheckoutPage, PagePreference } from '../domain/orders/checkout.js'
import { DomainError, type ErrorCode } from '../domain/shared/errors.js'
import { CHAIN_DECIMALS, parseUsdt, type Usdt } from '../domain/shared/money.js'
import { ORDER_AMOUNT_ABOVE } from '../domain/shared/policy.js'
import { typedAmount } from '../domain/shared/typed-amount.js'
import type { Store } from '../domain/store/store.js'
import { type LinkView, readLinkView } from './link-facts.js'
import { type Faults, formPageOf } from './link-form.js'
import { endedPageOf, laterPageOf, paidPageOf } from './link-notices.js'
import type { PageRenderer } from './page-renderer.js'
import type { Parts, Place } from './place.js'
import { noticeOf } from './render.js'

const OK = 200
const BAD_REQUEST = 400
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
/** Refusals of a currency without a usable rate. */
const WITHOUT_RATE: ReadonlySet<ErrorCode> = new Set(['rate_unavailable', 'unsupported_price_currency'])
/** Refusals that a later visit may not meet. A price is an invalid amount while it comes to too little. */
const LATER: ReadonlySet<ErrorCode> = new Set([
  'rate_limit_exceeded',
  'no_available_address',
  'merchant_suspended',
  'invalid_amount',
  ...WITHOUT_RATE,
])

/** The pages of payment links. */
export class HostedLinks implements LinkPages {
  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly settings: { readonly supportContact: string | undefined },
    private readonly renderer: PageRenderer,
  ) {}

  async open(token: string, visitor: string): Promise<LinkAnswer | undefined> {
    const view = await this.find(token, visitor)
    if (!view) return undefined
    const { current, link, status } = view
    if (status === 'PAID') return this.page(view, OK, (place) => paidPageOf(view, place))
    if (link.uses === 'ONCE' && current && hasMoney(current)) return orderAnswer(current)
    if (status !== 'OPEN') return this.page(view, OK, (place) => endedPageOf(view, place))
    if (view.networks.length === 0) return this.page(view, OK, (place) => laterPageOf(view, place))
    if (view.conversion instanceof DomainError) return this.later(view, view.conversion)
    return this.form(view, visitor, {})
  }

  async pay(token: string, browser: LinkBrowser, form: LinkForm): Promise<LinkAnswer | undefined> {
    const view = await this.find(token, browser.visitor)
    if (!view) return undefined
    const { link } = view
    if (view.status !== 'OPEN') return { kind: 'page-again' }
    if (view.networks.length === 0)
      return this.page(view, TOO_MANY_REQUESTS, (place) => laterPageOf(view, place))
    const network = view.networks.find((each) => each.network === form.network)?.network
    const amount = link.amountMode === 'CUSTOM' ? chosenAmount(view, form) : undefined
    const isAmountWrong = link.amountMode === 'CUSTOM' && amount === undefined
    if (network === undefined || isAmountWrong) {
      const faults = { isNetworkGone: network === undefined, isAmountWrong, form }
      return this.form(view, browser.visitor, faults)
    }
    try {
      const payment = { ...visitorOf(link.id, browser), network, ...(amount !== undefined && { amount }) }
      return orderAnswer(await this.store.write((tx) => openLinkOrder(tx, this.context, link.id, payment)))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'payment_link_closed') return { kind: 'page-again' }
      if (!LATER.has(error.code)) throw error
      return this.later(view, error)
    }
  }

  logo(token: string): Promise<Logo | undefined> {
    return this.store.read(async (tx) => {
      const link = await tx.paymentLinks.findByToken(token)
      return link && tx.merchantBrands.findLogo(link.merchantId)
    })
  }

  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage {
    const parts = (place: Place) => noticeOf(kind, place, token)
    return this.renderer.render({ area: 'link', token, preference, hasScript: false, hasForms: false, parts })
  }

  private find(token: string, visitor: string): Promise<LinkView | undefined> {
    const { supportContact } = this.settings
    return this.store.read((tx) => readLinkView(tx, this.context, token, { visitor, supportContact }))
  }

  private form(view: LinkView, visitor: string, faults: Faults): LinkPage {
    const status = faults.form ? BAD_REQUEST : OK
    return this.page(view, status, (place) => formPageOf(view, place, { visitor, faults }))
  }

  private later(view: LinkView, { code, details: { retryAfterSeconds } }: DomainError): LinkPage {
    const isWithoutRate = WITHOUT_RATE.has(code)
    const currency = isWithoutRate ? view.link.price?.currency : undefined
    const status = isWithoutRate || code === 'invalid_amount' ? UNAVAILABLE : TOO_MANY_REQUESTS
    const page = this.page(view, status, (place) => laterPageOf(view, place, currency))
    return retryAfterSeconds === undefined ? page : { ...page, retryAfterSeconds }
  }

  private page(view: LinkView, status: number, parts: (place: Place) => Parts): LinkPage {
    const { link, accent, offeredLanguages } = view
    return {
      kind: 'page',
      status,
      render: (preference) =>
        this.renderer.render({
          area: 'link',
          token: link.token,
          preference,
          accent,
          offeredLanguages,
          hasScript: false,
          hasForms: true,
          parts,
        }),
    }
  }
}

const orderAnswer = ({ checkoutToken }: { readonly checkoutToken: string }): LinkAnswer => ({
  kind: 'order',
  checkoutToken,
})

/** The amount of a CUSTOM link; undefined outside its limits. */
function chosenAmount({ link }: LinkView, { amount: text = '' }: LinkForm): Usdt | undefined {
  const amount = parseUsdt(typedAmount(text), CHAIN_DECIMALS)
  const isWithin =
    amount !== undefined &&
    amount > ORDER_AMOUNT_ABOVE &&
    amount >= (link.amountMin ?? 0n) &&
    (link.amountMax === null || amount <= link.amountMax)
  return isWithin ? amount : undefined
}
