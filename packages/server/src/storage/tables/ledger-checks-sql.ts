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
