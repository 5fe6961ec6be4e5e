import { html } from '../../runtime/html.js'
import { confirmation } from '../../ui/dialog.js'
import type { ReadPage, Shown } from '../page.js'
import { type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import type { Visit } from '../visit.js'
import { developersPageWith } from './developers-page.js'

/** Asks before the webhook secret is replaced. */
export const rotateSecretPage: ReadPage = (tx, visit) => rotatePageWith(undefined)(tx, visit)

const rotatePageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (_tx, visit) => {
    const form = confirmation({
      id: 'rotate',
      title: visit.text('rotate_secret'),
      text: visit.text('rotate_secret_text'),
      action: visit.href('/developers/secret'),
      hidden: visit.hidden,
      fields: [],
      submit: { text: visit.plain('rotate_secret') },
      cancel: { text: visit.plain('cancel'), href: visit.href('/developers') },
    })
    const main = html`${refusalNotice(visit, refusal)}<div class="form">${form}</div>`
    return { kind: 'content', title: visit.plain('rotate_secret'), section: 'developers', main }
  }

/** Replaces the secret, and shows the new one in this answer only. */
export const rotateSecretForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      const { webhook_secret: secret } = await visit.once('rotateWebhookSecret', {})
      const made = { title: visit.text('secret_ready'), secret }
      return visit.services.store.read((tx) => developersPageWith(tx, visit, { made }))
    },
    rotatePageWith,
  )
