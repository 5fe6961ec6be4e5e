/**
 * Sums whole numbers that may exceed 64 bits together: the engine adds high and low parts, so that a long history or a
 * corrupt row ends in a finding instead of an error. Only for integers of a column: on PostgreSQL SUM is NUMERIC, whose division keeps decimals.
 */
export const total = (expression: string): string =>
  `COALESCE(SUM((${expression}) / 1000000000) * 1000000000 + SUM((${expression}) % 1000000000), 0)`

/** The fee on the confirmed amount, in 1e-8 USDT. `confirmed` is split so that no product exceeds 64 bits. */
export const CHAIN_FEE =
  '((confirmed / 100000000 * fee_rate + confirmed % 100000000 * fee_rate / 100000000) * 100)'
export const APP_FEE = '(confirmed / 1000000 * fee_rate + confirmed % 1000000 * fee_rate / 1000000)'

/** The ids of accounts, built once per owner instead of once per posting. */
export const OWNERS = `
  SELECT environment AS place, owner, MAX(CASE code WHEN 'available' THEN id END) AS available_id,
    MAX(CASE code WHEN 'shortfall' THEN id END) AS shortfall_id,
    MAX(CASE code WHEN 'frozen' THEN id END) AS frozen_id,
    MAX(CASE code WHEN 'held' THEN id END) AS held_id,
    environment || '/platform/' AS platform, environment || '/platform/fees' AS fees_id
  FROM ledger_accounts GROUP BY environment, owner`

/** Returns the amount that a posting adds to an account. */
export const into = (account: string): string =>
  `CASE ${account} WHEN credit_account THEN postings.amount WHEN debit_account THEN -postings.amount ELSE 0 END`

/** The condition that no other ledger transaction reverses this one. Reversals are few, so one list holds all of them. */
export const stands = (entry: string): string =>
  `${entry}.id NOT IN (SELECT reverses FROM ledger_transactions WHERE reverses IS NOT NULL)`

/** The condition of the partial index on rare kinds; an engine uses the index only for statements that repeat it. */
export const RARE = `kind IN
  ('attribute', 'reverse', 'withdrawal_difference', 'sweep', 'topup', 'outgoing', 'destroyed', 'explain', 'adjust')`

/** The required value of each column. */
type Rules = Readonly<Record<string, string>>

export const anyBroken = (rules: Rules): string =>
  Object.entries(rules)
    .map(([column, rule]) => `${column} <> ${rule}`)
    .join(' OR ')

/** Returns one statement per rule, which lists the rows that break the rule. */
export const broken = (rows: string, rules: Rules): string[] =>
  Object.entries(rules).map(
    ([column, rule]) => `SELECT id, '${column}' AS aspect, ${column} AS found, ${rule} AS expected
  FROM ${rows} WHERE ${column} <> ${rule}`,
  )
