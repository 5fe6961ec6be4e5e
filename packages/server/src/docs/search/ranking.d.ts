/**
 * An entry of the search index: the number of its group, its title, its address below `/docs/`, a line about it, words that
 * find it too, and a word in front of it, such as the method.
 */
export type SearchEntry = readonly [
  group: number,
  title: string,
  slug: string,
  text: string,
  also: string,
  label: string,
]

export interface SearchGroup {
  readonly title: string
  readonly entries: readonly SearchEntry[]
}

/** Returns the best entries for a query, best group first. */
export function search(entries: readonly SearchEntry[], query: string): SearchGroup[]

/** Splits a text into parts, and says which of them the query found. */
export function marked(text: string, query: string): { readonly text: string; readonly isFound: boolean }[]
