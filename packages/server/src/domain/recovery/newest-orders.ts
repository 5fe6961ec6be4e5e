import type { EnteredStatus } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'

/** Orders that are remembered. A failover loses the newest commits, so one of these is among them. */
const REMEMBERED = 100

/** The orders that this process has stored last, by which it notices that commits are lost. */
export class NewestOrders {
  private readonly versions = new Map<string, number>()

  /** Notes orders that this process has created or changed, once that is committed. */
  note(orders: readonly Pick<EnteredStatus, 'id' | 'version'>[]): void {
    for (const { id, version } of orders) {
      this.versions.delete(id)
      this.versions.set(id, version)
    }
    for (const id of this.versions.keys()) {
      if (this.versions.size <= REMEMBERED) return
      this.versions.delete(id)
    }
  }

  /** Whether the database lacks the order that was stored last. Asked often, so it reads no other one. */
  async isLastLost(tx: Tx): Promise<boolean> {
    const last = [...this.versions].at(-1)
    return last !== undefined && (await isLost(tx, last))
  }

  /** Returns the id of an order that the database lacks, or has in an older state than this process has committed. */
  async findLost(tx: Tx): Promise<string | undefined> {
    for (const each of this.versions) {
      if (await isLost(tx, each)) return each[0]
    }
    return undefined
  }

  /** Forgets all orders, once their loss is known. */
  forget(): void {
    this.versions.clear()
  }
}

/** Rows of orders are never deleted, and their versions only grow. */
async function isLost(tx: Tx, [id, version]: readonly [string, number]): Promise<boolean> {
  const found = await tx.orders.find(id)
  return !found || found.version < version
}
