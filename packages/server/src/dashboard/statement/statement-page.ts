import { isDebt, MERCHANT_CODES } from '../../domain/ledger/account.js'
import {
  STATEMENT_LINES,
  type Statement,
  type StatementLine,
  totalOf,
} from '../../domain/ledger/statement.js'
import {
  findShortStatement,
  lastMonths,
  type NamedMonth,
  statementRow,
} from '../../domain/ledger/statement-month.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { csvLine } from '../../runtime/csv.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { selectField } from '../../ui/fields.js'
import { amountOf } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { plainTable } from '../../ui/table.js'
import { day, month as monthText } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

/** Months that the page offers, this one included. */
const MONTHS = 13

/** The statement of a month: the balance at both ends, and what moved it. The current month is shown so far. */
export const statementPage: ReadPage = async (tx, visit) => {
  const month = chosenMonth(visit)
  const statement = await read(tx, visit, month)
  const title = visit.text('statement_of', { month: monthText(visit, month.from) })
  const main = html`${pageHead({
    title,
    line: html`<bdi>${visit.caller.merchant.name}</bdi> · ${visit.text(visit.caller.environment)}${statement ? html` · ${periodOf(visit, statement)}` : NOTHING}`,
    ...(statement && { actions: actionsOf(visit, month) }),
  })}${monthForm(visit, month)}${statement ? tables(visit, statement) : notice({ kind: 'info', title: visit.text('statement_too_long') })}`
  return { kind: 'content', title: visit.plain('statement'), section: 'statement', main }
}

/** The statement as one record, in the columns of the command `merchants statement`. */
export const statementCsv: ReadPage = async (tx, visit) => {
  const month = chosenMonth(visit)
  const statement = await read(tx, visit, month)
  if (!statement) return { kind: 'redirect', to: visit.path('/statement', { month: month.name }) }
  const row = statementRow(statement)
  const parts = [csvLine(Object.keys(row)), csvLine(Object.values(row))]
  const name = `statement-${visit.caller.environment}-${month.name}.csv`
  return { kind: 'file', type: 'text/csv', name, parts }
}

/** The months since the merchant's first one, newest first. */
const monthsOf = ({ now, caller, zone }: Visit): NamedMonth[] =>
  lastMonths(now, MONTHS, zone).filter(({ to }) => to > caller.merchant.createdAt)

/** @throws not_found for a month that is not offered */
function chosenMonth(visit: Visit): NamedMonth {
  const months = monthsOf(visit)
  const asked = visit.query('month')
  const month = asked === undefined ? months[0] : months.find(({ name }) => name === asked)
  if (month === undefined) throw new DomainError('not_found')
  return month
}

const read = (tx: Tx, { caller, now }: Visit, { from, to }: NamedMonth): Promise<Statement | undefined> =>
  findShortStatement(tx, caller, { from, to: Math.min(to, now + 1) })

const periodOf = (visit: Visit, { from, to }: Statement): Html =>
  visit.text('statement_period', { from: day(visit, from), to: day(visit, to - 1), zone: visit.zoneName })

const actionsOf = (visit: Visit, month: NamedMonth): Html =>
  buttons(
    buttonLink({
      text: visit.plain('download_csv'),
      icon: 'download',
      href: visit.href('/statement.csv', { month: month.name }),
    }),
    button({
      text: visit.plain('print'),
      icon: 'printer',
      attributes: { type: 'button', 'data-print': '', hidden: true },
    }),
  )

const monthForm = (visit: Visit, month: NamedMonth): Html =>
  html`<form class="months" action="${visit.href('/statement')}">${visit.environmentField}${selectField({
    name: 'month',
    label: visit.text('month'),
    value: month.name,
    options: monthsOf(visit).map(({ name, from }) => ({ value: name, text: monthText(visit, from) })),
  })}${button({ text: visit.plain('show') })}</form>`

function tables(visit: Visit, statement: Statement): Html {
  const { opening, closing, lines } = statement
  const codes = MERCHANT_CODES.filter((code) => !isDebt(code) || opening[code] !== 0n || closing[code] !== 0n)
  const balances = [
    ...codes.map((code) => ({ title: visit.text(code), from: opening[code], to: closing[code] })),
    { title: html`<b>${visit.text('balance')}</b>`, from: totalOf(opening), to: totalOf(closing) },
  ]
  return html`${card({
    id: 'balances',
    title: visit.plain('balance'),
    aside: 'USDT',
    isFlush: true,
    body: plainTable<(typeof balances)[number]>({
      caption: `${visit.plain('balance')}, USDT`,
      rows: balances,
      columns: [
        { title: html`<span class="only-read">${visit.text('account')}</span>`, cell: ({ title }) => title },
        { title: visit.text('at_beginning'), cell: ({ from }) => amountOf(from), isNumber: true },
        { title: visit.text('at_end'), cell: ({ to }) => amountOf(to), isNumber: true },
      ],
    }),
  })}${card({
    id: 'moves',
    title: visit.plain('what_moved'),
    aside: 'USDT',
    isFlush: true,
    body: plainTable<StatementLine>({
      caption: `${visit.plain('what_moved')}, USDT`,
      rows: STATEMENT_LINES.filter((line) => USUAL.has(line) || lines[line] !== 0n),
      columns: [
        { title: visit.text('line'), cell: (line) => visit.text(`line_${line}`) },
        { title: visit.text('amount'), cell: (line) => amountOf(lines[line]), isNumber: true },
      ],
    }),
  })}`
}

/** Lines that are shown without an amount too. */
const USUAL: ReadonlySet<StatementLine> = new Set(['deposits', 'fees', 'withdrawals', 'refunds'])
