import { type OrderTask, type OrderTasks, readOrderTasks } from '../../domain/orders/order-tasks.js'
import { subtract } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { linkButton, nothingYet, postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { hiddenField } from '../../ui/fields.js'
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

const ICONS = { underpaid: 'half-circle', overpaid: 'undo', late: 'clock' } as const

/** Tasks that are shown at first. */
const SHOWN = 5
/** Tasks that the page shows at most. */
const MOST = 100

interface Tasks extends Pick<OrderTasks, 'orders' | 'isCut'> {
  readonly failing: readonly Task[]
  readonly closed: ClosedLately
}

/** Reads what there is to do: orders paid too little, too much or too late that are neither refunded nor closed, and endpoints that accept nothing. */
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

function orderTask(visit: Visit, { order, kind }: OrderTask): Task {
  const { received, amount, id, orderNumber, description, createdAt } = order
  const about = description === null ? NOTHING : html` · <bdi>${description}</bdi>`
  const close =
    kind === 'late'
      ? doneForm(visit, `orders/${id}`, hiddenField('received', `${received}`))
      : linkButton(visit, kind === 'underpaid' ? 'accept' : 'keep', `/orders/${id}/accept`, {
          query: { from: 'home' },
        })
  const refund = visit.may('refunds')
    ? [linkButton(visit, 'send_back', `/orders/${id}/refund`, { icon: 'undo' })]
    : []
  return {
    icon: ICONS[kind],
    title:
      kind === 'overpaid'
        ? visit.text('task_overpaid', { amount: amountOf(subtract(received, amount)) })
        : visit.text(`task_${kind}`, { received: amountOf(received), amount: amountOf(amount) }),
    text: html`<a class="mono" href="${visit.href(`/orders/${id}`)}">${visit.exact(orderNumber)}</a>${about} · ${visit.time(createdAt)}`,
    actions: buttons(...(visit.may('orders') ? [close] : []), ...refund),
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
        ...(visit.may('orders') ? [doneForm(visit, `endpoints/${id}`)] : []),
        linkButton(visit, 'look_at_it', '/deliveries', { query: { endpoint: id } }),
      ),
    })
  }
  return tasks
}

const doneForm = (visit: Visit, task: string, fields: Html = NOTHING): Html =>
  postForm(visit, `/tasks/${task}`, html`${fields}${button({ text: visit.plain('close_task') })}`)
