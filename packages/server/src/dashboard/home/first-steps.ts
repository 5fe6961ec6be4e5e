import { merchantEnvironment } from '../../domain/merchants/merchant.js'
import { FIRST_STEPS } from '../../domain/people/closed-tasks.js'
import { relyingPartyOf } from '../../domain/people/relying-party.js'
import { ENVIRONMENTS } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { number } from '../../ui/figures.js'
import { icon } from '../../ui/icons.js'
import type { WordKey } from '../frame/texts.js'
import type { Visit } from '../visit.js'

interface Step {
  readonly title: WordKey
  readonly text: WordKey
  /** Where it is done; undefined for a step that the provider does. */
  readonly href: string | undefined
  readonly isDone: boolean
}

const FIRST = { limit: 1, offset: 0 }

/**
 * Reads the first steps of a merchant. There are none any more once all are done, a live order was paid, or a person has
 * hidden them.
 */
export async function readFirstSteps(tx: Tx, visit: Visit): Promise<readonly Step[]> {
  const { caller, person, services } = visit
  const { merchantId, merchant } = caller
  if (await tx.closedTasks.has(caller, { subject: FIRST_STEPS, fact: 0n })) return []
  const [live] = await tx.orders.list({ merchantId, environment: 'live' }, { status: 'PAID' }, FIRST)
  if (live) return []
  const brand = await tx.merchantBrands.find(merchantId)
  const links = await Promise.all(
    ENVIRONMENTS.map((environment) => tx.paymentLinks.count({ merchantId, environment }, { now: visit.now })),
  )
  const [tested] = await tx.orders.list({ merchantId, environment: 'test' }, { status: 'PAID' }, FIRST)
  const hasPasskeys = person !== null && relyingPartyOf(services.settings.publicUrl()) !== undefined
  const steps: Step[] = [
    ...(hasPasskeys
      ? [
          {
            title: 'step_passkey',
            text: 'step_passkey_text',
            href: `${visit.href('/me')}#passkeys`,
            isDone: (await tx.passkeys.list(person.id)).length > 0,
          } as const,
        ]
      : []),
    {
      title: 'step_brand',
      text: 'step_brand_text',
      href: visit.href('/brand'),
      isDone: brand !== undefined && (brand.hasLogo || brand.accent !== null),
    },
    {
      title: 'step_link',
      text: 'step_link_text',
      href: visit.href('/links/new'),
      isDone: links.some(({ total }) => total > 0),
    },
    {
      title: 'step_payment',
      text: 'step_payment_text',
      // The holder of a link stays in the environment of the link.
      href: person ? `${services.settings.base}/links/new?env=test` : visit.href('/links/new'),
      isDone: tested !== undefined,
    },
    {
      title: 'step_live',
      text: 'step_live_text',
      href: undefined,
      isDone: merchantEnvironment(merchant) === 'live',
    },
  ]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

/** The steps with ticks, and the way to hide them. */
export function stepsCard(visit: Visit, steps: readonly Step[]): Html {
  const done = steps.filter(({ isDone }) => isDone).length
  const values = { n: number(done), m: number(steps.length) }
  const hide = visit.may('orders')
    ? postForm(visit, '/tasks/first-steps', button({ text: visit.plain('hide_steps'), kind: 'quiet' }))
    : NOTHING
  return card({
    id: 'steps',
    title: visit.plain('first_steps'),
    aside: visit.text('n_of_m', values),
    body: html`<progress value="${done}" max="${steps.length}" aria-label="${visit.plain('first_steps')}"></progress><ol class="tasks">${joinHtml(steps.map((step) => stepOf(visit, step)))}</ol>${hide}`,
  })
}

function stepOf(visit: Visit, { title, text, href, isDone }: Step): Html {
  if (isDone)
    return html`<li class="done">${icon('check-circle')}<div>${visit.text(title)} <span class="only-read">${visit.text('done')}</span></div></li>`
  const name =
    href === undefined ? html`<b>${visit.text(title)}</b>` : html`<a href="${href}">${visit.text(title)}</a>`
  return html`<li>${icon('dashed-circle')}<div>${name}<p>${visit.text(text)}</p></div></li>`
}
