import { closeLateOrder } from '../../domain/orders/order-tasks.js'
import { closeTask, FIRST_STEPS } from '../../domain/people/closed-tasks.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { ClosedTask } from '../../domain/store/task-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { number } from '../../ui/figures.js'
import { clockTime } from '../frame/times.js'
import type { Submit } from '../page.js'
import { changeShop } from '../session-change.js'
import type { Visit } from '../visit.js'

/** Closed tasks that are named. */
const NAMED = 20

/** The tasks that were closed since the day began. */
export interface ClosedLately {
  readonly total: number
  readonly named: readonly NamedTask[]
}

interface NamedTask extends Pick<ClosedTask, 'closedAt'> {
  readonly subject: Html
  /** The person, or the id of a key or session. */
  readonly by: Html
}

export async function readClosed(tx: Tx, visit: Visit): Promise<ClosedLately> {
  const since = visit.zone.startOf(visit.zone.day(visit.now))
  const tasks = await tx.closedTasks.listSince(visit.caller, since, NAMED)
  const named: NamedTask[] = []
  for (const { subject, closedAt, closedBy } of tasks) {
    const person = await tx.people.find(closedBy)
    const by =
      person?.merchantId === visit.caller.merchantId ? html`<bdi>${person.name}</bdi>` : visit.exact(closedBy)
    named.push({ subject: await subjectOf(tx, visit, subject), by, closedAt })
  }
  return { total: await tx.closedTasks.countSince(visit.caller, since), named }
}

async function subjectOf(tx: Tx, visit: Visit, subject: string): Promise<Html> {
  if (subject === FIRST_STEPS) return visit.text('first_steps')
  const order = await tx.orders.find(subject)
  if (order)
    return html`<a class="mono" href="${visit.href(`/orders/${order.id}`)}">${visit.exact(order.orderNumber)}</a>`
  const endpoints = await tx.webhookEndpoints.list(visit.caller)
  const endpoint = endpoints.find(({ id }) => id === subject)
  return endpoint ? visit.exact(new URL(endpoint.url).host) : visit.text('webhook_endpoints')
}

/** Nothing on a day without any. */
export const closedList = (visit: Visit, { total, named }: ClosedLately): Html =>
  total === 0
    ? NOTHING
    : html`<details class="closed"><summary>${visit.text('closed_today', { n: number(total) })}</summary><ul>${joinHtml(
        named.map(
          ({ subject, by, closedAt }) => html`<li>${subject} · ${by}, ${clockTime(visit, closedAt)}</li>`,
        ),
      )}</ul></details>`

/** Closes the task of an endpoint that fails, until it fails anew. */
export const closeEndpointForm: Submit = async (visit) => {
  const id = visit.param('id')
  await changeShop(visit, 'orders', async (tx, caller) => {
    const endpoints = await tx.webhookEndpoints.list(caller)
    if (!endpoints.some((endpoint) => endpoint.id === id)) throw new DomainError('webhook_not_found')
    const since = (await tx.webhookTargets.listFailing([id])).get(id)
    // It works again, so there is nothing to close.
    if (since === undefined) return
    await closeTask(tx, visit.services.context, caller, { subject: id, fact: BigInt(since) }, caller.keyId)
  })
  return { kind: 'redirect', to: visit.path('', { done: 'task_closed' }) }
}

/** Closes the task of an order that was paid late, until it receives more. */
export const closeOrderForm: Submit = async (visit) => {
  const [id, received] = [visit.param('id'), visit.field('received') ?? '']
  await changeShop(visit, 'orders', (tx, caller) =>
    closeLateOrder(tx, visit.services.context, caller, { id, received, by: caller.keyId }),
  )
  return { kind: 'redirect', to: visit.path('', { done: 'task_closed' }) }
}

/** Hides the first steps for all people of the merchant. */
export const hideStepsForm: Submit = async (visit) => {
  await changeShop(visit, 'orders', (tx, caller) =>
    closeTask(tx, visit.services.context, caller, { subject: FIRST_STEPS, fact: 0n }, caller.keyId),
  )
  return { kind: 'redirect', to: visit.path('') }
}
