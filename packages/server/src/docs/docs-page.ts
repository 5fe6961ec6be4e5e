import type { Tool } from './try-form.js'

/** A page in Markdown. Its links are relative to `/docs/`. */
export interface DocsPage {
  /** Empty for the overview, which is `/docs` itself. */
  readonly slug: string
  readonly title: string
  readonly text: string
  /** The tool below the text, in HTML only. */
  readonly tool?: Tool
}
