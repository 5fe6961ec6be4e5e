import type { Explanation } from '../../../domain/recovery/explanation.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { ExplanationTable } from '../../../domain/store/recovery-tables.js'
import { addressSpellings } from '../../../networks/spellings.js'
import type { Sql, SqlValue } from '../../sql.js'
import { placeholders } from '../../sql.js'

interface Row {
  environment: Environment
  network: Network
  tx_hash: string
  log_index: bigint
  kind: Explanation['kind']
  subject: string | null
  amount: bigint
  shortfall: bigint
  wallet: string
  nonce: bigint | null
  explained_at: bigint
}

export function explanationTable(sql: Sql): ExplanationTable {
  const list = async (where: string, ...values: SqlValue[]): Promise<Explanation[]> => {
    const text = `SELECT * FROM explanations WHERE environment = ? AND network = ? AND ${where}
      ORDER BY explained_at, tx_hash, log_index`
    return (await sql.all<Row>(text, ...values)).map(toExplanation)
  }
  return {
    async insert(explanation) {
      const { environment, network, txHash, logIndex, kind, subject, amount } = explanation
      const { shortfall, wallet, nonce, explainedAt } = explanation
      await sql.run(
        `INSERT INTO explanations (environment, network, tx_hash, log_index, kind, subject, amount, shortfall, wallet,
           nonce, explained_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[environment, network, txHash, logIndex, kind, subject, amount],
        ...[shortfall, wallet, nonce, explainedAt],
      )
    },
    async find({ environment, network, txHash, logIndex }) {
      const [found] = await list('tx_hash = ? AND log_index = ?', environment, network, txHash, logIndex)
      return found
    },
    listByTransaction: ({ environment, network, txHash }) =>
      list('tx_hash = ?', environment, network, txHash),
    listShort: ({ environment, network }) => list('shortfall > 0', environment, network),
    listWithoutNonce: ({ environment, network }) =>
      list("nonce IS NULL AND kind <> 'earlier'", environment, network),
    async noncesOf({ environment, network, wallet }) {
      const where = 'WHERE environment = ? AND network = ? AND wallet = ?'
      const values = [environment, network, wallet]
      const signed = await sql.get<{ highest: bigint | null }>(
        `SELECT MAX(nonce) AS highest FROM (SELECT nonce FROM signed_transactions ${where}
           UNION ALL SELECT nonce FROM superseded_payments ${where}) AS known`,
        ...[...values, ...values],
      )
      const explained = await sql.all<{ nonce: bigint }>(
        `SELECT nonce FROM explanations ${where} AND nonce IS NOT NULL`,
        ...values,
      )
      const highest = signed?.highest ?? null
      return {
        signed: highest === null ? undefined : Number(highest) + 1,
        explained: new Set(explained.map(({ nonce }) => Number(nonce))),
      }
    },
    async listWithoutWithdrawal({ environment, network, to, amount }) {
      const addresses = addressSpellings(network, to)
      const rows = await sql.all<Row>(
        `SELECT explanations.* FROM explanations JOIN movements USING (environment, network, tx_hash, log_index)
         WHERE environment = ? AND network = ? AND explanations.kind IN ('merchant', 'operator') AND amount = ?
           AND to_address IN (${placeholders(addresses.length)}) ORDER BY explained_at, tx_hash, log_index`,
        ...[environment, network, amount, ...addresses],
      )
      return rows.map(toExplanation)
    },
    async assign({ environment, network, txHash, logIndex }, { withdrawalId, at }) {
      await sql.run(
        `UPDATE explanations SET kind = 'withdrawal', subject = ?, shortfall = 0, explained_at = ?
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?`,
        ...[withdrawalId, at, environment, network, txHash, logIndex],
      )
    },
    async setShortfall({ environment, network, txHash, logIndex }, shortfall) {
      await sql.run(
        `UPDATE explanations SET shortfall = ?
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?`,
        ...[shortfall, environment, network, txHash, logIndex],
      )
    },
    async noteNonce({ environment, network, txHash }, nonce) {
      await sql.run(
        'UPDATE explanations SET nonce = ? WHERE environment = ? AND network = ? AND tx_hash = ?',
        ...[nonce, environment, network, txHash],
      )
    },
  }
}

const toExplanation = (row: Row): Explanation => ({
  environment: row.environment,
  network: row.network,
  txHash: row.tx_hash,
  logIndex: Number(row.log_index),
  kind: row.kind,
  subject: row.subject,
  amount: usdt(row.amount),
  shortfall: usdt(row.shortfall),
  wallet: row.wallet,
  nonce: row.nonce === null ? null : Number(row.nonce),
  explainedAt: Number(row.explained_at),
})
