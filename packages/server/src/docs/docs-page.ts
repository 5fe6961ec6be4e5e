import type { Tool } from './try-form.js'

/** A page in Markdown. The links of its text are relative to `/docs/`. */
export interface DocsPage {
  /** Its address below `/docs/`. Empty for the overview, which is `/docs` itself. */
  readonly slug: string
  readonly title: string
  readonly text: string
  /** The tool below the text, in HTML only. */
  readonly tool?: Tool
}

/** Returns what links of a page put before the address of another page, and before a file beside `/docs`. */
export function pathsFrom(slug: string): { readonly toDocs: string; readonly toRoot: string } {
  if (slug === '') return { toDocs: 'docs/', toRoot: '' }
  const toDocs = '../'.repeat(slug.split('/').length - 1)
  return { toDocs, toRoot: `${toDocs}../` }
}

/** Rewrites the links of a text, which are relative to `/docs/`, for the page at a slug. */
export function linkFrom(slug: string, text: string): string {
  const { toDocs, toRoot } = pathsFrom(slug)
  return text.replace(
    /(\]\()(\.\.\/)?((?:[\w.-]+\/)*[\w.-]+\.(?:md|yaml|txt)\b)/g,
    (_, open: string, up: string | undefined, file: string) =>
      `${open}${up === undefined ? toDocs : toRoot}${file}`,
  )
}
