import type { Context } from '../domain/context.js'
import { createChallenge } from '../domain/people/passkeys.js'
import { relyingPartyOf } from '../domain/people/relying-party.js'
import type { Session } from '../domain/sessions/session.js'
import { type Html, NOTHING } from '../runtime/html.js'
import type { Words } from '../ui/words.js'
import { passkeyForm } from './passkey-form.js'

interface Place {
  readonly words: Words<'sign_in_with_passkey'>
  /** Path of the area. */
  readonly base: string
  readonly context: Pick<Context, 'clock' | 'vault'>
  readonly publicUrl: () => string
  /** The session of a person who signs in again. */
  readonly session?: Session
}

/** The button that signs in with a passkey; nothing where browsers have none. @param to path and query to go on with */
export function signInByPasskey({ words, base, context, publicUrl, session }: Place, to: string): Html {
  const party = relyingPartyOf(publicUrl())
  if (!party) return NOTHING
  return passkeyForm({
    action: `${base}/passkey`,
    hidden: { to },
    party,
    challenge: createChallenge(context, { kind: 'webauthn.get', session }),
    submit: { text: words.plain('sign_in_with_passkey'), icon: 'key' },
  })
}
