import type { TransferIdentity } from '../../../domain/chain/transfer.js'
import type { RecordedVerdict } from '../../../domain/screening/screening.js'
import type { ScreeningVerdictTable } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  source: RecordedVerdict['source']
  verdict: RecordedVerdict['verdict']
  reference: string | null
  given_at: bigint
}

export function screeningVerdictTable(sql: Sql): ScreeningVerdictTable {
  return {
    async insert(transfer, { source, verdict, reference, recordedAt }) {
      await sql.run(
        `INSERT INTO screening_verdicts (environment, network, tx_hash, log_index, incarnation, source, verdict,
           reference, given_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (environment, network, tx_hash, log_index, incarnation, source) DO UPDATE
           SET verdict = excluded.verdict, reference = excluded.reference, given_at = excluded.given_at
           WHERE screening_verdicts.verdict = 'pass' AND excluded.verdict = 'flag'`,
        ...identity(transfer),
        source,
        verdict,
        reference,
        recordedAt,
      )
    },
    async list(transfer) {
      const rows = await sql.all<Row>(
        `SELECT source, verdict, reference, given_at FROM screening_verdicts
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ? AND incarnation = ?
         ORDER BY given_at, source`,
        ...identity(transfer),
      )
      return rows.map(({ given_at, ...verdict }) => ({ ...verdict, recordedAt: Number(given_at) }))
    },
  }
}

const identity = ({ environment, network, txHash, logIndex, incarnation }: TransferIdentity) =>
  [environment, network, txHash, logIndex, incarnation] as const
