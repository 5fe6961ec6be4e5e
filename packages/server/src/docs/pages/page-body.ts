import type { Html } from '../../runtime/html.js'
import { linkFrom } from '../links.js'
import { inlineMarkdown } from '../markdown.js'

/** The content of a page in HTML. */
export interface PageBody {
  /** Class of the whole content. */
  readonly className?: string
  /** Begins with the title. */
  readonly lead: Html
  /** Beside the lead on wide screens, and after it on others. */
  readonly column?: Html
  readonly rest?: Html
  /** The operation that the link to `/docs/try` chooses. */
  readonly tried?: string
}

/** Prints one line of Markdown. */
export type Say = (markdown: string) => Html

/** Prints lines on the page at a slug. Their links are relative to `/docs/`. */
export const sayer =
  (slug: string): Say =>
  (markdown) =>
    inlineMarkdown(linkFrom(slug, markdown))
