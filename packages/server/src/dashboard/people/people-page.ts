import type { Person } from '../../domain/people/person.js'
import { hasRight, RIGHTS, type Right } from '../../domain/people/person-roles.js'
import { refundLimitOf } from '../../domain/people/refund-limit.js'
import type { Usdt } from '../../domain/shared/money.js'
import { PERSON_ROLES } from '../../domain/shared/person-role.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { linkButton } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { initials } from '../../ui/brand.js'
import { card } from '../../ui/card.js'
import { amountOf, number } from '../../ui/figures.js'
import { icon } from '../../ui/icons.js'
import { pageHead } from '../../ui/shell.js'
import { plainTable, table } from '../../ui/table.js'
import type { DashboardPage, ReadPage } from '../page.js'
import { type NewSecret, secretNotice } from '../secret-notice.js'
import type { Visit } from '../visit.js'

/** The people of the merchant, and what each role may do. */
export const peoplePage: ReadPage = (tx, visit) => peoplePageWith(tx, visit)

/** @param made the link of a person, in this answer only */
export async function peoplePageWith(tx: Tx, visit: Visit, made?: NewSecret): Promise<DashboardPage> {
  const { merchantId } = visit.caller
  const people = await tx.people.list(merchantId)
  const passkeys = await tx.passkeys.countOfPeople(merchantId)
  const limit = await refundLimitOf(tx, merchantId)
  const main = html`${pageHead({
    title: visit.plain('people'),
    line: html`${visit.text('people_text')} ${visit.timesIn}`,
    actions: linkButton(visit, 'invite_person', '/people/new', { kind: 'primary', icon: 'plus' }),
  })}${made ? secretNotice(visit, made) : NOTHING}${card({
    id: 'people',
    isFlush: true,
    body: peopleTable(visit, people, passkeys),
  })}${rolesCard(visit, limit)}`
  return { kind: 'content', title: visit.plain('people'), section: 'people', main }
}

const peopleTable = (visit: Visit, people: readonly Person[], passkeys: ReadonlyMap<string, number>): Html =>
  table<Person>({
    caption: visit.plain('people'),
    rows: people,
    columns: [
      { title: visit.plain('name'), place: 'name', cell: (person) => nameOf(visit, person) },
      { title: visit.plain('role'), place: 'note', cell: ({ role }) => visit.text(`role_${role}`) },
      {
        title: visit.plain('signs_in_with'),
        place: 'status',
        cell: ({ id, usedAt }) => signInOf(visit, usedAt !== null, passkeys.get(id) ?? 0),
      },
      {
        title: visit.plain('last_used'),
        place: 'more',
        isLabelled: true,
        cell: ({ usedAt }) => (usedAt === null ? '–' : visit.time(usedAt)),
      },
    ],
  })

const nameOf = (visit: Visit, { id, name, mail }: Person): Html =>
  html`<span class="named">${initials(name)}<span><a href="${visit.href(`/people/${id}`)}"><bdi>${name}</bdi></a>${id === visit.person?.id ? html` <span class="dim">${visit.text('you')}</span>` : NOTHING}<span class="dim small">${visit.exact(mail)}</span></span></span>`

/** How a person signs in; an invited one never did. */
function signInOf(visit: Visit, isIn: boolean, passkeys: number): Html {
  if (!isIn) return badge({ tone: 'grey', icon: 'clock', text: visit.plain('invited') })
  if (passkeys === 0) {
    const text = visit.plain(visit.services.hasMail ? 'mail_link_only' : 'link_only')
    return badge({ tone: 'warn', icon: visit.services.hasMail ? 'mail' : 'link', text })
  }
  const text = passkeys === 1 ? visit.text('passkey') : visit.text('passkeys_n', { n: number(passkeys) })
  return badge({ tone: 'ok', icon: 'key', text })
}

/** When a person last used the dashboard; an invited one never did. */
export const lastUseOf = (visit: Visit, usedAt: Person['usedAt']): Html =>
  usedAt === null ? badge({ tone: 'grey', icon: 'clock', text: visit.plain('invited') }) : visit.time(usedAt)

/** One row for each right. */
const rolesCard = (visit: Visit, limit: Usdt): Html =>
  card({
    id: 'roles',
    title: visit.plain('what_roles_do'),
    aside: html`<a href="${visit.href('/people/refund-limit')}">${visit.plain('refund_limit')}</a>`,
    isFlush: true,
    body: plainTable<Right>({
      caption: visit.plain('role'),
      rows: RIGHTS,
      columns: [
        { title: visit.plain('actions'), cell: (right) => visit.text(`scope_${right}`) },
        ...PERSON_ROLES.map((role) => ({
          title: visit.text(`role_${role}`),
          cell: (right: Right) => {
            if (!hasRight(role, right)) return '–'
            const isLimited = role === 'support' && right === 'refunds'
            return isLimited ? visit.text('up_to_a_day', { amount: amountOf(limit) }) : yes(visit)
          },
        })),
      ],
    }),
  })

const yes = (visit: Visit): Html => html`${icon('check')}<span class="only-read">${visit.plain('yes')}</span>`
