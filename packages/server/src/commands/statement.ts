import { readStatement, STATEMENT_LINES, type Statement, totalOf } from '../domain/ledger/statement.js'
import { formatSigned } from '../domain/shared/money.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import { SETTLED_AFTER_MS } from '../domain/shared/period.js'
import { systemClock } from '../runtime/clock.js'
import { type Args, UsageError } from './command.js'
import { ENVIRONMENTS } from './listing.js'
import { card, printText, type Row, timeCell } from './output.js'
import { RecordWriter } from './record-writer.js'
import { inspectStore } from './store-access.js'

const FORMATS = ['text', 'csv', 'json'] as const
const MONTH = /^([0-9]{4})-(0[1-9]|1[0-2])$/

/** Writes the statement of a merchant for a month in UTC that is over. */
export async function statement(args: Args): Promise<number> {
  const merchantId = args.operand('merchant-id')
  const range = readMonth(args.required('month'))
  const environment = args.choice('environment', ENVIRONMENTS) ?? 'live'
  const format = args.choice('format', FORMATS) ?? 'text'
  const row = await inspectStore((store) =>
    store.read(async (tx) => {
      if (!(await tx.merchants.find(merchantId)))
        throw new OperatorError(`there is no merchant ${merchantId}`)
      return rowOf(await readStatement(tx, { merchantId, environment }, range))
    }),
  )
  if (format === 'text') printText(card(row))
  else await new RecordWriter(format, Object.keys(row)).write([row])
  return 0
}

/** @throws UsageError */
function readMonth(text: string): { from: number; to: number } {
  const [, year, month] = MONTH.exec(text) ?? []
  if (year === undefined || month === undefined) throw new UsageError('--month takes a month like 2026-10')
  const next =
    month === '12' ? `${Number(year) + 1}-01` : `${year}-${`${Number(month) + 1}`.padStart(2, '0')}`
  const to = Date.parse(`${next}-01`)
  if (to > systemClock.real() - SETTLED_AFTER_MS) throw new UsageError(`${text} is not over yet, in UTC`)
  return { from: Date.parse(`${text}-01`), to }
}

function rowOf({
  merchantId,
  environment,
  from,
  to,
  opening,
  closing,
  lines,
  frozen,
  released,
}: Statement): Row {
  const codes = Object.keys(closing) as (keyof typeof closing)[] // the keys of the type
  const balances = (when: string, of: Statement['closing']) =>
    codes.map((code) => [`${when}_${code}`, formatSigned(of[code])] as const)
  return {
    merchant_id: merchantId,
    environment,
    currency: 'USDT',
    from: timeCell(from),
    to: timeCell(to),
    opening_balance: formatSigned(totalOf(opening)),
    ...Object.fromEntries(STATEMENT_LINES.map((line) => [line, formatSigned(lines[line])])),
    closing_balance: formatSigned(totalOf(closing)),
    frozen: formatSigned(frozen),
    released: formatSigned(released),
    ...Object.fromEntries([...balances('opening', opening), ...balances('closing', closing)]),
  }
}
