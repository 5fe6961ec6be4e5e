import { isTold } from '@merchantpay/core/shop-orders'
import type { MerchantPay } from '@merchantpay/sdk'
import { Logger, Payment, Refund, ScheduledTask, type TransactionalConnection } from '@vendure/core'
import type { CartPayments } from './cart-payments.js'
import { INTEGRATION } from './cart-reference.js'
import type { Refunds } from './refunds.js'

const DAY_MS = 86_400_000
/** Longer than webhooks are repeated. */
const MISSED_MS = 2 * DAY_MS
/** A second transfer to a paid order comes within this time. */
const REPEATED_MS = 7 * DAY_MS

/** Finds what no webhook has reported. An order that cannot be read is logged, and read again the next time. */
export class Reconciliation {
  constructor(
    private readonly mp: MerchantPay,
    private readonly connection: TransactionalConnection,
    private readonly payments: CartPayments,
    private readonly refunds: Refunds,
  ) {}

  /** Records the orders of the last days that Vendure does not have, and the refunds that have ended. */
  async readMissed(): Promise<void> {
    const payments = this.connection.getRepository(Payment)
    for await (const order of this.#orders(MISSED_MS)) {
      const { id, order_number } = order
      if (!isTold(order)) continue
      await this.#try(id, async () => {
        const entered = await payments.findOne({ where: { transactionId: order_number } })
        if (!entered) await this.payments.readAndRecord(id)
      })
    }
    const pending = await this.connection.getRepository(Refund).find({ where: { state: 'Pending' } })
    for (const { transactionId, metadata } of pending) {
      if (typeof metadata.withdrawal === 'string')
        await this.#try(transactionId, () => this.#readRefund(transactionId))
    }
  }

  /** Reads paid orders again, for further transfers whose webhooks never arrived. */
  async readPaid(): Promise<void> {
    for await (const { id, paid_at } of this.#orders(REPEATED_MS))
      if (paid_at) await this.#try(id, () => this.payments.readAndRecord(id))
  }

  #orders(ageMs: number) {
    const created_from = new Date(Date.now() - ageMs).toISOString()
    return this.mp.orders.list({ created_from, metadata: { integration: INTEGRATION }, limit: 100 })
  }

  async #readRefund(id: string): Promise<void> {
    const { order_id, status, failure_code } = await this.mp.withdrawals.get(id)
    if (!order_id) return
    if (status === 'COMPLETED') await this.refunds.end(order_id, id)
    if (status === 'FAILED' || status === 'CANCELED')
      await this.refunds.end(order_id, id, failure_code ?? status)
  }

  /** One that fails keeps no other from being read. */
  async #try(id: string, read: () => Promise<void>): Promise<void> {
    await read().catch((error: unknown) => Logger.error(`${id} could not be read: ${error}`, 'MerchantPay'))
  }
}

/** The tasks that the scheduler of Vendure runs. */
export const reconciliationTasks = [
  new ScheduledTask({
    id: 'merchantpay-missed',
    description: 'Finds payments and refunds that no MerchantPay webhook has reported',
    schedule: '17 * * * *',
    timeout: '50m',
    execute: ({ injector }) => injector.get(Reconciliation).readMissed(),
  }),
  new ScheduledTask({
    id: 'merchantpay-repeated',
    description: 'Finds orders that were paid once more after they were paid through MerchantPay',
    schedule: '47 3 * * *',
    timeout: '6h',
    execute: ({ injector }) => injector.get(Reconciliation).readPaid(),
  }),
]
