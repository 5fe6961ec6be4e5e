import type { Html } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { emptyState } from '../../ui/empty-state.js'
import type { IconName } from '../../ui/icons.js'
import type { Visit } from '../visit.js'

/** Stands in the place of a list whose filters match nothing. @param path of the list */
export const noMatch = (visit: Visit, icon: IconName, path: string): Html =>
  emptyState({
    tone: 'grey',
    icon,
    title: 'No match',
    text: 'Nothing matches all filters.',
    action: buttonLink({ text: 'Clear filters', href: visit.href(path) }),
  })
