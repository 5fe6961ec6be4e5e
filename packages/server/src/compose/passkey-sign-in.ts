import type { Context } from '../domain/context.js'
import { isAnswered, signInWithPasskey } from '../domain/people/passkeys.js'
import { relyingPartyOf } from '../domain/people/relying-party.js'
import type { Area } from '../domain/sessions/session.js'
import type { Store } from '../domain/store/store.js'
import type { PagesServices } from '../http/sessions/pages-services.js'
import { signedAnswerIn } from '../pages/passkey-form.js'

interface Parts {
  readonly store: Store
  readonly context: Context
  readonly publicUrl: () => string
}

/** Signs people in to an area by passkey. */
export const openPasskeySignIn =
  ({ store, context, publicUrl }: Parts, area: Area): NonNullable<PagesServices['passkeySignIn']> =>
  async (form, browser) => {
    const party = relyingPartyOf(publicUrl())
    if (!party) return undefined
    const attempt = { answer: signedAnswerIn(form), party }
    if (!(await store.read((tx) => isAnswered(tx, context, attempt)))) return undefined
    return store.write((tx) => signInWithPasskey(tx, context, attempt, { ...browser, area }))
  }
