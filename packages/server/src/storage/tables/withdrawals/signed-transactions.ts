import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { SignedTransactionTable } from '../../../domain/store/withdrawal-tables.js'
import type { SignedKind, StoredTransaction } from '../../../domain/withdrawals/signed-transaction.js'
import { instantOrNull, type Sql } from '../../sql.js'

interface Row {
  tx_hash: string
  withdrawal_id: string
  kind: SignedKind
  environment: Environment
  network: Network
  wallet: string
  nonce: bigint
  raw: string
  expires_at: bigint | null
  created_at: bigint
  alarmed_at: bigint | null
  moved: bigint | null
}

export function signedTransactionTable(sql: Sql): SignedTransactionTable {
  return {
    async insert(signed) {
      await sql.run(
        `INSERT INTO signed_transactions (tx_hash, withdrawal_id, kind, environment, network, wallet, nonce, raw,
           expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        signed.txHash,
        signed.withdrawalId,
        signed.kind,
        signed.environment,
        signed.network,
        signed.wallet,
        signed.nonce,
        signed.raw,
        signed.expiresAt,
        signed.createdAt,
      )
    },
    async listByWithdrawal(withdrawalId) {
      const rows = await sql.all<Row>(
        'SELECT * FROM signed_transactions WHERE withdrawal_id = ? ORDER BY kind',
        withdrawalId,
      )
      return rows.map(toStored)
    },
    async isKnown({ environment, network, txHash }) {
      const row = await sql.get(
        'SELECT tx_hash FROM signed_transactions WHERE tx_hash = ? AND environment = ? AND network = ?',
        txHash,
        environment,
        network,
      )
      return row !== undefined
    },
    async nextNonce({ environment, network, wallet }) {
      const row = await sql.get<{ highest: bigint | null }>(
        `SELECT MAX(nonce) AS highest FROM (
           SELECT MAX(nonce) AS nonce FROM signed_transactions WHERE environment = ? AND network = ? AND wallet = ?
           UNION ALL
           SELECT MAX(nonce) FROM explanations WHERE environment = ? AND network = ? AND wallet = ?) AS known`,
        ...[environment, network, wallet, environment, network, wallet],
      )
      const highest = row?.highest ?? null
      return highest === null ? undefined : Number(highest) + 1
    },
    async isAnySettledSince({ environment, network }, at) {
      const row = await sql.get(
        `SELECT withdrawal_id FROM signed_transactions JOIN withdrawals ON withdrawals.id = withdrawal_id
         WHERE signed_transactions.environment = ? AND signed_transactions.network = ?
           AND signed_transactions.created_at >= ? AND status IN ('COMPLETED', 'FAILED') LIMIT 1`,
        environment,
        network,
        at,
      )
      return row !== undefined
    },
    async noteResumed({ environment, network }) {
      await sql.run(
        'INSERT INTO signer_resumptions (environment, network) VALUES (?, ?) ON CONFLICT DO NOTHING',
        environment,
        network,
      )
    },
    async isResumed({ environment, network }) {
      const row = await sql.get(
        'SELECT network FROM signer_resumptions WHERE environment = ? AND network = ?',
        environment,
        network,
      )
      return row !== undefined
    },
    async forgetResumed({ environment, network }) {
      await sql.run(
        'DELETE FROM signer_resumptions WHERE environment = ? AND network = ?',
        environment,
        network,
      )
    },
    async noteAlarm(txHash, at) {
      await sql.run('UPDATE signed_transactions SET alarmed_at = ? WHERE tx_hash = ?', at, txHash)
    },
    async noteMoved(txHash, moved) {
      await sql.run('UPDATE signed_transactions SET moved = ? WHERE tx_hash = ?', moved, txHash)
    },
  }
}

const toStored = (row: Row): StoredTransaction => ({
  txHash: row.tx_hash,
  withdrawalId: row.withdrawal_id,
  kind: row.kind,
  environment: row.environment,
  network: row.network,
  wallet: row.wallet,
  nonce: Number(row.nonce),
  raw: row.raw,
  expiresAt: instantOrNull(row.expires_at),
  createdAt: Number(row.created_at),
  alarmedAt: instantOrNull(row.alarmed_at),
  moved: row.moved === null ? null : usdt(row.moved),
})
