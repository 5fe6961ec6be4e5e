import type { Scope } from '../../domain/ports.js'
import type { Sql } from '../sql.js'

/** So few that a total is read at once, and so many that two orders of one merchant rarely wait for each other. */
const PARTS = 16

export const ordersOf = ({ merchantId, environment }: Scope): string => `orders/${merchantId}/${environment}`
export const withdrawalsOf = ({ merchantId, environment }: Scope): string =>
  `withdrawals/${merchantId}/${environment}`
export const deliveriesTo = (webhookId: string): string => `deliveries/${webhookId}`

/** How many rows the lists have: counting a long one anew for each page takes longer than everything else. */
export class ListCounts {
  // One for all lists of a unit of work: units that lock several lists in one order then lock their parts in one order too.
  private readonly part = Math.floor(Math.random() * PARTS)

  constructor(private readonly sql: Sql) {}

  async add(list: string, count: number): Promise<void> {
    await this.sql.run(
      `INSERT INTO list_counts (list, part, total) VALUES (?, ?, ?)
       ON CONFLICT (list, part) DO UPDATE SET total = list_counts.total + excluded.total`,
      list,
      this.part,
      count,
    )
  }

  async total(list: string): Promise<number> {
    const row = await this.sql.get<{ total: bigint | null }>(
      'SELECT CAST(SUM(total) AS BIGINT) AS total FROM list_counts WHERE list = ?',
      list,
    )
    return Number(row?.total ?? 0)
  }
}
