import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { type Inline, scriptElement, styleElement } from './inline.js'
import { pageIcon } from './page-icon.js'

export interface DocumentOptions {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  /** Other elements of the head. */
  readonly head?: Html
  readonly styles: readonly Inline[]
  readonly body: Html
  /** Runs at the end of the body. */
  readonly script?: Inline
}

/** Renders a whole document. */
export const documentOf = ({
  language,
  direction,
  title,
  head,
  styles,
  body,
  script,
}: DocumentOptions): string =>
  html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
${pageIcon}
${head ?? NOTHING}
<title>${title}</title>
${joinHtml(styles.map(styleElement))}
</head>
<body>
${body}
${script ? scriptElement(script) : NOTHING}
</body>
</html>
`.text

export interface PolicyOptions {
  readonly styles: readonly Inline[]
  /** Also the script of another state of the same page. */
  readonly scripts?: readonly Inline[]
  /** Forms of the page, sent to this server. */
  readonly hasForms?: boolean
  /** The script calls this server. */
  readonly connects?: boolean
  /** Also images of this server. */
  readonly hasImages?: boolean
  /** Sites that may embed the page, in the syntax of the policy; none by default. */
  readonly frameAncestors?: string
}

/** Returns the Content-Security-Policy of a page: its own style and script by hash, its icon, and nothing else. */
export function policyFor({
  styles,
  scripts = [],
  hasForms = false,
  connects = false,
  hasImages = false,
  frameAncestors = "'none'",
}: PolicyOptions): string {
  const sources = (each: readonly Inline[]) => each.map(({ source }) => source).join(' ')
  return [
    "default-src 'none'",
    `style-src ${sources(styles)}`,
    ...(scripts.length > 0 ? [`script-src ${sources(scripts)}`] : []),
    `img-src data:${hasImages ? " 'self'" : ''}`, // `data:` for the icon in the tab
    ...(connects ? ["connect-src 'self'"] : []),
    `form-action ${hasForms ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
}
