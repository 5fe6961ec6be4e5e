import { merchantBalances } from '../../domain/ledger/ledger.js'
import { listOrders } from '../../domain/orders/orders.js'
import { linkButton, nothingYet } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { amountOf } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { count } from '../../ui/tabs.js'
import { longDay } from '../frame/times.js'
import { quickLink } from '../links/quick-link.js'
import { orderTable } from '../orders/order-table.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { firstSteps } from './first-steps.js'
import { paidChart, readPaidChart } from './paid-chart.js'
import { readTasks, taskList } from './tasks.js'

const RECENT = 5

/** How much a merchant has, and what there is to do. */
export const homePage: ReadPage = async (tx, visit) => {
  const { caller } = visit
  if (!visit.may('read')) return { kind: 'redirect', to: visit.path('/orders') }
  const balances = await merchantBalances(tx, caller)
  const confirming = await tx.orders.sumUnconfirmed(caller)
  const endpoints = await tx.webhookEndpoints.list(caller)
  const tasks = await readTasks(tx, visit, endpoints)
  const chart = await readPaidChart(tx, visit)
  const recent = await listOrders(tx, caller, {}, { limit: RECENT, offset: 0 })
  const steps = await firstSteps(tx, visit, endpoints)
  const main = html`${pageHead({
    title: visit.plain('home'),
    line: html`${longDay(visit, visit.now)}. ${visit.timesIn}`,
  })}<div class="home">${card({
    id: 'balance',
    isFlush: true,
    body: html`<div class="balance"><div><p class="dim">${visit.text('available')}</p><p class="available">${amountOf(balances.available)} <small>USDT</small></p></div>${actionsOf(visit)}</div><dl class="balances">${[
      ['held', balances.held],
      ['confirming_now', confirming],
      ['frozen', balances.frozen],
    ].reduce(
      (row, [key, amount]) =>
        html`${row}<div><dt>${visit.text(key as 'held')}</dt><dd>${amountOf(amount as bigint)}</dd></div>`,
      NOTHING,
    )}</dl>`,
  })}${steps}${card({
    id: 'tasks',
    title: visit.plain('to_do'),
    aside: tasks.length === 0 ? NOTHING : count(tasks.length),
    body: tasks.length === 0 ? html`<p class="dim">${visit.text('nothing_to_do')}</p>` : taskList(tasks),
  })}${paidChart(visit, chart)}${visit.may('orders') ? card({ id: 'link', title: visit.plain('payment_link'), body: quickLink(visit) }) : NOTHING}</div>${card(
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

const actionsOf = (visit: Visit): Html =>
  buttons(
    ...(visit.may('withdrawals')
      ? [linkButton(visit, 'withdraw', '/withdraw', { kind: 'primary', icon: 'arrow-out' })]
      : []),
    linkButton(visit, 'statement', '/statement', { icon: 'download' }),
  )
