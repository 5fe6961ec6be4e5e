import type { Environment, Network } from '../../domain/shared/types.js'
import { type Engine, readApplied } from '../migrate.js'
import type { Sql } from '../sql.js'
import { walletTable } from '../tables/chain/wallets.js'
import type { DatabaseFacts } from './manifest.js'

const TABLES: Readonly<Record<Engine, string>> = {
  // A virtual table keeps its rows in others, which the list leaves out.
  sqlite: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
    AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
}

interface ChainRow {
  environment: Environment
  network: Network
}

/** Lists the tables of a database. */
export async function listTables(sql: Sql, engine: Engine): Promise<string[]> {
  const tables = await sql.all<{ name: string }>(TABLES[engine])
  return tables.map(({ name }) => name)
}

/** Counts the rows of each table. */
export async function countRows(sql: Sql, engine: Engine): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of await listTables(sql, engine)) {
    const row = await sql.get<{ total: bigint }>(`SELECT COUNT(*) AS total FROM ${quoted(table)}`)
    rows[table] = Number(row?.total ?? 0)
  }
  return rows
}

/** Reads what a backup says about a database, also one of an older version, or one whose first migration was interrupted. */
export async function readFacts(sql: Sql, engine: Engine): Promise<DatabaseFacts> {
  const rows = await countRows(sql, engine)
  const ifThere = async <Row>(table: string, read: () => Promise<Row[]>) =>
    rows[table] === undefined ? [] : await read()
  const cursors = await ifThere('chain_cursors', () =>
    sql.all<ChainRow & { block_number: bigint; block_time: bigint }>(
      'SELECT environment, network, block_number, block_time FROM chain_cursors ORDER BY environment, network',
    ),
  )
  const counters = await ifThere('address_indexes', () =>
    sql.all<ChainRow & { next_index: bigint }>(
      `SELECT environment, network, MIN(next_index) AS next_index FROM address_indexes
       GROUP BY environment, network ORDER BY environment, network`,
    ),
  )
  return {
    migrations: Object.fromEntries((await readApplied(sql)).checksums),
    rows,
    wallets: await ifThere('wallets', () => walletTable(sql).list()),
    cursors: cursors.map(({ environment, network, block_number, block_time }) => ({
      ...{ environment, network, block: Number(block_number), blockAt: Number(block_time) },
    })),
    nextIndexes: counters.map(({ environment, network, next_index }) => ({
      ...{ environment, network, index: Number(next_index) },
    })),
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
