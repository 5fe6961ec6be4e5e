import type { Scope } from '../../../domain/shared/types.js'
import type { Sql } from '../../sql.js'

export const ordersOf = ({ merchantId, environment }: Scope): string => `orders/${merchantId}/${environment}`
export const withdrawalsOf = ({ merchantId, environment }: Scope): string =>
  `withdrawals/${merchantId}/${environment}`
export const deliveriesTo = (webhookId: string): string => `deliveries/${webhookId}`

/**
 * How many rows the lists have: counting a long one anew for each page takes longer than everything else. Each list has one
 * row, which a unit of work locks until its commit, so units that add to one list see each other's rows.
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
