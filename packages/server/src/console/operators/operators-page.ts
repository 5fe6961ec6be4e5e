import { OPERATORS, type Person } from '../../domain/people/person.js'
import { passkeysCard } from '../../pages/passkeys-card.js'
import { html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { codeBlock } from '../../ui/code-block.js'
import { number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { inviteCommand } from '../access/sign-in-page.js'
import { age } from '../formats.js'
import type { ConsolePage, ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

const INVITE = `${inviteCommand('mira@pay.example')} --role finance`

/** The operators, and the passkeys of the one who is signed in. */
export const operatorsPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const people = await tx.people.list(OPERATORS)
  const passkeys = await tx.passkeys.countOfPeople(OPERATORS)
  const own = visit.operator.person
  const main = html`${pageHead({
    title: 'Operators',
    line: 'People who sign in to the console. A command on the server invites and removes them, and changes their roles.',
  })}${card({
    id: 'operators',
    title: 'People',
    isFlush: people.length > 0,
    body:
      people.length === 0
        ? html`<p>None yet. Sessions of links that name a person are not listed.</p>${codeBlock({ id: 'invite', label: 'Command', code: INVITE })}`
        : peopleTable(visit, people, passkeys),
  })}${own ? await passkeysCard(tx, visit, own, '/operators') : NOTHING}`
  return { kind: 'content', title: 'Operators', section: 'operators', visit, main }
}

const peopleTable = (visit: Visit, people: readonly Person[], passkeys: ReadonlyMap<string, number>) =>
  table<Person>({
    caption: 'Operators, by name',
    rows: people,
    columns: [
      {
        title: 'Name',
        place: 'name',
        cell: ({ id, name }) => html`<b>${name}</b>${id === visit.operator.person?.id ? ' (you)' : NOTHING}`,
      },
      { title: 'E-mail', place: 'note', cell: ({ mail }) => mail },
      { title: 'Role', place: 'amount', cell: ({ role }) => role },
      {
        title: 'Passkeys',
        place: 'more',
        isNumber: true,
        isLabelled: true,
        cell: ({ id }) => number(passkeys.get(id) ?? 0),
      },
      {
        title: 'Last used',
        place: 'status',
        cell: ({ usedAt }) => (usedAt === null ? 'invited' : `${age(usedAt, visit.now)} ago`),
      },
    ],
  })
