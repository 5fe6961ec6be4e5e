import { lastMonths } from '../../domain/ledger/statement-month.js'
import type { Instant } from '../../domain/shared/types.js'
import type { PaidSpan } from '../../domain/store/order-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { card } from '../../ui/card.js'
import { amountOf, number } from '../../ui/figures.js'
import { plainTable } from '../../ui/table.js'
import { segments } from '../../ui/tabs.js'
import { month, shortDay, shortMonth } from '../frame/times.js'
import type { Visit } from '../visit.js'

const DAYS = 30
const MONTHS = 12
/** Paid orders that a chart counts, the newest: one page must not read years of a busy merchant. */
const MOST_COUNTED = 500_000
const WIDTH = 600
const HEIGHT = 200
/** The share of a bar's place that stays empty. */
const GAP = 0.2

/** The paid orders of the last days or months, oldest first. The last bar is today or this month, so far. */
interface PaidChart {
  readonly isYear: boolean
  readonly bars: readonly PaidSpan[]
  readonly total: bigint
  /** The total of as many days before them; none for a year. */
  readonly before: bigint
  /** The first payment that was counted, where there are too many orders to count all. */
  readonly countedSince: Instant | undefined
}

/** Reads the chart that the address asks for: `?chart=year`, else 30 days. */
export async function readPaidChart(tx: Tx, visit: Visit): Promise<PaidChart> {
  const isYear = visit.query('chart') === 'year'
  const { caller, now, zone } = visit
  const begins = isYear
    ? lastMonths(now, MONTHS, zone)
        .map(({ from }) => from)
        .reverse()
    : zone.lastDays(now, 2 * DAYS)
  const bars = begins.map((from) => ({ from, paid: 0n, orders: 0 }))
  const rows = await tx.orders.listPaid(caller, begins[0] ?? now, MOST_COUNTED)
  for (const { from, paid, orders } of rows) {
    const bar = bars.findLast((each) => each.from <= from)
    if (!bar) continue
    bar.paid += paid
    bar.orders += orders
  }
  const [before, recent] = isYear ? [[], bars] : [bars.slice(0, DAYS), bars.slice(DAYS)]
  const totalOf = (some: readonly PaidSpan[]) => some.reduce((sum, { paid }) => sum + paid, 0n)
  const isCut = rows.reduce((sum, { orders }) => sum + orders, 0) === MOST_COUNTED
  return {
    isYear,
    bars: recent,
    total: totalOf(recent),
    before: isCut ? 0n : totalOf(before),
    countedSince: isCut ? rows[0]?.from : undefined,
  }
}

/** Bars with a sentence, and the same figures as a table. */
export function paidChart(visit: Visit, chart: PaidChart): Html {
  const { isYear, bars, total, countedSince } = chart
  const title = visit.plain(isYear ? 'paid_per_month' : 'paid_per_day')
  const sentence = visit.text(isYear ? 'paid_in_12_months' : 'paid_in_30_days', { amount: amountOf(total) })
  const choice = segments(visit.plain('period'), [
    { href: visit.href(''), text: visit.plain('days_30'), isHere: !isYear },
    { href: visit.href('', { chart: 'year' }), text: visit.plain('year'), isHere: isYear },
  ])
  const note =
    countedSince === undefined
      ? NOTHING
      : html`<p class="dim small">${visit.text('counted_since', { day: shortDay(visit, countedSince) })}</p>`
  return card({
    id: 'paid',
    title,
    aside: html`<span>${sentence}${changeOf(visit, chart)}</span>${choice}`,
    body: html`${drawn(visit, bars)}${axis(visit, chart)}${note}<details><summary>${visit.text('show_as_table')}</summary>${tableOf(visit, chart, title)}</details>`,
  })
}

function changeOf(visit: Visit, { total, before }: PaidChart): Html {
  if (before === 0n || total === before) return NOTHING
  const percent = ((total > before ? total - before : before - total) * 100n) / before
  const key = total > before ? 'more_than_before' : 'less_than_before'
  return visit.text(key, { percent: number(percent) })
}

/** The axis of time runs as the page is read. */
function drawn({ words }: Visit, bars: readonly PaidSpan[]): Html {
  const most = bars.reduce((max, { paid }) => (paid > max ? paid : max), 1n)
  const step = WIDTH / bars.length
  const gap = step * GAP
  const rects = bars.map(({ paid }, at) => {
    const position = words.direction === 'rtl' ? bars.length - 1 - at : at
    const height = Number((paid * BigInt(HEIGHT)) / most)
    const x = position * step + gap / 2
    return html`<rect${attributes({ x, y: HEIGHT - height, width: step - gap, height, class: at === bars.length - 1 && 'now' })}/>`
  })
  const lines = [0, HEIGHT / 2, HEIGHT].map((y) => html`<line x2="${WIDTH}" y1="${y}.5" y2="${y}.5"/>`)
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" aria-hidden="true">${joinHtml(lines)}${joinHtml(rects)}</svg>`
}

/** Names the first bar, those at a third and two thirds, and the last. */
function axis(visit: Visit, { isYear, bars }: PaidChart): Html {
  const named = [0, 1, 2].map((third) => bars[(third * bars.length) / 3]?.from ?? visit.now)
  const title = isYear ? shortMonth : shortDay
  const last = visit.text(isYear ? 'month_so_far' : 'today_so_far')
  return html`<div class="axis">${joinHtml(named.map((from) => html`<span>${title(visit, from)}</span>`))}<span>${last}</span></div>`
}

const tableOf = (visit: Visit, { isYear, bars }: PaidChart, title: string): Html =>
  plainTable<PaidSpan>({
    caption: title,
    rows: [...bars].reverse(),
    columns: [
      {
        title: visit.plain(isYear ? 'month' : 'day'),
        cell: ({ from }) => (isYear ? month : shortDay)(visit, from),
      },
      { title: visit.plain('orders'), cell: ({ orders }) => number(orders), isNumber: true },
      { title: 'USDT', cell: ({ paid }) => amountOf(paid), isNumber: true },
    ],
  })
