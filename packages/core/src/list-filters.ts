/** The filters of all lists besides metadata, in the order of a query; a list takes some of them. */
export const LIST_FILTERS = [
  'status',
  'order_number',
  'network',
  'created_from',
  'created_to',
  'updated_from',
  'updated_to',
  'paid_from',
  'paid_to',
] as const

/** The filters of a list, as in the query. */
type ListFilters = Partial<Readonly<Record<(typeof LIST_FILTERS)[number], string | undefined>>> & {
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** Writes filters as a query, always in the same order; empty without any. */
export function filterQuery(query: ListFilters): string {
  const named = LIST_FILTERS.map((name) => [name, query[name]] as const)
  const members = Object.entries(query.metadata ?? {}).map(([name, value]) => [`metadata[${name}]`, value])
  const given = [...named, ...members].filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(given).toString()
}
