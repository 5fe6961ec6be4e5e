import type { PaidSpan } from '../../domain/store/order-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { field } from '../../ui/fields.js'
import { amountOf, money, number } from '../../ui/figures.js'
import { plainTable } from '../../ui/table.js'
import { segments } from '../../ui/tabs.js'
import { month, shortDay, shortMonth } from '../frame/times.js'
import type { Visit } from '../visit.js'
import { type ChartPeriod, chartPeriod, PERIODS } from './chart-period.js'

const WIDTH = 600
const HEIGHT = 120
/** The share of a bar's place that stays empty. */
const GAP = 0.2
/** Of a bar in a period of few days. */
const MOST_WIDE = 48
const ONE_USDT = 100_000_000n
const NAMES = { week: 'last_7_days', days: 'days_30', month: 'month', year: 'year' } as const

/** The paid orders of a period, by days or months, oldest first. */
interface PaidChart {
  readonly period: ChartPeriod
  readonly bars: readonly PaidSpan[]
  readonly total: bigint
  readonly orders: number
  /** The total of as many days before them; none where the period has none to compare with. */
  readonly before: bigint
}

/** Reads the chart of the period that the address asks for. */
export async function readPaidChart(tx: Tx, visit: Visit): Promise<PaidChart> {
  const period = chartPeriod(visit)
  const { begins, beforeFrom, to } = period
  const bars = await tx.orders.sumPaid(visit.caller, begins, to)
  const before =
    beforeFrom === undefined ? [] : await tx.orders.sumPaid(visit.caller, [beforeFrom], begins[0])
  return {
    ...{ period, bars },
    total: sumOf(bars),
    orders: bars.reduce((sum, { orders }) => sum + orders, 0),
    before: sumOf(before),
  }
}

const sumOf = (spans: readonly PaidSpan[]): bigint => spans.reduce((sum, { paid }) => sum + paid, 0n)

/** Sums the payments since the present day began. */
export async function paidToday(tx: Tx, { caller, now, zone }: Visit): Promise<Omit<PaidSpan, 'from'>> {
  const [today] = await tx.orders.sumPaid(caller, [zone.startOf(zone.day(now))])
  return today ?? { paid: 0n, orders: 0 }
}

/** Bars with a sentence, and the same figures as a table. */
export function paidChart(visit: Visit, chart: PaidChart): Html {
  const { period, bars, total, orders } = chart
  const title = visit.plain(period.unit === 'month' ? 'paid_per_month' : 'paid_per_day')
  const sentence = visit.text('paid_in_period', { amount: amountOf(total), n: number(orders) })
  const choice = segments(
    visit.plain('period'),
    PERIODS.map((each) => ({
      href: visit.href('', each === 'days' ? {} : { chart: each }),
      text: visit.plain(NAMES[each]),
      isHere: each === period.name,
    })),
  )
  return card({
    id: 'paid',
    title,
    aside: html`<span>${sentence}${changeOf(visit, chart)}</span>${choice}`,
    body: html`<div class="plot">${drawn(visit, bars, period)}${axis(visit, chart)}</div><div class="chart-more"><details><summary>${visit.text('show_as_table')}</summary>${tableOf(visit, chart, title)}</details>${otherDays(visit, period)}</div>`,
  })
}

function changeOf(visit: Visit, { total, before, bars }: PaidChart): Html {
  if (before === 0n || total === before) return NOTHING
  const percent = ((total > before ? total - before : before - total) * 100n) / before
  const key = total > before ? 'more_than_before' : 'less_than_before'
  return visit.text(key, { percent: number(percent), n: number(bars.length) })
}

/** The form for a period of typed days. */
function otherDays(visit: Visit, { typed }: ChartPeriod): Html {
  const days = (['from', 'to'] as const).map((name) =>
    field({
      name,
      label: visit.text(name === 'from' ? 'from_day' : 'until_day'),
      value: typed?.[name] ?? '',
      attributes: { type: 'date', required: true },
    }),
  )
  return html`<details${attributes({ open: typed !== undefined })}><summary>${visit.text('other_days')}</summary><form class="days" action="${visit.href('')}">${visit.environmentField}${joinHtml(days)}${button({ text: visit.plain('show') })}</form></details>`
}

/** The axis of time runs as the page is read. The lines above and in the middle have their amounts. */
function drawn({ words }: Visit, bars: readonly PaidSpan[], { to }: ChartPeriod): Html {
  const isMirrored = words.direction === 'rtl'
  const top = roundedUp(bars.reduce((max, { paid }) => (paid > max ? paid : max), 0n))
  const step = WIDTH / bars.length
  const width = Math.min(step * (1 - GAP), MOST_WIDE)
  const rects = bars.map(({ paid }, at) => {
    const position = isMirrored ? bars.length - 1 - at : at
    const height = Number((paid * BigInt(HEIGHT)) / top)
    const x = position * step + (step - width) / 2
    const isNow = to === undefined && at === bars.length - 1
    return html`<rect${attributes({ x, y: HEIGHT - height, width, height, class: isNow && 'now' })}/>`
  })
  const lines = [0, HEIGHT / 2, HEIGHT].map((y) => html`<line x2="${WIDTH}" y1="${y}.5" y2="${y}.5"/>`)
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" preserveAspectRatio="none" aria-hidden="true">${joinHtml(lines)}${joinHtml(rects)}</svg><div class="scale" aria-hidden="true"><span>${money(top)}</span><span>${money(top / 2n)}</span></div>`
}

/** Rounds the highest bar up to an amount whose half is round too: `150`, `400`. Without one the scale ends at 1 USDT. */
function roundedUp(most: bigint): bigint {
  if (most === 0n) return ONE_USDT
  const unit = 10n ** BigInt(`${most}`.length - 1)
  const step = most < 2n * unit ? unit / 2n : unit
  return step === 0n ? most : ((most + step - 1n) / step) * step
}

/** Names the first bar, those at a third and two thirds, and the last; of a few bars the first and the last. */
function axis(visit: Visit, { period, bars }: PaidChart): Html {
  const title = period.unit === 'month' ? shortMonth : shortDay
  const named = bars.length < 6 ? [0] : [0, 1, 2].map((third) => Math.floor((third * (bars.length - 1)) / 3))
  const last = bars.at(-1)
  const present = visit.text(period.unit === 'month' ? 'month_so_far' : 'today_so_far')
  const end = period.to === undefined || !last ? present : html`${title(visit, last.from)}`
  const begins = named.map((at) => html`<span>${title(visit, bars[at]?.from ?? visit.now)}</span>`)
  return html`<div class="axis">${bars.length > 1 ? joinHtml(begins) : NOTHING}<span>${end}</span></div>`
}

const tableOf = (visit: Visit, { period, bars }: PaidChart, title: string): Html =>
  plainTable<PaidSpan>({
    caption: title,
    rows: [...bars].reverse(),
    columns: [
      {
        title: visit.plain(period.unit),
        cell: ({ from }) => (period.unit === 'month' ? month : shortDay)(visit, from),
      },
      { title: visit.plain('orders'), cell: ({ orders }) => number(orders), isNumber: true },
      { title: 'USDT', cell: ({ paid }) => amountOf(paid), isNumber: true },
    ],
  })
