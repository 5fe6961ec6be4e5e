import type { PaidDay } from '../../domain/store/order-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { card } from '../../ui/card.js'
import { amountOf, number } from '../../ui/figures.js'
import { plainTable } from '../../ui/table.js'
import { DAY_MS, shortDay } from '../frame/times.js'
import type { Visit } from '../visit.js'

const DAYS = 30
const WIDTH = 600
const HEIGHT = 200
const GAP = 4

/** The paid orders of each of the last days, oldest first. The last one is today, so far. */
interface PaidDays {
  readonly days: readonly PaidDay[]
  readonly total: bigint
  /** The total of as many days before them. */
  readonly before: bigint
}

export async function paidDays(tx: Tx, visit: Visit): Promise<PaidDays> {
  const today = Math.floor(visit.now / DAY_MS)
  const first = today - DAYS + 1
  const rows = await tx.orders.listPaidDays(visit.caller, (first - DAYS) * DAY_MS)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = Array.from({ length: DAYS }, (_, at) => first + at).map(
    (day) => byDay.get(day) ?? { day, paid: 0n, orders: 0 },
  )
  const sumOf = (some: readonly PaidDay[]) => some.reduce((sum, { paid }) => sum + paid, 0n)
  return { days, total: sumOf(days), before: sumOf(rows.filter(({ day }) => day < first)) }
}

/** Bars with a sentence, and the same figures as a table. */
export function paidPerDay(visit: Visit, { days, total, before }: PaidDays): Html {
  const sentence = visit.text('paid_in_30_days', { amount: amountOf(total) })
  return card({
    id: 'paid',
    title: visit.plain('paid_per_day'),
    aside: html`${sentence}${changeOf(visit, total, before)}`,
    body: html`${chart(visit, days)}<div class="axis"><span>${shortDay(visit, dayAt(days[0]))}</span><span>${shortDay(visit, dayAt(days[DAYS / 2]))}</span><span>${visit.text('today_so_far')}</span></div><details><summary>${visit.text('show_as_table')}</summary>${tableOf(visit, days)}</details>`,
  })
}

const dayAt = (row: PaidDay | undefined): number => (row?.day ?? 0) * DAY_MS

function changeOf(visit: Visit, total: bigint, before: bigint): Html {
  if (before === 0n || total === before) return html``
  const percent = ((total > before ? total - before : before - total) * 100n) / before
  const key = total > before ? 'more_than_before' : 'less_than_before'
  return html`${visit.text(key, { percent: number(percent) })}`
}

/** The axis of time runs as the page is read. */
function chart({ words }: Visit, days: readonly PaidDay[]): Html {
  const most = days.reduce((max, { paid }) => (paid > max ? paid : max), 1n)
  const step = WIDTH / DAYS
  const bars = days.map(({ paid }, at) => {
    const position = words.direction === 'rtl' ? DAYS - 1 - at : at
    const height = Number((paid * BigInt(HEIGHT)) / most)
    const isToday = at === DAYS - 1
    return html`<rect${attributes({ x: position * step + GAP / 2, y: HEIGHT - height, width: step - GAP, height, class: isToday && 'today' })}/>`
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" aria-hidden="true"><line x1="0" x2="${WIDTH}" y1="${HEIGHT}.5" y2="${HEIGHT}.5"/><line x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}.5" y2="${HEIGHT / 2}.5"/>${joinHtml(bars)}</svg>`
}

const tableOf = (visit: Visit, days: readonly PaidDay[]): Html =>
  plainTable<PaidDay>({
    caption: visit.plain('paid_per_day'),
    rows: [...days].reverse(),
    columns: [
      { title: visit.plain('day'), cell: (row) => shortDay(visit, dayAt(row)) },
      { title: visit.plain('orders'), cell: ({ orders }) => number(orders), isNumber: true },
      { title: 'USDT', cell: ({ paid }) => amountOf(paid), isNumber: true },
    ],
  })
