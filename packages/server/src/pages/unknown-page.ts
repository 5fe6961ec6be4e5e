import type { Page } from '../domain/sessions/pages.js'
import { html } from '../runtime/html.js'
import { centred, centredRules } from '../ui/centred.js'
import { documentOf, policyFor } from '../ui/document.js'
import { styleSheet } from '../ui/style-sheet.js'
import type { Words } from '../ui/words.js'

/** Words that the pages of payers have, too. */
type UnknownPageWord = 'not_found_heading' | 'not_found_text'

/** The page at an address that has none. It names nothing of the server, whose other pages need a link or a session. */
export function unknownPage(words: Words<UnknownPageWord>): Page {
  const styles = [styleSheet(centredRules)]
  const heading = words.plain('not_found_heading')
  const body = centred(heading, html`<p>${words.plain('not_found_text')}</p>`)
  const title = `${heading} · MerchantPay`
  return {
    status: 404,
    html: documentOf({ language: words.tag, direction: words.direction, title, styles, body }),
    policy: policyFor({ styles }),
  }
}
