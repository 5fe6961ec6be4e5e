import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { ChannelTestMessage } from '../domain/messages/message.js'
import type { Person } from '../domain/people/person.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Letter } from './letter.js'
import type { MessageLanguages } from './words.js'

interface Written {
  readonly message: ChannelTestMessage
  readonly languages: MessageLanguages
  readonly publicUrl: string
}

/** Shows a person that a channel reaches the person, in the language of notices. Undefined once the person was removed. */
export async function channelTestLetter(
  tx: Tx,
  { message: { personId }, languages, publicUrl }: Written,
): Promise<{ readonly person: Person; readonly letter: Letter } | undefined> {
  const person = await tx.people.find(personId)
  if (!person) return undefined
  const words = languages.choose(person.language ?? undefined, undefined)
  const { name, accent } = await findShownMerchant(tx, person.merchantId)
  const letter = {
    words,
    sender: name,
    accent,
    subject: words.plain('channel_test_subject'),
    paragraphs: [words.say('channel_test_text', { shop: name })],
    button: { text: words.plain('invitation_button'), href: `${publicUrl}/dashboard/me/notices` },
    notes: [],
  }
  return { person, letter }
}
