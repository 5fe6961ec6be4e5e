import type { Tool } from './try-form.js'

/** A page in Markdown. Links in it are those of a file in `/docs/`. */
export interface DocsPage {
  /** Empty for the first page, which is `/docs` itself. */
  readonly slug: string
  readonly title: string
  readonly text: string
  /** What stands below its text in HTML alone. */
  readonly tool?: Tool
}
