/** The filters of a list of orders, as in the query. */
interface ListFilters {
  readonly status?: string | undefined
  readonly order_number?: string | undefined
  readonly network?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** Writes filters as a query, always in the same order; empty without any. */
export function filterQuery({ metadata = {}, ...query }: ListFilters): string {
  const { status, order_number, network, created_from, created_to } = query
  const members = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
  const named = Object.entries({ status, order_number, network, created_from, created_to })
  const given = [...named, ...members].filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(given).toString()
}
