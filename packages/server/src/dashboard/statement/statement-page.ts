import { isDebt, MERCHANT_CODES } from '../../domain/ledger/account.js'
import type { ExportedPosting } from '../../domain/ledger/ledger-entry.js'
import {
  STATEMENT_LINES,
  type Statement,
  type StatementLine,
  totalOf,
} from '../../domain/ledger/statement.js'
import { findShortStatement, type NamedMonth } from '../../domain/ledger/statement-month.js'
import { type Batch, placeBefore } from '../../domain/shared/period.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { newThings, pollOf } from '../../pages/polls.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { hiddenField, selectField } from '../../ui/fields.js'
import { amountOf } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { positionText, readPosition } from '../../ui/position.js'
import { pageHead } from '../../ui/shell.js'
import { plainTable } from '../../ui/table.js'
import { exportMenu } from '../frame/spreadsheet.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { chosenPeriod, periodName, periodsOf } from './periods.js'
import { changeOf, postingsCard } from './postings-card.js'

/** The statement of a period: the balance at both ends, and every posting between them. The current one is shown so far. */
export const statementPage: ReadPage = async (tx, visit) => {
  const period = chosenPeriod(visit)
  const statement = await read(tx, visit, period)
  const postings = statement && (await tx.exports.listPostings(statement, placeBefore(statement.from)))
  const title = visit.text('statement_of', { month: periodName(visit, period) })
  const main = html`${pageHead({
    title,
    line: html`<bdi>${visit.caller.merchant.name}</bdi> · ${visit.text(visit.caller.environment)}${statement ? html` · ${rangeOf(visit, statement)}` : NOTHING}`,
    actions: actionsOf(visit, period),
  })}${periodForm(visit, period)}${
    statement && postings
      ? html`${tables(visit, statement)}${postingsCard(visit, statement, postings)}`
      : notice({
          kind: 'info',
          title: visit.text('statement_too_long'),
          text: visit.text('statement_too_long_text'),
        })
  }`
  return {
    kind: 'content',
    title: visit.plain('statement'),
    section: 'statement',
    main,
    ...(postings && pollsOf(visit, period, postings)),
  }
}

/** The statement of the current period polls for what comes behind its last posting. */
function pollsOf(visit: Visit, { name, to }: NamedMonth, { rows, next }: Batch<ExportedPosting>) {
  const last = rows.at(-1)
  const end = last ? [{ id: positionText({ createdAt: last.postedAt, id: last.transactionId }) }] : []
  return to > visit.now ? pollOf(visit, '/statement.json', { period: name }, end, next) : {}
}

/** The number of new postings that changed the balance, for the script of the page. */
export const statementCount: ReadPage = async (tx, visit) => {
  const { from } = chosenPeriod(visit)
  const { merchantId, environment } = visit.caller
  const since = readPosition(visit.query('since'))
  const place = since ? { at: since.createdAt, id: since.id } : placeBefore(from)
  const period = { merchantId, environment, from, to: visit.now + 1 }
  const { rows, next } = await tx.exports.listPostings(period, place)
  const changes = rows.filter((posting) => changeOf(visit, posting).line !== undefined)
  return newThings(next ? undefined : changes.length)
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
