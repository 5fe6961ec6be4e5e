import type { Notice, Page } from '../domain/sessions/pages.js'
import { type Html, html } from '../runtime/html.js'
import { button } from '../ui/button.js'
import { centred } from '../ui/centred.js'
import { documentOf, policyFor } from '../ui/document.js'
import type { Inline } from '../ui/inline.js'
import type { Words } from '../ui/words.js'

const HEADINGS = {
  401: 'failed_401',
  403: 'failed_403',
  404: 'failed_404',
  413: 'failed_413',
  429: 'failed_429',
  503: 'failed_503',
} as const
const headingOf = (status: number) =>
  Object.hasOwn(HEADINGS, status) ? HEADINGS[status as keyof typeof HEADINGS] : 'failed_other'

export type NoticeWord =
  | (typeof HEADINGS)[keyof typeof HEADINGS]
  | 'failed_other'
  | 'area_name'
  | 'link_spent'
  | 'link_signs_in'
  | 'sign_in'
  | 'signed_out'
  | 'nothing_done'
  | 'back_home'
  | 'request_id'

interface NoticeOptions {
  readonly words: Words<NoticeWord>
  readonly style: Inline
  /** For the ways to sign in. */
  readonly script?: Inline
  /** Path of the area. */
  readonly base: string
  /** How to sign in. */
  readonly signIn: Html
  /** The words above the button of a link; those of every link by default. */
  readonly aboutLink?: Html
  /** How to sign in after a link that was used or is too old. */
  readonly spent: Html
}

/** Renders a page for people who are not signed in, or a failure. */
export function noticePage(notice: Notice, options: NoticeOptions): Page {
  const { signIn, spent } = options
  switch (notice.kind) {
    case 'sign_in':
      return pageOf(options, 'area_name', signIn, 401)
    case 'link':
      return pageOf(options, 'area_name', linkForm(options))
    case 'link_refused':
      return pageOf(options, 'link_spent', spent, 403)
    case 'signed_out':
      return pageOf(options, 'signed_out', signIn)
    case 'failed':
      return pageOf(options, headingOf(notice.status), failure(options, notice.requestId), notice.status)
  }
}

const pageOf = (options: NoticeOptions, heading: NoticeWord, body: Html, status = 200): Page =>
  messagePage(options, { title: options.words.plain(heading), body, status })

/** A page with a message in the middle, for people who are not signed in. */
export function messagePage(
  { words, style, script }: Pick<NoticeOptions, 'words' | 'style' | 'script'>,
  { title, body, status }: { readonly title: string; readonly body: Html; readonly status: number },
): Page {
  const text = documentOf({
    language: words.tag,
    direction: words.direction,
    title: `${title} · MerchantPay`,
    styles: [style],
    body: centred(title, body),
    ...(script && { script }),
  })
  return {
    status,
    html: text,
    policy: policyFor({ styles: [style], scripts: script ? [script] : [], hasForms: true }),
  }
}

/** Without `action` the form goes to the address of the page, which has the token. */
const linkForm = ({ words, aboutLink = html`<p>${words.plain('link_signs_in')}</p>` }: NoticeOptions): Html =>
  html`${aboutLink}<form method="post">${button({ text: words.plain('sign_in'), kind: 'primary' })}</form>`

const failure = ({ words, base }: NoticeOptions, requestId: string): Html =>
  html`<p>${words.plain('nothing_done')} <a href="${base}">${words.plain('back_home')}</a></p>
<p class="small">${words.plain('request_id')} <code dir="ltr">${requestId}</code></p>`
