import { MOST_FINDINGS } from '../../../domain/ledger/proof-finding.js'
import type { ProofFindingTable } from '../../../domain/store/ledger-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  rule: string
  row_id: string
  message: string
}

export const proofFindingTable = (sql: Sql): ProofFindingTable => ({
  async list(proof) {
    const rows = await sql.all<Row>(
      'SELECT rule, row_id, message FROM proof_findings WHERE proof = ? ORDER BY position',
      proof,
    )
    return rows.map(({ rule, row_id, message }) => ({ check: rule, id: row_id, message }))
  },
  async replace(proof, findings) {
    await sql.run('DELETE FROM proof_findings WHERE proof = ?', proof)
    for (const [position, { check, id, message }] of findings.slice(0, MOST_FINDINGS).entries())
      await sql.run(
        'INSERT INTO proof_findings (proof, position, rule, row_id, message) VALUES (?, ?, ?, ?, ?)',
        proof,
        position,
        check,
        id,
        message,
      )
  },
})
