import type { CustodyTable } from '../../../domain/store/ledger-tables.js'
import type { Sql } from '../../sql.js'
import { total } from './ledger-checks-sql.js'

export function custodyTable(sql: Sql): CustodyTable {
  const sum = async (text: string, ...values: string[]) =>
    (await sql.get<{ sum: bigint }>(text, ...values))?.sum ?? 0n
  return {
    async listWallets({ environment, network }) {
      const rows = await sql.all<{ wallet: string }>(
        `SELECT wallet FROM signed_transactions WHERE environment = ? AND network = ?
         UNION SELECT wallet FROM explanations WHERE environment = ? AND network = ?
         UNION SELECT wallet FROM former_wallets WHERE environment = ? AND network = ? ORDER BY wallet`,
        ...[environment, network, environment, network, environment, network],
      )
      return rows.map(({ wallet }) => wallet)
    },
    sumPaid: ({ environment, network, wallet }) =>
      sum(
        `SELECT CAST(${total("COALESCE(moved, CASE status WHEN 'COMPLETED' THEN amount ELSE 0 END)")} AS BIGINT) AS sum
         FROM signed_transactions JOIN withdrawals ON withdrawals.id = withdrawal_id
         WHERE kind = 'payment' AND signed_transactions.environment = ? AND signed_transactions.network = ?
           AND wallet = ? AND status IN ('COMPLETED', 'FAILED')`,
        environment,
        network,
        wallet,
      ),
    sumAdjusted: ({ environment, network }) => {
      const account = `${environment}/platform/custody:${network}`
      return sum(
        `SELECT CAST(${total('CASE debit_account WHEN ? THEN amount ELSE -amount END')} AS BIGINT) AS sum
         FROM ledger_transactions JOIN ledger_postings ON transaction_id = id
         WHERE kind = 'adjust' AND (debit_account = ? OR credit_account = ?)`,
        // `total` repeats its expression: once for each half of the sum.
        account,
        account,
        account,
        account,
      )
    },
  }
}
