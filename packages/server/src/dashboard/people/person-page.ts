import { getPerson } from '../../domain/people/people.js'
import type { Person } from '../../domain/people/person.js'
import type { Session } from '../../domain/sessions/session.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { linkButton, postForm } from '../../pages/parts.js'
import { passkeysCard } from '../../pages/passkeys-card.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { facts } from '../../ui/facts.js'
import { number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { languageCard } from '../frame/language-card.js'
import type { DashboardPage, ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { ownTabs } from './own-tabs.js'
import { lastUseOf } from './people-page.js'

/** A person of the merchant as an owner sees it. */
export const personPage: ReadPage = async (tx, visit) => {
  const person = await getPerson(tx, visit.caller.merchantId, visit.param('id'))
  const path = `/people/${person.id}`
  const head = pageHead({
    path: {
      label: visit.plain('path'),
      link: { href: visit.href('/people'), text: visit.plain('people') },
      here: html`<bdi>${person.name}</bdi>`,
    },
    title: html`<bdi>${person.name}</bdi>`,
    line: visit.timesIn,
    actions: buttons(
      linkButton(visit, 'make_sign_in_link', `${path}/link`, { icon: 'link' }),
      linkButton(visit, 'change_role', `${path}/role`),
      linkButton(visit, 'remove_person', `${path}/remove`, { icon: 'cross' }),
    ),
  })
  return pageOf(tx, visit, { person, path, head, section: 'people' })
}

/** The page of the person who is signed in. @throws not_found for the holder of a link */
export const ownPage: ReadPage = async (tx, visit) => {
  const { person } = visit
  if (!person) throw new DomainError('not_found')
  const title = pageHead({ title: html`<bdi>${person.name}</bdi>`, line: visit.timesIn })
  const head = html`${title}${ownTabs(visit, 'profile')}`
  const more = html`${await passkeysCard(tx, visit, person, '/me')}${languageCard(visit)}`
  return pageOf(tx, visit, { person, path: '/me', head, section: undefined, more })
}

interface Shown {
  readonly person: Person
  /** Of the page. */
  readonly path: string
  readonly head: Html
  readonly section: DashboardPage['section']
  /** Below the sessions. */
  readonly more?: Html
}

async function pageOf(
  tx: Tx,
  visit: Visit,
  { person, path, head, section, more = NOTHING }: Shown,
): Promise<DashboardPage> {
  const now = visit.services.context.clock.real()
  const sessions = await tx.sessions.listOf('dashboard', person.id, now)
  const main = html`${head}<div class="columns even"><div>${card({
    id: 'sessions',
    title: visit.plain('signed_in_on'),
    isFlush: true,
    body: sessions.length > 0 ? sessionsTable(visit, path, sessions) : html`<p class="pad dim">–</p>`,
  })}${more}</div><div>${card({ id: 'person', title: visit.plain('details'), body: facts(await factsOf(tx, visit, person)) })}</div></div>`
  return { kind: 'content', title: person.name, section, main }
}

const factsOf = async (tx: Tx, visit: Visit, { id, mail, role, usedAt }: Person) => [
  { label: visit.text('email'), value: visit.exact(mail) },
  { label: visit.text('role'), value: visit.text(`role_${role}`) },
  { label: visit.text('last_used'), value: lastUseOf(visit, usedAt) },
  { label: visit.text('passkeys'), value: number((await tx.passkeys.list(id)).length) },
  { label: visit.text('id_in_audit'), value: html`<span class="mono">${visit.exact(id)}</span>` },
]

const sessionsTable = (visit: Visit, path: string, sessions: readonly Session[]): Html =>
  table<Session>({
    caption: visit.plain('signed_in_on'),
    rows: sessions,
    columns: [
      {
        title: visit.plain('device'),
        place: 'name',
        cell: ({ id, device }) =>
          html`${visit.exact(device ?? '–')} ${id === visit.request.session.id ? badge({ tone: 'ok', icon: 'check', text: visit.plain('this_browser') }) : NOTHING}`,
      },
      { title: visit.plain('last_used'), place: 'note', cell: ({ usedAt }) => visit.time(usedAt) },
      {
        title: html`<span class="only-read">${visit.plain('sign_out')}</span>`,
        place: 'amount',
        cell: ({ id }) =>
          postForm(
            visit,
            `${path}/sessions/${id}/end`,
            button({ text: visit.plain('sign_out'), kind: 'quiet' }),
            'row-form',
          ),
      },
    ],
  })
