import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { icon } from '../../ui/icons.js'
import type { WordKey } from '../frame/texts.js'
import type { Visit } from '../visit.js'

interface Step {
  readonly title: WordKey
  readonly text: WordKey
  readonly path: string
  readonly isDone: boolean
}

/** Shows the first three steps until an order of the environment was paid. */
export async function firstSteps(tx: Tx, visit: Visit, endpoints: readonly WebhookEndpoint[]): Promise<Html> {
  const { caller } = visit
  const [paid] = await tx.orders.list(caller, { status: 'PAID' }, { limit: 1, offset: 0 })
  if (paid) return NOTHING
  const steps: Step[] = [
    {
      title: 'step_key',
      text: 'step_key_text',
      path: '/developers',
      isDone: (await tx.apiKeys.countActive(caller)) > 0,
    },
    {
      title: 'step_endpoint',
      text: 'step_endpoint_text',
      path: '/developers/endpoints/new',
      isDone: endpoints.length > 0,
    },
    { title: 'step_payment', text: 'step_payment_text', path: '/links/new', isDone: false },
  ]
  return card({
    id: 'steps',
    title: visit.plain('first_steps'),
    body: html`<ol class="tasks">${joinHtml(steps.map((step) => stepOf(visit, step)))}</ol>`,
  })
}

const stepOf = (visit: Visit, { title, text, path, isDone }: Step): Html =>
  html`<li${isDone ? html` class="done"` : NOTHING}>${icon(isDone ? 'check-circle' : 'dashed-circle')}<div><a href="${visit.href(path)}">${visit.text(title)}</a>${isDone ? html` <span class="dim">${visit.text('done')}</span>` : NOTHING}<p>${visit.text(text)}</p></div></li>`
