import { html } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { copyField } from '../../ui/copy-field.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import type { ConsolePage } from '../page.js'
import type { Visit } from '../visit.js'

interface SecretPage {
  readonly title: string
  readonly label: string
  readonly secret: string
  /** Path and query of the page to go on with. */
  readonly back: string
}

/** Shows a secret once: it is the answer to the form, and no address leads to it. */
export const secretPage = (visit: Visit, { title, label, secret, back }: SecretPage): ConsolePage => ({
  kind: 'content',
  title,
  section: 'merchants',
  visit,
  main: html`${pageHead({ title })}${notice({
    kind: 'ok',
    title: `${label}, shown once.`,
    text: 'Hand it to the merchant on a channel that you trust. It cannot be shown again.',
    more: copyField('secret', secret, { text: 'Copy', copied: 'Copied' }),
    isResult: true,
  })}${buttonLink({ text: 'Go on', kind: 'primary', href: `${visit.services.settings.base}${back}` })}`,
})
