import type { ContinuityTable } from '../../../domain/store/continuity-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'

export function continuityTable(sql: Sql): ContinuityTable {
  return {
    async findSince() {
      const row = await sql.get<{ begun_at: bigint }>(
        'SELECT begun_at FROM continuity_marks JOIN database_place ON place = made_in',
      )
      return row && Number(row.begun_at)
    },
    async begin(at) {
      await sql.run(
        `INSERT INTO continuity_marks (id, begun_at, made_in, stopped_at)
         SELECT 1, ?, place, ? FROM database_place WHERE true
         ON CONFLICT (id) DO UPDATE SET begun_at = excluded.begun_at, made_in = excluded.made_in,
           stopped_at = excluded.stopped_at`,
        at,
        at,
      )
    },
    async beginIfMissing(at) {
      // Of two servers the second waits for the row of the first, and changes nothing.
      const begun = await sql.run(
        `INSERT INTO continuity_marks (id, begun_at, made_in)
         SELECT 1, ?, place FROM database_place WHERE true
         ON CONFLICT (id) DO UPDATE SET begun_at = excluded.begun_at, made_in = excluded.made_in, stopped_at = NULL
           WHERE continuity_marks.made_in <> excluded.made_in`,
        at,
      )
      return begun > 0
    },
    async findNewestKnown() {
      const row = await sql.get<{ newest_at: bigint | null }>(
        `SELECT MAX(known_at) AS newest_at FROM (
           SELECT MAX(block_time) AS known_at FROM chain_cursors
           UNION ALL SELECT MAX(created_at) FROM orders WHERE environment = 'live'
           UNION ALL SELECT MAX(created_at) FROM orders WHERE environment = 'test') AS known`,
      )
      return instantOrNull(row?.newest_at ?? null) ?? undefined
    },
    async noteStop(at) {
      await sql.run('UPDATE continuity_marks SET stopped_at = ?', at)
    },
    async resume({ after, before }) {
      await sql.run(
        'DELETE FROM continuity_marks WHERE stopped_at IS NULL OR stopped_at < ? OR stopped_at > ?',
        after,
        before,
      )
      await sql.run('UPDATE continuity_marks SET stopped_at = NULL')
    },
  }
}
