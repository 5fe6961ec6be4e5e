import type { Inline } from '../ui/inline.js'
import type { CodeBlocks } from './pages/code-column.js'
import type { PageBody } from './pages/page-body.js'

/** A page of the reference. */
export interface DocsPage {
  /** Its address below `/docs/`. Empty for the overview, which is `/docs` itself. */
  readonly slug: string
  readonly title: string
  /** The page in Markdown. Its links are relative to `/docs/`. */
  readonly text: string
  /** Prints the page in HTML. */
  readonly print: (blocks: CodeBlocks) => PageBody
  /** A script of its own, instead of that of every page. */
  readonly script?: Inline
}

/** Makes a page whose title is the first heading of its Markdown. */
export function pageOf(slug: string, text: string, print: DocsPage['print'], script?: Inline): DocsPage {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const page = { slug, title, text: `${text.trim()}\n`, print }
  return script ? { ...page, script } : page
}
