/** The lists whose filters people keep. */
export const FILTERED_LISTS = ['orders', 'withdrawals', 'links', 'deliveries'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]

/** Filters of a list under a name that a person gave them. */
export interface SavedFilter {
  readonly name: string
  /** As in the address of the list. */
  readonly query: string
}

/** Filters that a person keeps of one list. */
export const MOST_SAVED = 20
export const FILTER_NAME_LENGTH = 40
/** Characters of their address. */
export const FILTER_QUERY_LENGTH = 500
