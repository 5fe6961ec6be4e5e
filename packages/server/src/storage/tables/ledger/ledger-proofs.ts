import type { LedgerProofTable } from '../../../domain/store/ledger-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  proven_at: bigint | null
  took_ms: bigint | null
  violations: bigint | null
}

const DAY_MS = 86_400_000

export const ledgerProofTable = (sql: Sql): LedgerProofTable => ({
  async find() {
    const row = await sql.get<Row>('SELECT proven_at, took_ms, violations FROM ledger_proofs WHERE id = 1')
    if (!row || row.proven_at === null) return undefined
    return {
      provenAt: Number(row.proven_at),
      tookMs: Number(row.took_ms),
      violations: Number(row.violations),
    }
  },
  async claim({ now, dueAt }) {
    // A start more than a day in the future stems from a server with a wrong clock, and does not block this claim.
    const claimed = await sql.run(
      'UPDATE ledger_proofs SET begun_at = ? WHERE id = 1 AND (begun_at < ? OR begun_at > ?)',
      now,
      dueAt,
      now + DAY_MS,
    )
    return claimed === 1
  },
  async record({ provenAt, tookMs, violations }) {
    await sql.run(
      'UPDATE ledger_proofs SET proven_at = ?, took_ms = ?, violations = ? WHERE id = 1',
      provenAt,
      tookMs,
      violations,
    )
  },
  async request() {
    await sql.run('UPDATE ledger_proofs SET begun_at = 0 WHERE id = 1')
  },
  async isRequested() {
    return (await sql.get('SELECT id FROM ledger_proofs WHERE id = 1 AND begun_at = 0')) !== undefined
  },
})
