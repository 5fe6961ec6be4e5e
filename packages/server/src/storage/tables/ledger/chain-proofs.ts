import type { ChainProof } from '../../../domain/ledger/chain-proof.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { ChainProofTable } from '../../../domain/store/ledger-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  environment: Environment
  network: Network
  requested_at: bigint | null
  requested_by: string | null
  ended_at: bigint | null
  ended_by: string | null
  took_ms: bigint | null
  fault: string | null
  proven_at: bigint | null
  custody: string | null
  balance: string | null
  in_flight: string | null
  difference: string | null
  violations: bigint | null
}

export const chainProofTable = (sql: Sql): ChainProofTable => ({
  async find({ environment, network }) {
    const row = await sql.get<Row>(
      'SELECT * FROM chain_proofs WHERE environment = ? AND network = ?',
      environment,
      network,
    )
    return row && toProof(row)
  },
  async list(environment) {
    const rows = await sql.all<Row>(
      'SELECT * FROM chain_proofs WHERE environment = ? ORDER BY network',
      environment,
    )
    return rows.map(toProof)
  },
  async request({ environment, network }, { requestedAt, requestedBy }) {
    const stored = await sql.run(
      `INSERT INTO chain_proofs (environment, network, requested_at, requested_by) VALUES (?, ?, ?, ?)
       ON CONFLICT (environment, network) DO UPDATE SET requested_at = excluded.requested_at, requested_by = excluded.requested_by
       WHERE chain_proofs.requested_at IS NULL`,
      environment,
      network,
      requestedAt,
      requestedBy,
    )
    return stored === 1
  },
  async endRequest({ environment, network }, { requestedAt, requestedBy }) {
    const ended = await sql.run(
      `UPDATE chain_proofs SET requested_at = NULL, requested_by = NULL
       WHERE environment = ? AND network = ? AND requested_at = ? AND requested_by = ?`,
      environment,
      network,
      requestedAt,
      requestedBy,
    )
    return ended === 1
  },
  async recordEnd({ environment, network }, { endedAt, endedBy, tookMs, fault }) {
    await sql.run(
      `INSERT INTO chain_proofs (environment, network, ended_at, ended_by, took_ms, fault) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (environment, network) DO UPDATE SET ended_at = excluded.ended_at, ended_by = excluded.ended_by,
         took_ms = excluded.took_ms, fault = excluded.fault`,
      environment,
      network,
      endedAt,
      endedBy,
      tookMs,
      fault,
    )
  },
  async recordResult({ environment, network }, result) {
    await sql.run(
      `UPDATE chain_proofs SET proven_at = ?, custody = ?, balance = ?, in_flight = ?, difference = ?, violations = ?
       WHERE environment = ? AND network = ?`,
      result.provenAt,
      `${result.custody}`,
      `${result.balance}`,
      `${result.inFlight}`,
      `${result.difference}`,
      result.violations,
      environment,
      network,
    )
  },
})

const toProof = ({ environment, network, ...row }: Row): ChainProof => ({
  id: { environment, network },
  request:
    row.requested_at === null
      ? undefined
      : { requestedAt: Number(row.requested_at), requestedBy: row.requested_by ?? '' },
  ended:
    row.ended_at === null
      ? undefined
      : {
          endedAt: Number(row.ended_at),
          endedBy: row.ended_by ?? '',
          tookMs: Number(row.took_ms),
          fault: row.fault,
        },
  result:
    row.proven_at === null
      ? undefined
      : {
          provenAt: Number(row.proven_at),
          custody: BigInt(row.custody ?? 0),
          balance: BigInt(row.balance ?? 0),
          inFlight: BigInt(row.in_flight ?? 0),
          difference: BigInt(row.difference ?? 0),
          violations: Number(row.violations),
        },
})
