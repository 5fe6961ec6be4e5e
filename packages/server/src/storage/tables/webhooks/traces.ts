import type { TraceTable } from '../../../domain/store/webhook-tables.js'
import type { Sql } from '../../sql.js'

export function traceTable(sql: Sql): TraceTable {
  return {
    async insert(subject, traceparent) {
      await sql.run('INSERT INTO traces (subject, traceparent) VALUES (?, ?)', subject, traceparent)
    },
  }
}
