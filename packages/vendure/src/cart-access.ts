import {
  type HistoryService,
  type ID,
  Order,
  type OrderService,
  type RequestContext,
  type RequestContextService,
  type TransactionalConnection,
} from '@vendure/core'
import type { CartReference } from './cart-reference.js'

/** Access to the orders of Vendure, one change after another. */
export class CartAccess {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly orders: OrderService,
    private readonly history: HistoryService,
  ) {}

  /**
   * Runs work on a cart in a transaction, while no other work on this cart runs.
   *
   * @throws Error when the channel or the order does not exist
   */
  async locked(
    { channel, order }: Pick<CartReference, 'channel' | 'order'>,
    work: (ctx: RequestContext, id: ID) => Promise<void>,
  ): Promise<void> {
    const ctx = await this.contexts.create({ apiType: 'admin', channelOrToken: channel })
    await this.connection.withTransaction(ctx, async (locking) => {
      await work(locking, await this.lock(locking, order))
    })
  }

  /**
   * Locks a cart until the transaction of the context ends. SQLite has no such lock, and requests to Vendure share one transaction there.
   * It is for development.
   *
   * @throws Error when the order does not exist
   */
  async lock(ctx: RequestContext, code: string): Promise<ID> {
    const repository = this.connection.getRepository(ctx, Order)
    const query = { where: { code }, select: { id: true }, loadEagerRelations: false } as const
    const found = await repository
      .findOne({ ...query, lock: { mode: 'pessimistic_write' } })
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'LockNotSupportedOnGivenDriverError')
          return repository.findOne(query)
        throw error
      })
    if (!found) throw new Error(`Vendure has no order ${code}`)
    return found.id
  }

  /** @throws Error when the order does not exist */
  async find(ctx: RequestContext, id: ID): Promise<Order> {
    const order = await this.orders.findOne(ctx, id)
    if (!order) throw new Error(`Vendure has no order ${id}`)
    return order
  }

  /** Adds a private note to the history of an order, unless it is there. */
  async note(ctx: RequestContext, id: ID, text: string): Promise<void> {
    const note = `MerchantPay: ${text}`
    const { items } = await this.history.getHistoryForOrder(ctx, id, false, {
      filter: { type: { eq: 'ORDER_NOTE' } },
    })
    if (items.some(({ data }) => data.note === note)) return
    await this.orders.addNoteToOrder(ctx, { id, note, isPublic: false })
  }
}
