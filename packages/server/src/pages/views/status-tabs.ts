import type { Html } from '../../runtime/html.js'
import type { Status } from '../../ui/badge.js'
import { number } from '../../ui/figures.js'
import { tabs } from '../../ui/tabs.js'
import type { Query, Visit } from '../visit.js'

/** The number of a tab. */
export interface Count {
  readonly count: number
  /** Whether there may be more, beyond the rows that were looked at. */
  readonly isCut: boolean
}

interface TabsOptions<Each extends Status> {
  readonly label: string
  /** Path of the list. */
  readonly path: string
  /** The filters of the list, which the tabs keep. */
  readonly query: Query & { readonly status: Each | undefined }
  readonly statuses: readonly Each[]
  readonly countOf?: (status: Each | undefined) => Count
}

/** Links that choose a status of a list, after one for all of them. */
export const statusTabs = <Each extends Status>(
  visit: Visit<string, 'all'>,
  { label, path, query, statuses, countOf }: TabsOptions<Each>,
): Html =>
  tabs(
    label,
    [undefined, ...statuses].map((status) => ({
      href: visit.href(path, { ...query, status }),
      text: status === undefined ? visit.text('all') : visit.word(status),
      ...(countOf && { count: countText(countOf(status)) }),
      isHere: status === query.status,
    })),
  )

const countText = ({ count, isCut }: Count): string => `${number(count)}${isCut ? '+' : ''}`
