import type { AuditEntry } from '../../../domain/shared/audit-entry.js'
import type { AuditTable } from '../../../domain/store/system-tables.js'
import { type Sql, whereEqual } from '../../sql.js'

interface Row {
  id: string
  actor: string
  action: string
  subject: string
  details: string
  created_at: bigint
}

export function auditTable(sql: Sql): AuditTable {
  return {
    async insert(entry) {
      await sql.run(
        'INSERT INTO audit_entries (id, actor, action, subject, details, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        entry.id,
        entry.actor,
        entry.action,
        entry.subject,
        entry.details,
        entry.createdAt,
      )
    },
    async list({ subject, action, before, limit }) {
      const where = whereEqual({ subject, action }, { column: 'id', value: before })
      const text = `SELECT * FROM audit_entries ${where.text} ORDER BY id DESC LIMIT ?`
      const rows = await sql.all<Row>(text, ...where.values, limit)
      return rows.map(toEntry)
    },
  }
}

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  details: row.details,
  createdAt: Number(row.created_at),
})
