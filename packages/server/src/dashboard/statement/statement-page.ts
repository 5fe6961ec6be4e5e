import { isDebt, MERCHANT_CODES } from '../../domain/ledger/account.js'
import {
  STATEMENT_LINES,
  type Statement,
  type StatementLine,
  totalOf,
} from '../../domain/ledger/statement.js'
import { findShortStatement, type NamedMonth } from '../../domain/ledger/statement-month.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { hiddenField, selectField } from '../../ui/fields.js'
import { amountOf } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { plainTable } from '../../ui/table.js'
import { exportMenu } from '../frame/spreadsheet.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { chosenPeriod, periodName, periodsOf } from './periods.js'
import { postingsCard } from './postings-card.js'

/** The statement of a period: the balance at both ends, and every posting between them. The current one is shown so far. */
export const statementPage: ReadPage = async (tx, visit) => {
  const period = chosenPeriod(visit)
  const statement = await read(tx, visit, period)
  const title = visit.text('statement_of', { month: periodName(visit, period) })
  const main = html`${pageHead({
    title,
    line: html`<bdi>${visit.caller.merchant.name}</bdi> · ${visit.text(visit.caller.environment)}${statement ? html` · ${rangeOf(visit, statement)}` : NOTHING}`,
    actions: actionsOf(visit, period),
  })}${periodForm(visit, period)}${
    statement
      ? html`${tables(visit, statement)}${await postingsCard(tx, visit, statement)}`
      : notice({
          kind: 'info',
          title: visit.text('statement_too_long'),
          text: visit.text('statement_too_long_text'),
        })
  }`
  return { kind: 'content', title: visit.plain('statement'), section: 'statement', main }
}

const read = (tx: Tx, { caller, now }: Visit, { from, to }: NamedMonth): Promise<Statement | undefined> =>
  findShortStatement(tx, caller, { from, to: Math.min(to, now + 1) })

const rangeOf = (visit: Visit, { from, to }: Statement): Html =>
  visit.text('statement_period', { from: day(visit, from), to: day(visit, to - 1), zone: visit.zoneName })

const actionsOf = (visit: Visit, { name }: NamedMonth): Html =>
  html`<div class="buttons">${exportMenu(visit, '/statement.csv', hiddenField('period', name))}${button({
    text: visit.plain('print'),
    icon: 'printer',
    attributes: { type: 'button', 'data-print': '', hidden: true },
  })}</div>`

const periodForm = (visit: Visit, period: NamedMonth): Html =>
  html`<form class="months" action="${visit.href('/statement')}">${visit.environmentField}${selectField({
    name: 'period',
    label: visit.text('period'),
    value: period.name,
    options: periodsOf(visit).map((each) => ({ value: each.name, text: periodName(visit, each) })),
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
