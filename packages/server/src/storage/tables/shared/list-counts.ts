import type { ListTotal, Scope } from '../../../domain/shared/types.js'
import { rowPlaceholders, type Sql, type Statement } from '../../sql.js'

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
 * request. A count is the sum of several rows. A unit of work locks one of them until its commit, so that no addition is
 * lost.
 */
export class ListCounts {
  /** @param stripe the row that the unit of work adds to */
  constructor(
    private readonly sql: Sql,
    private readonly stripe: number,
  ) {}

  async add(list: string, count: number): Promise<void> {
    await this.sql.run(...this.addition([list], count))
  }

  /** The statement that adds to several counters, and locks them in the given order. */
  addition(lists: readonly string[], count: number): Statement {
    return [
      `INSERT INTO list_counts (list, stripe, total) VALUES ${rowPlaceholders(lists.length, '(?, ?, ?)')}
       ON CONFLICT (list, stripe) DO UPDATE SET total = list_counts.total + excluded.total`,
      ...lists.flatMap((list) => [list, this.stripe, count]),
    ]
  }

  /** Makes the units of work that call it for a list follow each other until their commits. */
  async lock(list: string): Promise<void> {
    await this.sql.run(
      `INSERT INTO list_counts (list, stripe, total) VALUES (?, 0, 0)
       ON CONFLICT (list, stripe) DO UPDATE SET total = list_counts.total`,
      list,
    )
  }

  async total(list: string): Promise<number> {
    const row = await this.sql.get<{ total: bigint }>(
      'SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) AS total FROM list_counts WHERE list = ?',
      list,
    )
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
