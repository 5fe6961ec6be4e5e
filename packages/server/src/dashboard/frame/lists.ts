import type { Position } from '../../domain/shared/types.js'
import { pager } from '../../pages/pager.js'
import type { Query } from '../../pages/visit.js'
import type { Html } from '../../runtime/html.js'
import { positionText, readPosition } from '../../ui/position.js'
import type { Visit } from '../visit.js'

/** The parameter of the address that holds the place of a list. */
const PLACE = 'after'

/** The place behind which the page begins; undefined for the first page. */
export const placeOf = (visit: Visit): Position | undefined => readPosition(visit.query(PLACE))

interface ListPage {
  /** Path of the list. */
  readonly path: string
  /** The filters that the links keep. */
  readonly query?: Query
  readonly text: Html
  readonly next: Position | undefined
}

/** Links to the older page and to the newest. The address keeps only the place of its page. */
export function pages(visit: Visit, { path, query = {}, text, next }: ListPage): Html {
  const after = placeOf(visit)
  return pager(visit, {
    path,
    query,
    places: PLACE,
    way: after ? [positionText(after)] : [],
    older: next && [positionText(next)],
    text,
    label: visit.plain('pages'),
  })
}
