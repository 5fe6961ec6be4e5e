import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { InvitationMessage } from '../domain/messages/message.js'
import type { ResetContext } from '../domain/people/passkey-reset.js'
import { createPersonLink, INVITATION_MS } from '../domain/people/people.js'
import { areaOf } from '../domain/people/person.js'
import { signInUrl } from '../domain/sessions/session.js'
import type { Instant } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { ENGLISH, type Letter, SERVICE } from './letter.js'
import type { Words } from './words.js'

/** A letter with the address that it goes to. */
interface Addressed {
  readonly to: string
  readonly letter: Letter
}

interface Written {
  readonly message: InvitationMessage
  readonly createdAt: Instant
  readonly words: Words
  readonly publicUrl: string
}

/**
 * The mail that invites a person. Each attempt makes the link anew, of which only the hash is stored. Undefined for a person
 * who was removed or has signed in, and after the time of an invitation.
 */
export async function invitationLetter(
  tx: Tx,
  context: ResetContext,
  { message: { personId, actor, issuedBy }, createdAt, words, publicUrl }: Written,
): Promise<Addressed | undefined> {
  const person = await tx.people.find(personId)
  const isOver = context.clock.real() - createdAt >= INVITATION_MS
  if (!person || person.usedAt !== null || isOver) return undefined
  const { token } = await createPersonLink(tx, context, person, { actor, reason: null, issuedBy })
  const href = signInUrl(publicUrl, areaOf(person), token)
  if (areaOf(person) === 'console') return { to: person.mail, letter: operatorLetter(href) }
  const { name, accent } = await findShownMerchant(tx, person.merchantId)
  const values = { shop: name }
  const letter = {
    words,
    sender: name,
    accent,
    subject: words.say('invitation_subject', values),
    paragraphs: [words.say('invitation_text', values)],
    button: { text: words.plain('invitation_button'), href },
    notes: [words.plain('invitation_note')],
  }
  return { to: person.mail, letter }
}

/** The console speaks English alone. */
const operatorLetter = (href: string): Letter => ({
  words: ENGLISH,
  ...SERVICE,
  subject: 'You are invited to the console',
  paragraphs: [
    'You can see and run the payment service in its console. The link signs you in once, within three days.',
  ],
  button: { text: 'Open the console', href },
  notes: ['Do you not expect this? Then ignore this mail, and ask the operator of the service.'],
})
