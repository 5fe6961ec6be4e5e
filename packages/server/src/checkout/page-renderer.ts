import type { CheckoutPage, PagePreference } from '../domain/orders/checkout.js'
import { readAsset } from '../runtime/assets.js'
import { accentStyle } from '../ui/accent-style.js'
import { withoutComments } from '../ui/behaviour.js'
import { documentOf, policyFor } from '../ui/document.js'
import { type Inline, inline } from '../ui/inline.js'
import { styleSheet } from '../ui/style-sheet.js'
import type { Languages } from '../ui/words.js'
import { linkRules } from './link-style.js'
import type { Parts, Place } from './place.js'
import { refundRules } from './refund-style.js'
import { checkoutRules } from './style.js'
import type { WordKey } from './words.js'

export interface PageSettings {
  /** Sites that may embed the page, in the syntax of the policy. */
  readonly frameAncestors: string
  readonly publicUrl: () => string
  readonly languages: Languages<WordKey>
}

/** One page of a payer. */
export interface PayerPage {
  /** Under which the page is served. */
  readonly area: 'pay' | 'link'
  /** The style sheet, where it is not that of the area. */
  readonly sheet?: 'refund' | undefined
  readonly token: string
  readonly preference: PagePreference
  readonly accent?: string | null | undefined
  /** Tags of the languages of the page besides English; all by default. */
  readonly offeredLanguages?: readonly string[] | null
  readonly hasScript: boolean
  readonly hasForms: boolean
  parts(place: Place): Parts
}

/** Renders the pages of payers in their languages, with the policy of each. */
export class PageRenderer {
  private readonly sheets: Readonly<Record<PayerPage['area'] | 'refund', Inline>> = {
    pay: styleSheet(checkoutRules),
    refund: styleSheet(checkoutRules, refundRules),
    link: styleSheet(checkoutRules, linkRules),
  }
  private readonly script: Inline = inline(withoutComments(readAsset('checkout', 'page.js')))

  constructor(private readonly settings: PageSettings) {}

  render(page: PayerPage): CheckoutPage {
    const { area, token, preference, accent, hasScript, hasForms, parts } = page
    const { languages: all, publicUrl } = this.settings
    const languages = all.among(page.offeredLanguages ?? null)
    const words = all.choose(preference.requested, preference.accepted, languages)
    const { title, head, body } = parts({
      token,
      url: `${publicUrl()}/${area}/${token}`,
      words,
      isLanguageAsked: preference.requested !== undefined,
      languages,
      isStaying: preference.isStaying,
    })
    const style = this.sheets[page.sheet ?? area]
    const styles = accent ? [style, accentStyle(accent)] : [style]
    const { tag: language, direction } = words
    const script = hasScript && { script: this.script }
    return {
      html: documentOf({ language, direction, title, head, styles, body, ...script }),
      policy: policyFor({
        styles,
        scripts: [this.script],
        hasImages: true,
        connects: true,
        hasForms,
        frameAncestors: this.settings.frameAncestors,
      }),
      language,
    }
  }
}
