import { total } from './ledger-checks-sql.js'

/** Checks accounts against each other and against their postings. */
export const ACCOUNT_CHECKS = {
  sides: `
    SELECT environment AS id, 'debit side' AS aspect, debits AS found, credits AS expected
    FROM (SELECT environment, ${total("CASE normal WHEN 'debit' THEN balance ELSE 0 END")} AS debits,
        ${total("CASE normal WHEN 'credit' THEN balance ELSE 0 END")} AS credits
      FROM ledger_accounts GROUP BY environment) AS sides
    WHERE debits <> credits`,

  // Grouped by pairs of accounts first, since there are far fewer pairs than postings. Summed in halves, as in `total`.
  balance: `
    WITH pairs AS (
      SELECT debit_account, credit_account, SUM(amount / 1000000000) AS high, SUM(amount % 1000000000) AS low
      FROM ledger_postings GROUP BY debit_account, credit_account),
    moved AS MATERIALIZED (
      SELECT account, SUM(high) * 1000000000 + SUM(low) AS net
      FROM (SELECT debit_account AS account, high, low FROM pairs
        UNION ALL SELECT credit_account, -high, -low FROM pairs) AS legs
      GROUP BY account)
    SELECT accounts.id AS id, 'balance' AS aspect, balance AS found,
      CASE normal WHEN 'debit' THEN COALESCE(net, 0) ELSE -COALESCE(net, 0) END AS expected
    FROM ledger_accounts AS accounts LEFT JOIN moved ON moved.account = accounts.id
    WHERE balance <> CASE normal WHEN 'debit' THEN COALESCE(net, 0) ELSE -COALESCE(net, 0) END
    UNION ALL
    SELECT account, 'account of postings', 0, 1 FROM moved
    WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE id = account)`,

  floor: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(floor, 0) AS expected FROM ledger_accounts
    WHERE balance < floor OR (owner <> 'platform' AND balance < 0)`,

  // Reads the ids of both tables in the order of their indexes, so that comparing them needs no lookup.
  postings: `
    SELECT entry AS id, 'postings' AS aspect, counted AS found, last AS expected
    FROM (SELECT transaction_id AS entry, COUNT(*) AS counted, MIN(sequence) AS first, MAX(sequence) AS last
      FROM ledger_postings GROUP BY transaction_id) AS bookings
    WHERE counted <> last OR first <> 1
    UNION ALL
    SELECT transaction_id, 'transaction of postings', 0, 1
    FROM (SELECT transaction_id FROM ledger_postings EXCEPT SELECT id FROM ledger_transactions ORDER BY 1) AS strays
    UNION ALL
    SELECT id, 'postings', 0, 1
    FROM (SELECT id FROM ledger_transactions EXCEPT SELECT transaction_id FROM ledger_postings ORDER BY 1) AS empty`,

  shortfall: `
    SELECT owing.id AS id, 'available beside a shortfall' AS aspect, available.balance AS found, 0 AS expected
    FROM ledger_accounts AS owing
    JOIN ledger_accounts AS available ON available.environment = owing.environment
      AND available.owner = owing.owner AND available.code = 'available'
    WHERE owing.code = 'shortfall' AND owing.balance > 0 AND available.balance <> 0`,

  // The assets cover all liabilities except collected fees: money owed to merchants and money not attributed yet.
  cover: `
    SELECT environment AS id, 'assets' AS aspect, assets AS found, owed AS expected
    FROM (SELECT environment, ${total("CASE normal WHEN 'debit' THEN balance ELSE 0 END")} AS assets,
        ${total("CASE WHEN normal = 'credit' AND code <> 'fees' THEN balance ELSE 0 END")} AS owed
      FROM ledger_accounts GROUP BY environment) AS cover
    WHERE assets < owed`,
} as const
