import type { ChainId } from '../../../domain/shared/types.js'
import type { AddressTable } from '../../../domain/store/address-tables.js'
import { rowPlaceholders, type Sql } from '../../sql.js'

/** The rows that the next index of a network is spread over. Their number is part of what the table requires. */
const STRIPES = 16
/** The first index that is leased. */
const FIRST = 1

const LOWEST = `SELECT stripe FROM address_indexes WHERE environment = ? AND network = ?
  ORDER BY next_index LIMIT 1 FOR UPDATE`

interface IndexRange {
  readonly first: number
  readonly last: number
}

export function addressIndexes(sql: Sql): Pick<AddressTable, 'findTakenIndexes' | 'takeIndex'> {
  const takeFrom = ({ environment, network }: ChainId, stripe: string) =>
    sql.get<{ taken: bigint }>(
      `UPDATE address_indexes SET next_index = next_index + ${STRIPES}
       WHERE environment = ? AND network = ? AND stripe = (${stripe}) RETURNING next_index - ${STRIPES} AS taken`,
      ...[environment, network, environment, network],
    )
  return {
    async findTakenIndexes({ environment, network }) {
      const row = await sql.get<{ highest: bigint | null; lowest: bigint | null }>(
        `SELECT MAX(next_index) AS highest, MIN(next_index) AS lowest FROM address_indexes
         WHERE environment = ? AND network = ?`,
        environment,
        network,
      )
      return {
        highest: Number(row?.highest ?? STRIPES) - STRIPES,
        gapless: Number(row?.lowest ?? FIRST) - 1,
      }
    },
    // Another transaction may have changed the row since it was picked: the update adds to the row that it has locked.
    async takeIndex(id) {
      let row = await takeFrom(id, `${LOWEST} SKIP LOCKED`)
      if (!row) {
        await insertMissing(sql, id)
        row = await takeFrom(id, LOWEST)
      }
      if (!row) throw new Error('the wallet returned no index')
      return Number(row.taken)
    },
  }
}

/**
 * Takes each free index up to `count` above the highest one in use. Waits for parallel transactions before.
 *
 * @returns the ranges that were free, lowest first
 */
export async function takeAllIndexes(sql: Sql, id: ChainId, count: number): Promise<IndexRange[]> {
  await insertMissing(sql, id)
  const { environment, network } = id
  const rows = await sql.all<{ stripe: bigint; next_index: bigint }>(
    `SELECT stripe, next_index FROM address_indexes WHERE environment = ? AND network = ? ORDER BY stripe FOR UPDATE`,
    environment,
    network,
  )
  const stripes = rows.map(({ stripe, next_index }) => ({ stripe, next: Number(next_index) }))
  const highest = Math.max(...stripes.map(({ next }) => next)) - STRIPES
  const last = highest + count
  for (const { stripe, next } of stripes)
    await sql.run(
      'UPDATE address_indexes SET next_index = ? WHERE environment = ? AND network = ? AND stripe = ?',
      next + STRIPES * countFrom(next, last),
      environment,
      network,
      stripe,
    )
  const free = stripes.flatMap(({ next }) =>
    Array.from({ length: countFrom(next, highest) }, (_, at) => next + STRIPES * at),
  )
  return [
    ...free.sort((a, b) => a - b).map((index) => ({ first: index, last: index })),
    { first: highest + 1, last },
  ]
}

async function insertMissing(sql: Sql, { environment, network }: ChainId): Promise<void> {
  const indexes = Array.from({ length: STRIPES }, (_, at) => FIRST + at)
  await sql.run(
    `INSERT INTO address_indexes (environment, network, stripe, next_index)
     VALUES ${rowPlaceholders(STRIPES, '(?, ?, ?, ?)')} ON CONFLICT DO NOTHING`,
    ...indexes.flatMap((index) => [environment, network, index % STRIPES, index]),
  )
}

/** How many indexes up to `last` a row gives whose next one is `next`. */
const countFrom = (next: number, last: number): number => Math.max(Math.floor((last - next) / STRIPES) + 1, 0)
