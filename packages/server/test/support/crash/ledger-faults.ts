import type { Rows } from './rows.js'

/** Each SQL text returns rows only where the ledger contradicts itself or the recorded rows. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'a balance that is not the sum of its postings': `
    SELECT id FROM (
      SELECT ledger_accounts.id AS id, balance, normal,
        (SELECT COALESCE(SUM(amount), 0) FROM ledger_postings WHERE debit_account = ledger_accounts.id) AS debits,
        (SELECT COALESCE(SUM(amount), 0) FROM ledger_postings WHERE credit_account = ledger_accounts.id) AS credits
      FROM ledger_accounts) AS sums
    WHERE balance <> CASE normal WHEN 'debit' THEN debits - credits ELSE credits - debits END`,
  'a balance below its floor': 'SELECT id FROM ledger_accounts WHERE balance < floor',
  'a shortfall beside money that is available': `
    SELECT owing.id AS id FROM ledger_accounts AS owing JOIN ledger_accounts AS owned
      ON owned.owner = owing.owner AND owned.environment = owing.environment
    WHERE owing.code = 'shortfall' AND owned.code = 'available' AND owing.balance > 0 AND owned.balance > 0`,
  'postings with a gap, or a ledger transaction without any': `
    SELECT id FROM (
      SELECT ledger_transactions.id AS id, COUNT(sequence) AS postings, MAX(sequence) AS highest
      FROM ledger_transactions LEFT JOIN ledger_postings ON transaction_id = ledger_transactions.id
      GROUP BY ledger_transactions.id) AS counts
    WHERE postings = 0 OR highest <> postings`,
  'a confirmed transfer without its one deposit': `
    SELECT tx_hash AS id FROM transfers
    WHERE confirmed_at IS NOT NULL AND orphaned_at IS NULL AND 1 <> (
      SELECT COUNT(*) FROM ledger_transactions AS deposits
      WHERE kind = 'deposit' AND deposits.environment = transfers.environment
        AND idempotency_key =
          'deposit:' || network || ':' || tx_hash || ':' || CAST(log_index AS TEXT) || ':' || CAST(incarnation AS TEXT)
        AND NOT EXISTS (SELECT 1 FROM ledger_transactions AS taken WHERE taken.reverses = deposits.id))`,
  'a transfer that left the chain and is still credited': `
    SELECT tx_hash AS id FROM transfers
    WHERE orphaned_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM ledger_transactions AS deposits
      WHERE kind = 'deposit' AND deposits.environment = transfers.environment
        AND idempotency_key LIKE
          'deposit:' || network || ':' || tx_hash || ':' || CAST(log_index AS TEXT) || ':%'
        AND NOT EXISTS (SELECT 1 FROM ledger_transactions AS taken WHERE taken.reverses = deposits.id))`,
  'a transfer on the chain without postings': `
    SELECT sandbox_transfers.tx_hash AS id FROM sandbox_transfers
    JOIN addresses ON addresses.address = to_address AND addresses.network = sandbox_transfers.network
    WHERE NOT EXISTS (
      SELECT 1 FROM transfers WHERE transfers.tx_hash = sandbox_transfers.tx_hash AND orphaned_at IS NULL)`,
  'a withdrawal whose hold does not match its status': `
    SELECT id FROM (
      SELECT withdrawals.id AS id, status,
        (SELECT COUNT(*) FROM ledger_transactions WHERE reference = withdrawals.id AND kind = 'withdrawal_hold') AS holds,
        (SELECT COUNT(*) FROM ledger_transactions WHERE reference = withdrawals.id AND kind = 'withdrawal_settle') AS settled,
        (SELECT COUNT(*) FROM ledger_transactions WHERE reference = withdrawals.id AND kind = 'withdrawal_release') AS freed
      FROM withdrawals) AS counts
    WHERE holds <> 1 OR settled <> (CASE status WHEN 'COMPLETED' THEN 1 ELSE 0 END)
      OR freed <> (CASE WHEN status IN ('FAILED', 'CANCELED') THEN 1 ELSE 0 END)`,
  'a completed withdrawal that the chain does not have': `
    SELECT id FROM withdrawals WHERE status = 'COMPLETED' AND NOT EXISTS (
      SELECT 1 FROM sandbox_transfers WHERE sandbox_transfers.tx_hash = withdrawals.tx_hash
        AND to_address = destination_address AND value = amount)`,
  'a payout on the chain that no withdrawal accounts for': `
    SELECT tx_hash AS id FROM sandbox_transfers
    WHERE from_address IN (SELECT wallet FROM signed_transactions) AND 1 <> (
      SELECT COUNT(*) FROM withdrawals WHERE withdrawals.tx_hash = sandbox_transfers.tx_hash
        AND (status IN ('PROCESSING', 'BROADCAST', 'COMPLETED') OR failure_code = 'reverted'))`,
  'more refunded than credited': `
    SELECT id FROM (
      SELECT orders.id AS id, credited, SUM(withdrawals.amount) AS refunded FROM orders
      JOIN withdrawals ON order_id = orders.id WHERE withdrawals.status NOT IN ('FAILED', 'CANCELED')
      GROUP BY orders.id, credited) AS sums
    WHERE refunded > credited`,
  'a withdrawal that was signed twice': `
    SELECT withdrawal_id AS id FROM signed_transactions WHERE kind = 'payment' GROUP BY withdrawal_id HAVING COUNT(*) > 1`,
}

/** @returns one line per contradiction, with the ids of its rows */
export async function findLedgerFaults(rows: Rows): Promise<string[]> {
  const faults: string[] = []
  for (const [meaning, text] of Object.entries(CONTRADICTIONS)) {
    const found = await rows.all<{ id: string }>(text)
    if (found.length > 0) faults.push(`${meaning}: ${idsOf(found)}`)
  }
  const sides = await rows.all<{ normal: string; total: bigint }>(
    'SELECT normal, CAST(SUM(balance) AS BIGINT) AS total FROM ledger_accounts GROUP BY normal',
  )
  if (new Set(sides.map(({ total }) => total)).size > 1) faults.push('debits and credits differ')
  return faults
}

const idsOf = (found: readonly { id: string }[]): string =>
  found
    .slice(0, 5)
    .map(({ id }) => id)
    .join(' ')
