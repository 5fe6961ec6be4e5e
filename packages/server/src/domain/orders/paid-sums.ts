import { QUARTER_MS } from '../shared/time-zone.js'
import type { Scope } from '../shared/types.js'
import type { PaidSpan } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Order } from './order.js'

type PaidOrder = Scope & Pick<Order, 'paidAt' | 'confirmed'>

/** Collects the changes that the orders of one unit of work make to the sums of paid orders. */
export class PaidSums {
  private readonly changes = new Map<string, { readonly scope: Scope; readonly span: PaidSpan }>()

  /** Takes an order out of the sums as it was before, and adds it as it is now. */
  change(before: PaidOrder, after: PaidOrder): void {
    this.add(before, -1)
    this.add(after, 1)
  }

  /** Writes the changes in ascending order, since the sums are shared by the orders of a merchant. */
  async write(tx: Tx): Promise<void> {
    const changes = [...this.changes].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [, { scope, span }] of changes)
      if (span.orders !== 0 || span.paid !== 0n) await tx.orders.addPaid(scope, span)
  }

  private add({ merchantId, environment, paidAt, confirmed }: PaidOrder, sign: 1 | -1): void {
    if (paidAt === null) return
    const from = paidAt - (paidAt % QUARTER_MS)
    const key = `${merchantId}/${environment}/${from}`
    const { orders, paid } = this.changes.get(key)?.span ?? { orders: 0, paid: 0n }
    this.changes.set(key, {
      scope: { merchantId, environment },
      span: { from, orders: orders + sign, paid: paid + BigInt(sign) * confirmed },
    })
  }
}
