import type { Html } from '../../runtime/html.js'
import { type FilterBarOptions, filterBar, filterInput } from '../../ui/filters.js'
import type { Visit } from '../visit.js'

interface ListFilters extends Pick<FilterBarOptions, 'label' | 'fields' | 'folded' | 'pills' | 'summary'> {
  /** Path of the list. */
  readonly path: string
  /** Filters that the form does not show, such as that of the tab. */
  readonly kept?: Readonly<Record<string, string | undefined>>
  /** The tab, which stays when the filters are cleared. */
  readonly status?: string | undefined
}

/** The filters of a list of the console. */
export function listFilters(visit: Visit, { path, kept = {}, status, ...bar }: ListFilters): Html {
  const env = visit.environment === 'test' ? 'test' : undefined
  const hidden = Object.entries({ env, status, ...kept }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return filterBar({
    action: visit.href(path),
    kept: Object.fromEntries(hidden),
    clearHref: visit.href(path, { status }),
    words: {
      apply: visit.plain('apply'),
      clear: visit.plain('clear_filters'),
      remove: visit.plain('remove_filter'),
    },
    ...bar,
  })
}

/** The filter by merchant. @param name or id, as it is shown */
export const merchantFilter = (visit: Visit, name: string | undefined): Html =>
  filterInput({
    name: 'merchant',
    label: visit.plain('merchant'),
    value: name ?? '',
    attributes: { size: '12', placeholder: visit.plain('merchant_name') },
  })
