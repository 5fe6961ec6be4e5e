import type { OnChainOrder } from '../../domain/orders/order.js'
import { isAcceptable } from '../../domain/orders/order-acceptance.js'
import { subtract } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { amountOf } from '../../ui/figures.js'
import { type IconName, icon } from '../../ui/icons.js'
import { shortDay } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** One thing that waits for a person of the merchant. */
interface Task {
  readonly icon: IconName
  readonly href: string
  readonly title: Html
  readonly text: Html
}

/** Orders that are compared, newest first: older ones are on the list of orders. */
const COMPARED = 50
const MOST = 5

/** Reads what there is to do: underpaid and overpaid orders that are neither refunded nor accepted, and endpoints that accept nothing. */
export async function readTasks(
  tx: Tx,
  visit: Visit,
  endpoints: readonly WebhookEndpoint[],
): Promise<Task[]> {
  const underpaid = await openOrders(tx, visit, 'UNDERPAID', ({ received }) => received)
  const paid = await openOrders(tx, visit, 'PAID', overpaidPart)
  const paidLate = await openOrders(tx, visit, 'EXPIRED_PAID', overpaidPart)
  return [
    ...underpaid.map((order) => underpaidTask(visit, order)),
    ...[...paid, ...paidLate].slice(0, MOST).map((order) => overpaidTask(visit, order)),
    ...(await failingTasks(tx, visit, endpoints)),
  ]
}

const overpaidPart = ({ received, amount }: OnChainOrder): bigint => received - amount

/** Lists the newest orders in a status of whose money a part may go back, and has not, and that are not accepted; at most {@link MOST}. */
async function openOrders(
  tx: Tx,
  { caller }: Visit,
  status: OnChainOrder['status'],
  partOf: (order: OnChainOrder) => bigint,
): Promise<OnChainOrder[]> {
  // Without the total of the list, which takes long for a merchant of many orders.
  const rows = await tx.orders.list(caller, { status }, { limit: COMPARED, offset: 0 })
  const found: OnChainOrder[] = []
  for (const order of rows) {
    if (found.length === MOST) break
    if (!isAcceptable(order) || partOf(order) <= 0n) continue
    if ((await tx.withdrawals.sumRefunds(order.id)) === 0n) found.push(order)
  }
  return found
}

const underpaidTask = (visit: Visit, order: OnChainOrder): Task => ({
  icon: 'half-circle',
  href: visit.href(`/orders/${order.id}`),
  title: visit.text('task_underpaid', { order: visit.exact(order.orderNumber) }),
  text: visit.text('task_underpaid_text', {
    received: amountOf(order.received),
    amount: amountOf(order.amount),
  }),
})

const overpaidTask = (visit: Visit, order: OnChainOrder): Task => ({
  icon: 'undo',
  href: visit.href(`/orders/${order.id}`),
  title: visit.text('task_overpaid', {
    order: visit.exact(order.orderNumber),
    amount: amountOf(subtract(order.received, order.amount)),
  }),
  text: visit.text('task_overpaid_text'),
})

async function failingTasks(tx: Tx, visit: Visit, endpoints: readonly WebhookEndpoint[]): Promise<Task[]> {
  const failing = await tx.webhookTargets.listFailing(endpoints.map(({ id }) => id))
  return endpoints.flatMap(({ id, url }) => {
    const since = failing.get(id)
    if (since === undefined) return []
    const href = visit.href('/deliveries', { endpoint: id })
    const title = visit.text('task_failing', { host: visit.exact(new URL(url).host) })
    const text = visit.text('task_failing_text', { day: shortDay(visit, since) })
    return [{ icon: 'antenna', href, title, text } as const]
  })
}

export const taskList = (tasks: readonly Task[]): Html =>
  html`<ul class="tasks">${joinHtml(
    tasks.map(
      ({ icon: name, href, title, text }) =>
        html`<li>${icon(name)}<div><a href="${href}">${title}</a><p>${text}</p></div></li>`,
    ),
  )}</ul>`
