import { saveFilter } from '../../domain/people/saved-filters.js'
import { sentFilter } from '../../pages/saved-filters.js'
import type { Route } from '../page.js'
import { changeOwn } from './own-passkeys.js'

type Submit = NonNullable<Route['submit']>

/** Where the forms about saved filters go. */
export const FILTER_FORMS = '/operators/filters'

export const saveFilterForm: Submit = async (visit) => {
  const { list, filter, path } = sentFilter(visit)
  await changeOwn(visit, (tx, { id }) => saveFilter(tx, id, list, filter))
  return { kind: 'redirect', to: path }
}

export const deleteFilterForm: Submit = async (visit) => {
  const { list, filter, path } = sentFilter(visit)
  await changeOwn(visit, (tx, { id }) => tx.savedFilters.delete(id, list, filter.name))
  return { kind: 'redirect', to: path }
}
