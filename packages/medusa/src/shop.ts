import type { MedusaContainer } from '@medusajs/framework/types'

/** The state of a payment session in Medusa. */
export interface SessionState {
  readonly exists: boolean
  /** Whether its payment is entered. */
  readonly isCaptured: boolean
  /** Whether the cart of the session is placed as an order. */
  readonly isPlaced: boolean
}

interface Services {
  query: {
    graph(asked: {
      entity: string
      fields: string[]
      filters: object
    }): Promise<{ data: Readonly<Record<string, unknown>>[] }>
  }
  workflows: { run(id: string, run: { input: object }): Promise<unknown> }
  notification: { createNotifications(notification: object): Promise<unknown> }
  payment: { updatePayment(changed: { id: string; data: object }): Promise<unknown> }
  logger: { error(message: string): void }
}

/** Access to the modules of Medusa. */
export class Shop {
  constructor(private readonly container: MedusaContainer) {}

  async sessionState(id: string): Promise<SessionState> {
    const [session] = await this.#rows(
      'payment_session',
      ['id', 'payment_collection_id', 'payment.captured_at'],
      { id },
    )
    if (!session) return { exists: false, isCaptured: false, isPlaced: false }
    const { payment_collection_id, payment } = session
    const [link] = await this.#rows('cart_payment_collection', ['cart_id'], { payment_collection_id })
    const orders = link ? await this.#rows('order_cart', ['order_id'], { cart_id: link.cart_id }) : []
    const captured = (payment as { captured_at?: unknown } | undefined | null)?.captured_at
    return { exists: true, isCaptured: !!captured, isPlaced: orders.length > 0 }
  }

  /** Enters the payment of a session, and places its cart unless that is done. */
  async enterPayment(session: string, amount: string): Promise<void> {
    const input = { action: 'captured', data: { session_id: session, amount } }
    await this.#get('workflows').run('process-payment-workflow', { input })
  }

  /** The payments of placed orders since a time: their data. */
  async placedPayments(since: Date): Promise<Readonly<Record<string, unknown>>[]> {
    const rows = await this.#rows('payment', ['data', 'payment_collection.order.id'], {
      created_at: { $gte: since },
    })
    return rows
      .filter(({ payment_collection }) => (payment_collection as { order?: unknown } | undefined)?.order)
      .map(({ data }) => (data ?? {}) as Record<string, unknown>)
  }

  /** Stores an address with every payment of an order that came through the service. */
  async keepRefundAddress(orderId: string): Promise<void> {
    const fields = ['metadata', 'payment_collections.payments.id', 'payment_collections.payments.data']
    const [order] = await this.#rows('order', fields, { id: orderId })
    const { metadata, payment_collections } = (order ?? {}) as unknown as PaidOrder
    const address = metadata?.merchantpay_refund_address
    for (const { id, data } of payment_collections?.flatMap(({ payments }) => payments ?? []) ?? [])
      if (data?.merchantpay_order && data.refund_address !== address)
        await this.#get('payment').updatePayment({ id, data: { ...data, refund_address: address } })
  }

  /** Tells the administrators, once for each key. */
  async notify(key: string, description: string): Promise<void> {
    await this.#get('notification').createNotifications({
      to: '',
      channel: 'feed',
      template: 'admin-ui',
      data: { title: 'MerchantPay', description },
      idempotency_key: `merchantpay/${key}`,
    })
  }

  logError(message: string): void {
    this.#get('logger').error(`MerchantPay: ${message}`)
  }

  async #rows(entity: string, fields: string[], filters: object) {
    return (await this.#get('query').graph({ entity, fields, filters })).data
  }

  #get<Name extends keyof Services>(name: Name): Services[Name] {
    return this.container.resolve(name) as Services[Name] // by the names that Medusa documents
  }
}

interface PaidOrder {
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly payment_collections?: {
    readonly payments?: { readonly id: string; readonly data?: Readonly<Record<string, unknown>> | null }[]
  }[]
}
