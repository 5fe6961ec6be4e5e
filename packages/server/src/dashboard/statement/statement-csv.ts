import { accountWithId } from '../../domain/ledger/account.js'
import type { ExportedPosting } from '../../domain/ledger/ledger-entry.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatSigned } from '../../domain/shared/money.js'
import { type Place, placeBefore } from '../../domain/shared/period.js'
import type { Columns } from '../../pages/csv.js'
import { localTime, type Spelling, spreadsheet } from '../frame/spreadsheet.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { chosenPeriod } from './periods.js'
import { changeOf } from './postings-card.js'

/** Every posting of a period, oldest first. The column `change` adds up to the change of the balance. */
export const statementCsv: ReadPage = async (_tx, visit) => {
  const { name, from, to } = chosenPeriod(visit)
  const { merchantId, environment } = visit.caller
  const period = { merchantId, environment, from, to: Math.min(to, visit.now + 1) }
  return spreadsheet(visit, {
    name: `statement-${name}`,
    columnsOf,
    read: (tx, after: Place | undefined) => tx.exports.listPostings(period, after ?? placeBefore(from)),
  })
}

function columnsOf(visit: Visit, { decimal }: Spelling): Columns<ExportedPosting> {
  const amount = (value: bigint) => formatSigned(value).replace('.', decimal)
  return {
    [`posted (${visit.zone.name})`]: ({ postedAt }) => localTime(visit.zone, postedAt),
    posted_at: ({ postedAt }) => isoTime(postedAt),
    line: (posting) => changeOf(visit, posting).line ?? null,
    change: (posting) => amount(changeOf(visit, posting).change),
    currency: () => 'USDT',
    debit: ({ debit }) => accountWithId(debit).code,
    credit: ({ credit }) => accountWithId(credit).code,
    amount: (posting) => amount(posting.amount),
    kind: ({ kind }) => kind,
    reference: ({ reference }) => reference,
    refund_of: ({ refundOf }) => refundOf,
    transaction_id: ({ transactionId }) => transactionId,
    sequence: ({ sequence }) => sequence,
    order_number: ({ orderNumber }) => orderNumber,
    withdrawal_number: ({ withdrawalNumber }) => withdrawalNumber,
  }
}
