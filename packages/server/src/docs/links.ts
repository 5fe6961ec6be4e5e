/** Returns what links of the page at a slug put before the address of another page, and before a file beside `/docs`. */
export function pathsFrom(slug: string): { readonly toDocs: string; readonly toRoot: string } {
  if (slug === '') return { toDocs: 'docs/', toRoot: '' }
  const toDocs = '../'.repeat(slug.split('/').length - 1)
  return { toDocs, toRoot: `${toDocs}../` }
}

/** Returns the target of a link between pages. */
export const hrefOf = (slug: string, from: string): string => {
  const { toDocs, toRoot } = pathsFrom(from)
  return slug === '' ? `${toRoot}docs` : `${toDocs}${slug}`
}

/** Rewrites the links of a Markdown text, which are relative to `/docs/`, for the page at a slug. */
export function linkFrom(slug: string, text: string): string {
  const { toDocs, toRoot } = pathsFrom(slug)
  return text.replace(
    /(\]\()(\.\.\/)?((?:[\w.-]+\/)*[\w.-]+\.(?:md|yaml|txt)\b)/g,
    (_, open: string, up: string | undefined, file: string) =>
      `${open}${up === undefined ? toDocs : toRoot}${file}`,
  )
}
