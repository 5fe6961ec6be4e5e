import type { ListTotal, Scope } from '../../../domain/shared/types.js'
import { rowPlaceholders, type Sql } from '../../sql.js'

export const ordersOf = ({ merchantId, environment }: Scope): string => `orders/${merchantId}/${environment}`
/** The address leases of a merchant's orders. */
export const leasesOf = ({ merchantId, environment }: Scope): string => `leases/${merchantId}/${environment}`
/** Those of its leases whose order has released the address. */
export const endedLeasesOf = ({ merchantId, environment }: Scope): string =>
  `ended-leases/${merchantId}/${environment}`
export const withdrawalsOf = ({ merchantId, environment }: Scope): string =>
  `withdrawals/${merchantId}/${environment}`
export const deliveriesTo = (webhookId: string): string => `deliveries/${webhookId}`

/**
 * Keeps the number of rows of each list, since counting a long list for each page would take longer than the rest of the
 * request. Each list has one counter row, which a unit of work locks until its commit, so that no addition is lost.
 */
export class ListCounts {
  constructor(private readonly sql: Sql) {}

  async add(list: string, count: number): Promise<void> {
    await this.addToEach([list], count)
  }

  /** Adds to several counters in one statement, and locks them in the given order. */
  async addToEach(lists: readonly string[], count: number): Promise<void> {
    await this.sql.run(
      `INSERT INTO list_counts (list, total) VALUES ${rowPlaceholders(lists.length, '(?, ?)')}
       ON CONFLICT (list) DO UPDATE SET total = list_counts.total + excluded.total`,
      ...lists.flatMap((list) => [list, count]),
    )
  }

  async total(list: string): Promise<number> {
    const row = await this.sql.get<{ total: bigint }>('SELECT total FROM list_counts WHERE list = ?', list)
    return Number(row?.total ?? 0)
  }

  async listTotal(list: string): Promise<ListTotal> {
    return { total: await this.total(list), isAtLeast: false }
  }

  /** Returns the total of the first list less that of the second, both from one snapshot. */
  async difference(list: string, less: string): Promise<number> {
    const row = await this.sql.get<{ difference: bigint }>(
      `SELECT CAST(COALESCE(SUM(CASE list WHEN ? THEN total ELSE -total END), 0) AS BIGINT) AS difference
       FROM list_counts WHERE list IN (?, ?)`,
      list,
      list,
      less,
    )
    return Number(row?.difference ?? 0)
  }
}
