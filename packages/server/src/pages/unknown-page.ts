import type { Page } from '../domain/sessions/pages.js'
import { html } from '../runtime/html.js'
import { centred, centredRules } from '../ui/centred.js'
import { documentOf, policyFor } from '../ui/document.js'
import { styleSheet } from '../ui/style-sheet.js'

/** The page at an address that has none. It names nothing of the server, whose other pages need a link or a session. */
export function unknownPage(): Page {
  const styles = [styleSheet(centredRules)]
  const body = centred(
    'There is no page here',
    html`<p>Did you follow a link to a payment? Then it was not copied whole: open it again, or ask the shop for it.</p>`,
  )
  const title = 'There is no page here · MerchantPay'
  return {
    status: 404,
    html: documentOf({ language: 'en', direction: 'ltr', title, styles, body }),
    policy: policyFor({ styles }),
  }
}
