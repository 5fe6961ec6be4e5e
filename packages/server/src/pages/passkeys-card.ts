import type { Passkey } from '../domain/people/passkey.js'
import { createChallenge } from '../domain/people/passkeys.js'
import type { Person } from '../domain/people/person.js'
import { relyingPartyOf } from '../domain/people/relying-party.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import { button } from '../ui/button.js'
import { card } from '../ui/card.js'
import { table } from '../ui/table.js'
import { postForm } from './parts.js'
import { passkeyForm } from './passkey-form.js'
import type { Visit } from './visit.js'

type PasskeyWord = 'add_passkey' | 'passkeys' | 'passkeys_text' | 'device' | 'created' | 'delete'
type PasskeyVisit = Visit<string, PasskeyWord>

/** The passkeys of the person who is signed in; nothing where browsers have none. @param path of the page with the card */
export async function passkeysCard(
  tx: Tx,
  visit: PasskeyVisit,
  person: Pick<Person, 'id' | 'mail'>,
  path: string,
): Promise<Html> {
  const { context, settings } = visit.services
  const party = relyingPartyOf(settings.publicUrl())
  if (!party) return NOTHING
  const passkeys = await tx.passkeys.list(person.id)
  const add = passkeyForm({
    action: visit.href(`${path}/passkeys`),
    hidden: visit.hidden,
    party,
    challenge: createChallenge(context, { kind: 'webauthn.create', session: visit.request.session }),
    person,
    submit: { text: visit.plain('add_passkey'), icon: 'plus' },
  })
  const text = visit.text('passkeys_text')
  const body =
    passkeys.length === 0
      ? html`<p class="dim">${text}</p>${add}`
      : html`<p class="card-body dim">${text}</p>${passkeyTable(visit, passkeys, path)}<div class="card-body">${add}</div>`
  return card({ id: 'passkeys', title: visit.plain('passkeys'), isFlush: passkeys.length > 0, body })
}

const passkeyTable = (visit: PasskeyVisit, passkeys: readonly Passkey[], path: string): Html =>
  table<Passkey>({
    caption: visit.plain('passkeys'),
    rows: passkeys,
    columns: [
      { title: visit.plain('device'), place: 'name', cell: ({ device }) => visit.exact(device ?? '–') },
      { title: visit.plain('created'), place: 'note', cell: ({ createdAt }) => visit.time(createdAt) },
      {
        title: html`<span class="only-read">${visit.plain('delete')}</span>`,
        place: 'amount',
        cell: ({ id }) =>
          postForm(
            visit,
            `${path}/passkeys/${id}/delete`,
            button({ text: visit.plain('delete'), kind: 'quiet' }),
            'row-form',
          ),
      },
    ],
  })
