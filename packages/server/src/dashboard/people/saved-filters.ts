import { saveFilter } from '../../domain/people/saved-filters.js'
import { sentFilter } from '../../pages/saved-filters.js'
import type { Submit } from '../page.js'
import { changeOwn } from './people-change.js'

/** Where the forms about saved filters go. */
export const FILTER_FORMS = '/me/filters'

export const saveFilterForm: Submit = async (visit) => {
  const { list, filter, path } = sentFilter(visit)
  await changeOwn(visit, (tx, { person }) => saveFilter(tx, person.id, list, filter))
  return { kind: 'redirect', to: path }
}

export const deleteFilterForm: Submit = async (visit) => {
  const { list, filter, path } = sentFilter(visit)
  await changeOwn(visit, (tx, { person }) => tx.savedFilters.delete(person.id, list, filter.name))
  return { kind: 'redirect', to: path }
}
