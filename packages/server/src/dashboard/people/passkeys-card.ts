import type { Passkey } from '../../domain/people/passkey.js'
import { addPasskey, createChallenge } from '../../domain/people/passkeys.js'
import { removePasskey } from '../../domain/people/people.js'
import type { Person } from '../../domain/people/person.js'
import { relyingPartyOf } from '../../domain/people/relying-party.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { table } from '../../ui/table.js'
import { newKeyAnswerIn, passkeyForm } from '../access/passkey-form.js'
import type { Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { changeOwn } from './people-change.js'

/** The passkeys of the person who is signed in; nothing where browsers have none. */
export async function passkeysCard(tx: Tx, visit: Visit, person: Person): Promise<Html> {
  const { context, settings } = visit.services
  const party = relyingPartyOf(settings.publicUrl())
  if (!party) return NOTHING
  const passkeys = await tx.passkeys.list(person.id)
  const add = passkeyForm({
    action: visit.href('/me/passkeys'),
    hidden: visit.hidden,
    party,
    challenge: createChallenge(context, { kind: 'webauthn.create', session: visit.request.session }),
    person,
    submit: { text: visit.plain('add_passkey'), icon: 'plus' },
  })
  return card({
    id: 'passkeys',
    title: visit.plain('passkeys'),
    body: html`<p class="dim">${visit.text('passkeys_text')}</p>${passkeys.length > 0 ? passkeyTable(visit, passkeys) : NOTHING}${add}`,
  })
}

const passkeyTable = (visit: Visit, passkeys: readonly Passkey[]): Html =>
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
            `/me/passkeys/${id}/delete`,
            button({ text: visit.plain('delete'), kind: 'quiet' }),
            'row-form',
          ),
      },
    ],
  })

export const addPasskeyForm: Submit = async (visit) => {
  const { services, request } = visit
  const party = relyingPartyOf(services.settings.publicUrl())
  if (!party || !request.form) throw new DomainError('not_found')
  const answer = newKeyAnswerIn(request.form)
  const { session } = request
  await changeOwn(visit, (tx, { person, mandate }) =>
    addPasskey(tx, services.context, { person, answer, party, session }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/me', { done: 'passkey' }) }
}

export const deletePasskeyForm: Submit = async (visit) => {
  const passkeyId = visit.param('passkey')
  await changeOwn(visit, (tx, { person, mandate }) =>
    removePasskey(tx, visit.services.context, { person, passkeyId }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/me', { done: 'passkey_deleted' }) }
}
