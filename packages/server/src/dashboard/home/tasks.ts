import type { OnChainOrder } from '../../domain/orders/order.js'
import { type OrderTasks, readOrderTasks } from '../../domain/orders/order-tasks.js'
import { subtract } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { linkButton, nothingYet, postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { amountOf, countOf } from '../../ui/figures.js'
import { type IconName, icon } from '../../ui/icons.js'
import { count } from '../../ui/tabs.js'
import { shortDay } from '../frame/times.js'
import type { Visit } from '../visit.js'
import { type ClosedLately, closedList, readClosed } from './closed-tasks.js'

/** One thing that waits for a person of the merchant. */
interface Task {
  readonly icon: IconName
  readonly title: Html
  readonly text: Html
  readonly actions: Html
}

/** Tasks that are shown at first. */
const SHOWN = 5
/** Tasks that the page shows at most. */
const MOST = 100

interface Tasks extends Pick<OrderTasks, 'orders' | 'isCut'> {
  readonly failing: readonly Task[]
  readonly closed: ClosedLately
}

/** Reads what there is to do: underpaid and overpaid orders that are neither refunded nor accepted, and endpoints that accept nothing. */
export async function readTasks(tx: Tx, visit: Visit, endpoints: readonly WebhookEndpoint[]): Promise<Tasks> {
  const { orders, isCut } = await readOrderTasks(tx, visit.caller)
  const failing = await failingTasks(tx, visit, endpoints)
  return { orders, isCut, failing, closed: await readClosed(tx, visit) }
}

/** The tasks with their number, and those that were closed today. */
export function tasksCard(visit: Visit, { orders, isCut, failing, closed }: Tasks): Html {
  const total = orders.length + failing.length
  const isAll = visit.query('tasks') === 'all'
  const shown = [...failing, ...orders.slice(0, MOST).map((order) => orderTask(visit, order))]
  const rest =
    !isAll && total > SHOWN
      ? html`<p><a href="${visit.href('', { tasks: 'all' })}">${visit.text('show_all')}</a></p>`
      : NOTHING
  return card({
    id: 'tasks',
    title: html`${visit.plain('to_do')} ${total === 0 ? NOTHING : count(countOf({ total, isAtLeast: isCut }))}`,
    body: html`${total === 0 ? nothingYet(visit, 'check-circle', 'nothing_to_do') : taskList(shown.slice(0, isAll ? MOST : SHOWN))}${rest}${closedList(visit, closed)}`,
  })
}

const taskList = (tasks: readonly Task[]): Html =>
  html`<ul class="tasks">${joinHtml(
    tasks.map(
      ({ icon: name, title, text, actions }) =>
        html`<li>${icon(name)}<div><h3>${title}</h3><p>${text}</p></div>${actions}</li>`,
    ),
  )}</ul>`

/** An order that received another amount than the one asked for. */
function orderTask(visit: Visit, order: OnChainOrder): Task {
  const { status, received, amount, id, orderNumber, description, createdAt } = order
  const isUnderpaid = status === 'UNDERPAID'
  const difference = amountOf(isUnderpaid ? received : subtract(received, amount))
  const about = description === null ? NOTHING : html` · <bdi>${description}</bdi>`
  const accept = visit.may('orders')
    ? [
        linkButton(visit, isUnderpaid ? 'accept' : 'keep', `/orders/${id}/accept`, {
          query: { from: 'home' },
        }),
      ]
    : []
  const refund = visit.may('refunds')
    ? [linkButton(visit, 'send_back', `/orders/${id}/refund`, { icon: 'undo' })]
    : []
  return {
    icon: isUnderpaid ? 'half-circle' : 'undo',
    title: isUnderpaid
      ? visit.text('task_underpaid', { received: difference, amount: amountOf(amount) })
      : visit.text('task_overpaid', { amount: difference }),
    text: html`<a class="mono" href="${visit.href(`/orders/${id}`)}">${visit.exact(orderNumber)}</a>${about} · ${visit.time(createdAt)}`,
    actions: buttons(...accept, ...refund),
  }
}

async function failingTasks(tx: Tx, visit: Visit, endpoints: readonly WebhookEndpoint[]): Promise<Task[]> {
  const failing = await tx.webhookTargets.listFailing(endpoints.map(({ id }) => id))
  const tasks: Task[] = []
  for (const { id, url } of endpoints) {
    const since = failing.get(id)
    if (since === undefined) continue
    if (await tx.closedTasks.has(visit.caller, { subject: id, fact: BigInt(since) })) continue
    tasks.push({
      icon: 'antenna',
      title: visit.text('task_failing', { host: visit.exact(new URL(url).host) }),
      text: visit.text('task_failing_text', { day: shortDay(visit, since) }),
      actions: buttons(
        ...(visit.may('orders') ? [doneForm(visit, id)] : []),
        linkButton(visit, 'look_at_it', '/deliveries', { query: { endpoint: id } }),
      ),
    })
  }
  return tasks
}

const doneForm = (visit: Visit, endpoint: string): Html =>
  postForm(visit, `/tasks/endpoints/${endpoint}`, button({ text: visit.plain('close_task') }))
