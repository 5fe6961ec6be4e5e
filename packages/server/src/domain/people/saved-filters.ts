import type { Tx } from '../store/unit-of-work.js'
import {
  FILTER_NAME_LENGTH,
  FILTER_QUERY_LENGTH,
  type FilteredList,
  MOST_SAVED,
  type SavedFilter,
} from './saved-filter.js'

/** Keeps filters under a name, in the place of those that had it. Does nothing if they are too long, or one too many. */
export async function saveFilter(
  tx: Tx,
  personId: string,
  list: FilteredList,
  { name, query }: SavedFilter,
): Promise<void> {
  const isFit = name !== '' && [...name].length <= FILTER_NAME_LENGTH && query !== ''
  if (!isFit || query.length > FILTER_QUERY_LENGTH) return
  const saved = await tx.savedFilters.list(personId, list)
  const isKnown = saved.some((each) => each.name === name)
  if (isKnown || saved.length < MOST_SAVED) await tx.savedFilters.put(personId, list, { name, query })
}
