import { merchantBalances } from '../../domain/ledger/ledger.js'
import { listOrders } from '../../domain/orders/orders.js'
import { linkButton, nothingYet } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { amountOf, number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { longDay } from '../frame/times.js'
import { quickLink } from '../links/quick-link.js'
import { orderTable } from '../orders/order-table.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { readFirstSteps, stepsCard } from './first-steps.js'
import { paidChart, paidToday, readPaidChart } from './paid-chart.js'
import { readTasks, tasksCard } from './tasks.js'

const RECENT = 5

/** How much a merchant has, and what there is to do. */
export const homePage: ReadPage = async (tx, visit) => {
  const { caller } = visit
  if (!visit.may('read')) return { kind: 'redirect', to: visit.path('/orders') }
  // Sent together: on PostgreSQL each that waits for another one costs a round trip.
  const [balances, today, confirming, tasks, chart, recent, steps] = await Promise.all([
    merchantBalances(tx, caller),
    paidToday(tx, visit),
    tx.orders.sumUnconfirmed(caller),
    tx.webhookEndpoints.list(caller).then((endpoints) => readTasks(tx, visit, endpoints)),
    readPaidChart(tx, visit),
    listOrders(tx, caller, {}, { limit: RECENT, offset: 0 }),
    readFirstSteps(tx, visit),
  ])
  const { available, held, frozen } = balances
  const sums: readonly (readonly [Html, bigint])[] = [
    [visit.text('paid_today', { n: number(today.orders) }), today.paid],
    [visit.text('confirming_now'), confirming],
    [visit.text('held'), held],
    [visit.text('frozen'), frozen],
  ]
  const balance = card({
    id: 'balance',
    isFlush: true,
    body: html`<div class="balance"><div><p class="dim">${visit.text('available')}</p><p class="available">${amountOf(available)} <small>USDT</small></p></div>${actionsOf(visit)}</div><dl class="balances">${joinHtml(
      sums.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amountOf(amount)}</dd></div>`),
    )}</dl>`,
  })
  const aside = asideOf(visit, steps)
  const main = html`${pageHead({
    title: visit.plain('home'),
    line: html`${longDay(visit, visit.now)}. ${visit.timesIn}`,
  })}<div class="home"><div>${balance}${tasksCard(visit, tasks)}</div>${aside === NOTHING ? NOTHING : html`<div>${aside}</div>`}</div>${paidChart(visit, chart)}${card(
    {
      id: 'recent',
      title: visit.plain('recent_orders'),
      aside: html`<a href="${visit.href('/orders')}">${visit.plain('all_orders')}</a>`,
      isFlush: true,
      body:
        recent.rows.length === 0
          ? nothingYet(visit, 'inbox', 'no_orders')
          : await orderTable(tx, visit, recent.rows),
    },
  )}`
  return { kind: 'content', title: visit.plain('home'), section: 'home', main }
}

/** The first steps, or the form of a link once they are over; nothing for those who only read. */
function asideOf(visit: Visit, steps: Awaited<ReturnType<typeof readFirstSteps>>): Html {
  const sells = visit.may('orders')
  if (steps.length === 0 && !sells) return NOTHING
  const first =
    steps.length > 0
      ? stepsCard(visit, steps)
      : card({ id: 'link', title: visit.plain('payment_link'), body: quickLink(visit) })
  const counter = html`<div><b>${visit.text('counter')}</b><p class="dim">${visit.text('counter_line')}</p></div>${linkButton(visit, 'open', '/counter', { icon: 'store' })}`
  return html`${first}${sells ? card({ id: 'counter', body: html`<div class="balance">${counter}</div>`, isFlush: true }) : NOTHING}`
}

const actionsOf = (visit: Visit): Html =>
  buttons(
    ...(visit.may('withdrawals')
      ? [linkButton(visit, 'withdraw', '/withdraw', { kind: 'primary', icon: 'arrow-out' })]
      : []),
    linkButton(visit, 'statement', '/statement', { icon: 'download' }),
  )
