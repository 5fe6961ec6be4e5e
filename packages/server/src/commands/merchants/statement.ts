import { readStatement } from '../../domain/ledger/statement.js'
import { type Month, readMonth, statementRow } from '../../domain/ledger/statement-month.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { SETTLED_AFTER_MS } from '../../domain/shared/period.js'
import { systemClock } from '../../runtime/clock.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { card, printText } from '../output.js'
import { RecordWriter } from '../record-writer.js'
import { inspectStale } from '../store-access.js'

const FORMATS = ['text', 'csv', 'json'] as const

/** Writes the statement of a merchant for a month in UTC that is over. */
export async function statement(args: Args): Promise<number> {
  const merchantId = args.requiredOperand('merchant-id')
  const range = requireMonth(args.required('month'))
  const environment = args.choice('environment', ENVIRONMENTS) ?? 'live'
  const format = args.choice('format', FORMATS) ?? 'text'
  const row = await inspectStale((reads) =>
    reads.readStale(async (tx) => {
      if (!(await tx.merchants.find(merchantId)))
        throw new OperatorError(`there is no merchant ${merchantId}`)
      return statementRow(await readStatement(tx, { merchantId, environment }, range))
    }),
  )
  if (format === 'text') printText(card(row))
  else await new RecordWriter(format, Object.keys(row)).write([row])
  return 0
}

/** @throws UsageError */
function requireMonth(text: string): Month {
  const month = readMonth(text)
  if (!month) throw new UsageError('--month takes a month like 2026-10')
  if (month.to > systemClock.real() - SETTLED_AFTER_MS)
    throw new UsageError(`${text} is not over yet, in UTC`)
  return month
}
