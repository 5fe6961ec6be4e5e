import type { Context } from '../domain/context.js'
import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { SignInMessage } from '../domain/messages/message.js'
import { listMailPeople } from '../domain/people/mail-address.js'
import { createMailToken, MAIL_LINK_MS } from '../domain/people/mail-links.js'
import type { Instant } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Letter, SERVICE } from './letter.js'
import type { Words } from './words.js'

interface Written {
  readonly message: SignInMessage
  readonly messageId: string
  readonly createdAt: Instant
  readonly words: Words
  /** Address of the dashboard. */
  readonly dashboardUrl: string
}

/**
 * A mail with a link that signs in, or that says why there is none. Undefined for an address that is not known, and once the
 * time of the link is over.
 */
export async function signInLetter(
  tx: Tx,
  context: Pick<Context, 'clock' | 'vault'>,
  { message, messageId, createdAt, words, dashboardUrl }: Written,
): Promise<Letter | undefined> {
  const expiresAt = createdAt + MAIL_LINK_MS
  if (context.clock.real() >= expiresAt) return undefined
  const { to: mail, browser, path } = message
  const { able, hasPasskey } = await listMailPeople(tx, context, mail)
  const [first, another] = able
  const subject = words.plain('sign_in_subject')
  if (!first) {
    if (!hasPasskey) return undefined
    return { words, ...SERVICE, subject, paragraphs: [words.plain('passkey_text')], notes: [] }
  }
  const { name, accent } = another
    ? { name: SERVICE.sender, accent: null }
    : await findShownMerchant(tx, first.person.merchantId)
  const token = createMailToken(context, { mail, browser, path, messageId, expiresAt })
  return {
    words,
    sender: name,
    accent,
    subject,
    paragraphs: [words.plain('sign_in_text')],
    button: { text: words.plain('sign_in_button'), href: `${dashboardUrl}/sign-in/mail/${token}` },
    notes: [words.plain('sign_in_note')],
  }
}
