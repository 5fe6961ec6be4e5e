import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { SignedTransactionTable } from '../../../domain/store/withdrawal-tables.js'
import type {
  SignedKind,
  StoredTransaction,
  SupersededPayment,
  VersionDelay,
} from '../../../domain/withdrawals/signed-transaction.js'
import { instantOrNull, type Sql } from '../../sql.js'

interface VersionRow {
  tx_hash: string
  wallet: string
  nonce: bigint
  raw: string
  expires_at: bigint | null
  created_at: bigint
  max_cost: string | null
}

interface Row extends VersionRow {
  withdrawal_id: string
  kind: SignedKind
  environment: Environment
  network: Network
  alarmed_at: bigint | null
  moved: bigint | null
  waits_for: VersionDelay | null
}

/** The columns that both tables of payments have. */
const SHARED =
  'tx_hash, withdrawal_id, environment, network, wallet, nonce, raw, expires_at, created_at, max_cost'

export function signedTransactionTable(sql: Sql): SignedTransactionTable {
  async function listByWithdrawal(withdrawalId: string): Promise<StoredTransaction[]> {
    const rows = await sql.all<Row>(
      'SELECT * FROM signed_transactions WHERE withdrawal_id = ? ORDER BY kind',
      withdrawalId,
    )
    return rows.map(toStored)
  }

  async function listSuperseded(withdrawalId: string): Promise<SupersededPayment[]> {
    const rows = await sql.all<VersionRow>(
      'SELECT * FROM superseded_payments WHERE withdrawal_id = ? ORDER BY created_at, nonce, tx_hash',
      withdrawalId,
    )
    return rows.map(toVersion)
  }

  return {
    async insert(signed) {
      await sql.run(
        `INSERT INTO signed_transactions (tx_hash, withdrawal_id, kind, environment, network, wallet, nonce, raw,
           expires_at, created_at, max_cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        signed.maxCost ?? null,
      )
    },
    listByWithdrawal,
    listSuperseded,
    async findVersions(withdrawalId) {
      const [payment, replacement] = await listByWithdrawal(withdrawalId)
      return payment && { withdrawalId, payment, replacement, others: await listSuperseded(withdrawalId) }
    },
    async supersede(withdrawalId) {
      const where = "withdrawal_id = ? AND kind = 'payment'"
      await sql.run(
        `INSERT INTO superseded_payments (${SHARED}) SELECT ${SHARED} FROM signed_transactions WHERE ${where}`,
        withdrawalId,
      )
      await sql.run(`DELETE FROM signed_transactions WHERE ${where}`, withdrawalId)
    },
    async reinstate(txHash) {
      await sql.run(
        `INSERT INTO signed_transactions (kind, ${SHARED})
         SELECT 'payment', ${SHARED} FROM superseded_payments WHERE tx_hash = ?`,
        txHash,
      )
      await sql.run('DELETE FROM superseded_payments WHERE tx_hash = ?', txHash)
    },
    async isKnown({ environment, network, txHash }) {
      const where = 'tx_hash = ? AND environment = ? AND network = ?'
      const values = [txHash, environment, network]
      const row = await sql.get(
        `SELECT tx_hash FROM signed_transactions WHERE ${where}
         UNION ALL SELECT tx_hash FROM superseded_payments WHERE ${where}`,
        ...[...values, ...values],
      )
      return row !== undefined
    },
    async nextNonce({ environment, network, wallet }) {
      const row = await sql.get<{ highest: bigint | null }>(
        `SELECT MAX(nonce) AS highest FROM (
           SELECT MAX(nonce) AS nonce FROM signed_transactions WHERE environment = ? AND network = ? AND wallet = ?
           UNION ALL
           SELECT MAX(nonce) FROM superseded_payments WHERE environment = ? AND network = ? AND wallet = ?
           UNION ALL
           SELECT MAX(nonce) FROM explanations WHERE environment = ? AND network = ? AND wallet = ?) AS known`,
        ...[environment, network, wallet, environment, network, wallet, environment, network, wallet],
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
    async sumOthersSince({ environment, network }, at, withdrawalId) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM withdrawals
         WHERE id IN (SELECT withdrawal_id FROM signed_transactions
           WHERE environment = ? AND network = ? AND created_at >= ? AND kind <> 'void' AND withdrawal_id <> ?)`,
        ...[environment, network, at, withdrawalId],
      )
      return row?.total ?? 0n
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
    async noteWaitsFor(txHash, delay) {
      await sql.run('UPDATE signed_transactions SET waits_for = ? WHERE tx_hash = ?', delay, txHash)
    },
  }
}

const toVersion = (row: VersionRow): SupersededPayment => ({
  txHash: row.tx_hash,
  wallet: row.wallet,
  nonce: Number(row.nonce),
  raw: row.raw,
  expiresAt: instantOrNull(row.expires_at),
  createdAt: Number(row.created_at),
  ...(row.max_cost !== null && { maxCost: row.max_cost }),
})

const toStored = (row: Row): StoredTransaction => ({
  ...toVersion(row),
  withdrawalId: row.withdrawal_id,
  kind: row.kind,
  environment: row.environment,
  network: row.network,
  alarmedAt: instantOrNull(row.alarmed_at),
  moved: row.moved === null ? null : usdt(row.moved),
  waitsFor: row.waits_for,
})
