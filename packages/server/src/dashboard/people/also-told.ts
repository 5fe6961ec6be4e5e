import { channelsOf } from '../../domain/notices/channels.js'
import { isExpected, type NoticeKind, noticesOf } from '../../domain/notices/notice-choice.js'
import type { Person } from '../../domain/people/person.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { initials } from '../../ui/brand.js'
import { number } from '../../ui/figures.js'
import type { Column } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** Names that a row has room for. */
const MOST_NAMED = 2

/**
 * A column with the colleagues whom each notice of the live environment reaches, and a warning where one that some role gets
 * reaches no person.
 */
export function alsoTold(visit: Visit, people: readonly Person[]): Omit<Column<NoticeKind>, 'place'> {
  const { context } = visit.services
  const told = people
    .filter(({ usedAt }) => usedAt !== null)
    .map((person) => {
      const { kinds } = noticesOf(person)
      return { person, kinds: channelsOf(context, person).flatMap((channel) => kinds[channel]) }
    })
  const cell = (kind: NoticeKind): Html | string => {
    const all = told.filter(({ kinds }) => kinds.includes(kind)).map(({ person }) => person)
    if (all.length === 0 && isExpected(kind))
      return badge({ tone: 'warn', icon: 'warning', text: visit.plain('told_to_no_one') })
    const others = all.filter(({ id }) => id !== visit.person?.id)
    return others.length === 0 ? '–' : named(others)
  }
  return { title: visit.text('also_told'), cell }
}

function named(people: readonly Person[]): Html {
  const shown = people.slice(0, MOST_NAMED)
  const more = people.length - shown.length
  const marks = shown.map(({ name }) => initials(name))
  const names = shown.map(({ name }) => html`<bdi>${name}</bdi>`)
  return html`<span class="named"><span>${joinHtml(marks)}</span><span>${joinHtml(names)}${more === 0 ? NOTHING : html`<bdi dir="ltr">+${number(more)}</bdi>`}</span></span>`
}
