import type {
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  IPaymentProvider,
  PaymentProviderInput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { endWindow, hasMoneyUnderWay, isPaid } from '@merchantpay/core/shop-orders'
import type { DecimalString, MerchantPay, Network, OnChainOrder } from '@merchantpay/sdk'
import { createVerifier } from '@merchantpay/webhook-verify'
import { decimalText } from './amounts.js'
import { sendRefund } from './refunds.js'
import { Refusal } from './refusal.js'
import { metadataOf, sessionOf } from './session-reference.js'
import { merchantPay, webhookSecret } from './settings.js'

/** Options of the provider. */
export interface MerchantPayOptions {
  /** The https URL of the storefront to which the payment page leads back. Default: the page has no such link. */
  readonly returnUrl?: string | undefined
  /**
   * Converts a total into USDT with at most 6 decimals, once for each payment session. Default: the server converts it by its own
   * exchange rate.
   */
  readonly toUsdt?: ((total: Total) => DecimalString | Promise<DecimalString>) | undefined
}

/** The total of a cart. */
export interface Total {
  readonly amount: DecimalString
  /** ISO 4217, in capitals. */
  readonly currency: string
}

/** Takes payments in USDT: a payment session of Medusa is one order of the service, which has a payment page. */
export class MerchantPayProvider implements IPaymentProvider {
  static readonly identifier = 'merchantpay'

  readonly #mp: MerchantPay = merchantPay()

  constructor(
    _cradle: unknown,
    private readonly options: MerchantPayOptions = {},
  ) {}

  getIdentifier(): string {
    return MerchantPayProvider.identifier
  }

  /**
   * Makes an order, on the network that the storefront names in `data.network`. The session then carries the payment page, as
   * `data.url`.
   *
   * @throws Refusal without a network; ApiError of the service
   */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { network, session_id: session } = input.data ?? {}
    if (typeof network !== 'string') throw new Refusal('data.network has to name a network, such as TRC20.')
    const currency = input.currency_code.toUpperCase()
    const total: Total = { amount: decimalText(input.amount, currency), currency }
    const { returnUrl, toUsdt } = this.options
    const order = await this.#mp.orders.create({
      ...(toUsdt ? { amount: await toUsdt(total) } : { price: total }),
      currency: 'USDT',
      network: network as Network, // the service refuses another text
      metadata: metadataOf({ session: String(session), total: total.amount, currency }),
      ...(returnUrl && { return_url: returnUrl }),
      idempotency_key: `medusa-${session}`,
    })
    const { id, order_number: number, payment_url: url, expire_at } = order
    return {
      id,
      status: 'pending',
      data: { merchantpay_order: id, merchantpay_number: number, url, network, expires_at: expire_at },
    }
  }

  /** Keeps the session as it is. @throws Refusal for another total, which needs another session */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { total, currency } = sessionOf(await this.#order(input)) ?? {}
    const wanted = input.currency_code.toUpperCase()
    if (currency !== wanted || total !== decimalText(input.amount, wanted))
      throw new Refusal('The total has changed: make another payment session.')
    return { ...dataOf(input), status: 'pending' }
  }

  /** Ends the window of a session that is given up. @throws Refusal while money is on its way, or has come */
  deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.#end(input)
  }

  /** Ends the window of a payment that is given up. @throws Refusal while money is on its way, or has come */
  cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return this.#end(input)
  }

  /** Asks the service whether the money has come. A session that is not paid stays pending, since it may be paid late. */
  async authorizePayment(input: PaymentProviderInput): Promise<AuthorizePaymentOutput> {
    return { ...(await this.getPaymentStatus(input)), ...dataOf(input) }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const order = await this.#order(input)
    return { status: isPaid(order) ? 'captured' : 'pending' }
  }

  /** Does nothing: a payment is captured by the transfer of its customer. */
  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return dataOf(input)
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...(await this.#order(input)) } }
  }

  /**
   * Sends a refund to the address that was entered for the payment.
   *
   * @throws Refusal when there is no address, or nothing is left to refund; ApiError of the service
   */
  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const order = await this.#order(input)
    const sent = await sendRefund(this.#mp, {
      order,
      amount: decimalText(input.amount, sessionOf(order)?.currency ?? ''),
      destination: input.data?.refund_address,
      id: input.context?.idempotency_key,
    })
    const earlier = Array.isArray(input.data?.refunds) ? input.data.refunds : []
    return { data: { ...input.data, refunds: [...earlier, sent] } }
  }

  /**
   * Reads the order that a webhook is about. The plugin has a route of its own for webhooks, which answers only once the order of
   * Medusa is placed.
   *
   * @throws WebhookVerificationError unless the service has signed it
   */
  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const { rawData, headers } = payload
    const verifier = createVerifier({ secrets: webhookSecret() })
    const { event } = verifier.verify(rawData, headers as Record<string, string>) // of node:http
    const { order_id } = event.data as { readonly order_id?: string } // of the events about orders and refunds
    const order = order_id ? await this.#mp.orders.get(order_id) : undefined
    const reference = order && sessionOf(order)
    if (!reference || !isPaid(order)) return { action: 'not_supported' }
    return { action: 'captured', data: { session_id: reference.session, amount: reference.total } }
  }

  async #end(input: PaymentProviderInput): Promise<{ data?: Record<string, unknown> }> {
    // A session without an order: the service refused it, and Medusa takes it back.
    if (input.data?.merchantpay_order === undefined) return dataOf(input)
    const order = await this.#order(input)
    const isEnded = order.status !== 'OPEN' || (await endWindow(this.#mp, order.id))
    if (!isEnded || isPaid(order) || hasMoneyUnderWay(order))
      throw new Refusal(`A payment of ${order.order_number} has come or is on its way.`)
    return dataOf(input)
  }

  async #order({ data }: PaymentProviderInput): Promise<OnChainOrder> {
    const id = data?.merchantpay_order
    const order = typeof id === 'string' ? await this.#mp.orders.get(id) : undefined
    if (order?.kind !== 'on_chain') throw new Refusal('This payment did not come through MerchantPay.')
    return order
  }
}

const dataOf = ({ data }: PaymentProviderInput): { data?: Record<string, unknown> } => (data ? { data } : {})
