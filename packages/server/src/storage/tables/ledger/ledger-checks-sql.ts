/**
 * Sum of whole numbers whose parts may leave 64 bits: the engine adds halves, so that a long history or a ruined row
 * ends in a finding and not in an error. Only for whole numbers of a column: a sum divides with decimals on PostgreSQL.
 */
export const total = (expression: string): string =>
  `COALESCE(SUM((${expression}) / 1000000000) * 1000000000 + SUM((${expression}) % 1000000000), 0)`

/** The fee on what is confirmed, 1e-8 USDT: `confirmed` is taken apart so that no product leaves 64 bits. */
export const CHAIN_FEE =
  '((confirmed / 100000000 * fee_rate + confirmed % 100000000 * fee_rate / 100000000) * 100)'
export const APP_FEE = '(confirmed / 1000000 * fee_rate + confirmed % 1000000 * fee_rate / 1000000)'

/** The names of accounts, made once an owner instead of once a posting. */
export const OWNERS = `
  SELECT environment AS place, owner, MAX(CASE code WHEN 'available' THEN id END) AS available_id,
    MAX(CASE code WHEN 'shortfall' THEN id END) AS shortfall_id,
    MAX(CASE code WHEN 'frozen' THEN id END) AS frozen_id,
    MAX(CASE code WHEN 'held' THEN id END) AS held_id,
    environment || '/platform/' AS platform, environment || '/platform/fees' AS fees_id
  FROM ledger_accounts GROUP BY environment, owner`

/** The part of a posting that reaches an account. */
export const into = (account: string): string =>
  `CASE ${account} WHEN credit_account THEN postings.amount WHEN debit_account THEN -postings.amount ELSE 0 END`

/** A ledger transaction that no other one takes back. Those that do are few, and are looked up in one list. */
export const stands = (entry: string): string =>
  `${entry}.id NOT IN (SELECT reverses FROM ledger_transactions WHERE reverses IS NOT NULL)`

/** The condition of the index of rare kinds, which is used only where a statement repeats it. */
export const RARE = `kind IN
  ('attribute', 'reverse', 'withdrawal_difference', 'sweep', 'topup', 'outgoing', 'destroyed')`

/** The required value of each column. */
type Rules = Readonly<Record<string, string>>

export const anyBroken = (rules: Rules): string =>
  Object.entries(rules)
    .map(([column, rule]) => `${column} <> ${rule}`)
    .join(' OR ')

/** A statement a rule, which lists the rows that break it. */
export const broken = (rows: string, rules: Rules): string[] =>
  Object.entries(rules).map(
    ([column, rule]) => `SELECT id, '${column}' AS aspect, ${column} AS found, ${rule} AS expected
  FROM ${rows} WHERE ${column} <> ${rule}`,
  )
