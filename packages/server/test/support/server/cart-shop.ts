import type { Answer, Json } from '../server/harness.js'
import { ORDER } from '../server/harness.js'
import type { Story } from '../server/story.js'
import { PAYEE } from '../withdrawals/withdrawals.js'

/** Statuses of an order that its payer can do nothing with. */
const ENDED: ReadonlySet<unknown> = new Set(['EXPIRED', 'UNDERPAID'])

/** A shop that sells one cart as the guide "Carts and orders" says. */
export class CartShop {
  /** Ids of the orders of the cart, by attempt. */
  readonly orders: string[] = []
  /** Id of the order that paid the cart. */
  paidBy: string | undefined
  /** How often the goods were shipped. */
  shipped = 0
  /** Ids of other orders whose payments go back. */
  readonly paidTwice = new Set<string>()
  private readonly handled = new Set<string>()

  constructor(
    private readonly story: Story,
    private readonly cart: string,
  ) {}

  /** Returns the order whose page the customer gets, or that has paid the cart. */
  async visit(): Promise<Json> {
    if (this.paidBy !== undefined) return this.story.get(this.paidBy)
    const last = await this.place(Math.max(this.orders.length, 1))
    return ENDED.has(last.status) ? this.place(this.orders.length + 1) : last
  }

  async expire(id: string): Promise<Json> {
    return (await this.call('POST', `/v1/orders/${id}/expire`)).json
  }

  /** Handles every event that has arrived, also those that it has handled before. */
  receive(): void {
    for (const { event, data } of this.story.events()) {
      const { order_id: id, metadata } = data as { order_id: string; metadata: { cart?: string } }
      if (event !== 'payment.confirmed' || metadata.cart !== this.cart) continue
      if (this.handled.has(`${event} ${id}`)) continue
      this.handled.add(`${event} ${id}`)
      if (this.paidBy === undefined) {
        this.paidBy = id
        this.shipped += 1
      } else this.paidTwice.add(id)
    }
  }

  /** Refunds what an order has too much; all of it where another order has paid the cart, or it is not paid. */
  async refund(id: string): Promise<Answer> {
    const { credited_amount: credited } = await this.story.get(id)
    return this.call('POST', `/v1/orders/${id}/refunds`, {
      ...(this.paidTwice.has(id) && { amount: credited }),
      destination_address: PAYEE[this.story.network],
      idempotency_key: `refund-${id}`,
    })
  }

  private async place(attempt: number): Promise<Json> {
    const { network } = this.story
    const body = {
      ...ORDER,
      network,
      metadata: { cart: this.cart },
      idempotency_key: `${this.cart}/${attempt}`,
    }
    const { json } = await this.call('POST', '/v1/orders', body)
    this.orders[attempt - 1] = json.id
    return json
  }

  private call(method: string, target: string, body?: object): Promise<Answer> {
    const { harness, keys } = this.story
    return harness.call(method, target, { keys, body })
  }
}
