import type { World } from './world.js'

export interface Session {
  readonly id: string
  readonly data: { readonly merchantpay_order: string; readonly url: string }
}

interface PlacedOrder {
  readonly id: string
  readonly payment_collections: {
    readonly payments: {
      readonly id: string
      readonly amount: number
      readonly captured_at: string | null
      readonly data: Readonly<Record<string, unknown>>
      readonly refunds?: { readonly amount: number }[]
    }[]
  }[]
}

/** A customer and an administrator of a shop. */
export class ShopClient {
  constructor(private readonly world: Pick<World, 'url' | 'data'>) {}

  /** Fills a cart with books of 25 USD. @returns its id */
  async fillCart(quantity = 1): Promise<string> {
    const { region, variant } = this.world.data
    const { cart } = await this.store<{ cart: { id: string } }>('/carts', {
      region_id: region,
      email: 'ada@customer.example',
    })
    await this.store(`/carts/${cart.id}/line-items`, { variant_id: variant, quantity })
    return cart.id
  }

  /** Adds a book to a cart. */
  addBook(cart: string): Promise<unknown> {
    return this.store(`/carts/${cart}/line-items`, { variant_id: this.world.data.variant, quantity: 1 })
  }

  /** Begins the payment of a cart. */
  async checkout(cart: string, network = 'TRC20'): Promise<Session> {
    const { payment_collection: made } = await this.store<{ payment_collection: { id: string } }>(
      '/payment-collections',
      {
        cart_id: cart,
      },
    )
    const { payment_collection } = await this.store<{ payment_collection: { payment_sessions: Session[] } }>(
      `/payment-collections/${made.id}/payment-sessions`,
      { provider_id: 'pp_merchantpay_usdt', data: { network } },
    )
    const [session] = payment_collection.payment_sessions
    if (!session) throw new Error('no payment session')
    return session
  }

  /** The order that a customer completes a cart to; undefined while it is not paid. */
  async complete(cart: string): Promise<string | undefined> {
    try {
      return (await this.store<{ order: { id: string } }>(`/carts/${cart}/complete`, {})).order.id
    } catch (error) {
      if (String(error).includes('was not authorized with the provider')) return undefined
      throw error
    }
  }

  /** The placed order that an order of the service paid. */
  async orderOf(merchantpayOrder: string): Promise<PlacedOrder | undefined> {
    const fields = 'id,*payment_collections.payments,*payment_collections.payments.refunds'
    const { orders } = await this.admin<{ orders: PlacedOrder[] }>(`/orders?limit=100&fields=${fields}`)
    return orders.find(({ payment_collections }) =>
      payment_collections.some(({ payments }) =>
        payments.some(({ data }) => data.merchantpay_order === merchantpayOrder),
      ),
    )
  }

  /** The texts of the notifications in the admin. */
  async notifications(): Promise<string[]> {
    const { notifications } = await this.admin<{ notifications: { data: { description: string } }[] }>(
      '/notifications?limit=100&channel=feed',
    )
    return notifications.map(({ data }) => data.description)
  }

  /** Asks the store API. @throws Error with the text of its refusal */
  store<Result>(path: string, body: object): Promise<Result> {
    return this.#ask(`/store${path}`, { 'x-publishable-api-key': this.world.data.store }, body)
  }

  /** Asks the admin API. @throws Error with the text of its refusal */
  admin<Result>(path: string, body?: object): Promise<Result> {
    const authorization = `Basic ${Buffer.from(`${this.world.data.admin}:`).toString('base64')}`
    return this.#ask(`/admin${path}`, { authorization }, body)
  }

  async #ask<Result>(
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Result> {
    const response = await fetch(`${this.world.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, 'content-type': 'application/json' },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Result // as the API documents it
  }
}
