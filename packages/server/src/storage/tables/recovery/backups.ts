import type { BackupTable } from '../../../domain/store/backup-tables.js'
import type { Sql } from '../../sql.js'

export function backupTable(sql: Sql): BackupTable {
  return {
    async findLast() {
      const text = 'SELECT made_at, location FROM backups WHERE id = 1'
      const row = await sql.get<{ made_at: bigint; location: string }>(text)
      return row && { madeAt: Number(row.made_at), location: row.location }
    },
    async noteLast({ madeAt, location }) {
      await sql.run(
        `INSERT INTO backups (id, made_at, location) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET made_at = excluded.made_at, location = excluded.location`,
        madeAt,
        location,
      )
    },
  }
}
