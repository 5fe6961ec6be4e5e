import type { NewKeyAnswer, RelyingParty, SignedAnswer } from '../domain/people/passkey.js'
import { relyingPartyOf } from '../domain/people/relying-party.js'
import { DomainError } from '../domain/shared/errors.js'
import { type Html, html, joinHtml } from '../runtime/html.js'
import { attributes } from '../ui/attributes.js'
import { button } from '../ui/button.js'
import { hiddenField } from '../ui/fields.js'
import type { IconName } from '../ui/icons.js'
import type { Visit } from './visit.js'

interface PasskeyForm {
  /** Of the form's target. */
  readonly action: string
  /** Sent with the answer of the device. */
  readonly hidden: Readonly<Record<string, string>>
  readonly party: RelyingParty
  readonly challenge: string
  /** A new passkey is for this person; undefined to sign in. */
  readonly person?: { readonly id: string; readonly mail: string }
  readonly submit: { readonly text: string; readonly icon: IconName }
}

/** The fields that the script fills with the answer of the device. */
const ANSWER = ['id', 'client_data', 'authenticator_data', 'signature', 'public_key'] as const

/** A button that asks the device of the person. Without the script, or in a browser without passkeys, it is not shown. */
export function passkeyForm({ action, hidden, party, challenge, person, submit }: PasskeyForm): Html {
  const data = attributes({
    'data-passkey': person ? 'create' : 'get',
    'data-challenge': challenge,
    'data-host': party.id,
    'data-person': person?.id,
    'data-mail': person?.mail,
  })
  const fields = [...Object.entries(hidden), ...ANSWER.map((name) => [name, ''] as const)]
  return html`<form method="post" action="${action}" hidden${data}>${joinHtml(
    fields.map(([name, value]) => hiddenField(name, value)),
  )}${button({ ...submit, kind: 'primary', attributes: { type: 'button' } })}</form>`
}

/** Reads the answer with which a person signs in. */
export const signedAnswerIn = (form: URLSearchParams): SignedAnswer => ({
  ...answerIn(form),
  signature: partOf(form, 'signature'),
})

/** Reads the answer with a new passkey. */
const newKeyAnswerIn = (form: URLSearchParams): NewKeyAnswer => ({
  ...answerIn(form),
  publicKey: partOf(form, 'public_key'),
})

const answerIn = (form: URLSearchParams) => ({
  id: partOf(form, 'id'),
  clientData: partOf(form, 'client_data'),
  authenticatorData: partOf(form, 'authenticator_data'),
})

/** A part of the answer in base64url; empty for any other text, which no database has to store. */
const partOf = (form: URLSearchParams, name: (typeof ANSWER)[number]): string =>
  /^[\w-]*$/.exec(form.get(name) ?? '')?.[0] ?? ''

/** The new passkey that a form brings. @throws not_found without one */
export function requirePasskey({ services, request }: Visit) {
  const party = relyingPartyOf(services.settings.publicUrl())
  if (!party || !request.form) throw new DomainError('not_found')
  return { answer: newKeyAnswerIn(request.form), party, session: request.session }
}
