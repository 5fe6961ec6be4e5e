import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { PasskeyResetMessage } from '../domain/messages/message.js'
import { areaOf, type Person } from '../domain/people/person.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Letter, SERVICE } from './letter.js'
import type { MessageLanguages } from './words.js'

interface Written {
  readonly message: PasskeyResetMessage
  readonly languages: MessageLanguages
  readonly publicUrl: string
}

/** Tells a person that the passkeys of a colleague, or the own ones, were reset. Undefined once the reader was removed. */
export async function passkeyResetLetter(
  tx: Tx,
  { message: { personId, name, waitsUntil }, languages, publicUrl }: Written,
): Promise<{ readonly person: Person; readonly letter: Letter } | undefined> {
  const person = await tx.people.find(personId)
  if (!person) return undefined
  const area = areaOf(person)
  const words = languages.choose(person.language ?? undefined, undefined)
  const shop = area === 'console' ? undefined : await findShownMerchant(tx, person.merchantId)
  const button = { text: words.plain('invitation_button'), href: `${publicUrl}/dashboard/people` }
  const letter = {
    words,
    sender: shop?.name ?? SERVICE.sender,
    accent: shop?.accent ?? null,
    subject: words.say('passkey_reset_subject', { name }),
    paragraphs: [words.say('passkey_reset_text', { name, time: words.instant(waitsUntil) })],
    button: shop && button,
    notes: [],
  }
  return { person, letter }
}
