import type { HealthTable } from '../../../domain/store/system-tables.js'
import { readApplied } from '../../migrate.js'
import type { Sql } from '../../sql.js'

export function healthTable(sql: Sql): HealthTable {
  return {
    async probeWrite() {
      // The value changes, because an unchanged row might not be written.
      await sql.run('UPDATE write_probes SET writes = writes + 1 WHERE id = 1')
    },
    listMigrations: () => readApplied(sql),
  }
}
