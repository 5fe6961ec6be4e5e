import type { Scope } from '../../../domain/shared/types.js'
import type { Sql } from '../../sql.js'

export const ordersOf = ({ merchantId, environment }: Scope): string => `orders/${merchantId}/${environment}`
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
    await this.sql.run(
      `INSERT INTO list_counts (list, total) VALUES (?, ?)
       ON CONFLICT (list) DO UPDATE SET total = list_counts.total + excluded.total`,
      list,
      count,
    )
  }

  async total(list: string): Promise<number> {
    const row = await this.sql.get<{ total: bigint }>('SELECT total FROM list_counts WHERE list = ?', list)
    return Number(row?.total ?? 0)
  }
}
