import type { Position } from '../../domain/shared/types.js'
import type { Html } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { emptyState } from '../../ui/empty-state.js'
import { pagination } from '../../ui/pagination.js'
import { positionText } from '../../ui/position.js'
import type { Visit } from '../visit.js'
import type { WordKey } from './texts.js'

interface ListPage {
  /** Path of the list. */
  readonly path: string
  /** The filters that the links keep. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly text: Html
  readonly after: Position | undefined
  readonly next: Position | undefined
}

/** Links to the pages of a list beside this one. */
export const pages = (visit: Visit, { path, query = {}, text, after, next }: ListPage): Html =>
  pagination({
    label: visit.plain('pages'),
    text,
    ...(after && { newer: { href: visit.href(path, query), text: visit.plain('newest') } }),
    ...(next && {
      older: {
        href: visit.href(path, { ...query, after: positionText(next) }),
        text: visit.plain('older'),
      },
    }),
  })

/** Stands in the place of a list whose filters match nothing. @param path the list without filters */
export const noMatch = (visit: Visit, path: string, text: WordKey): Html =>
  emptyState({
    tone: 'grey',
    icon: 'search',
    title: visit.plain('no_match'),
    text: visit.plain(text),
    action: buttonLink({ text: visit.plain('clear_filters'), href: visit.href(path) }),
  })
