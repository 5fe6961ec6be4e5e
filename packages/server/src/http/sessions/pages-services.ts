import type { Context } from '../../domain/context.js'
import type { Choice, Invited, MailNotice, Page, Pages, Reader } from '../../domain/sessions/pages.js'
import type { Session, SignInLink } from '../../domain/sessions/session.js'
import type { SignInOptions } from '../../domain/sessions/sessions.js'
import type { StaleReads, Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { AddressOf } from '../client-address.js'
import type { RateLimit } from '../limits/rate-limit.js'
import type { AreaAddress } from './session-cookie.js'

export interface PagesServices extends Omit<AreaAddress, 'area'> {
  readonly pages: Pages
  readonly store: Store
  readonly staleReads: StaleReads
  readonly context: Pick<Context, 'clock' | 'ids' | 'vault'>
  readonly addressOf: AddressOf
  /** Links and sessions from one address that are not valid. */
  readonly misses: RateLimit
  /** Counts a request of a session. @throws rate_limit_exceeded */
  readonly countRequest: (session: Session) => Promise<void>
  /** Finds the invitation that a usable link is. Undefined where the area shows none. */
  readonly invitedBy?: ((tx: Tx, link: SignInLink) => Promise<Invited | undefined>) | undefined
  /** Signs a person in by the passkey that a form has the answer of. Undefined where the area has no passkeys. */
  readonly passkeySignIn?:
    | ((
        form: URLSearchParams,
        browser: { readonly device: string | null; readonly session: Session | undefined },
      ) => Promise<SignedIn | undefined>)
    | undefined
  /** Signs people in by mail, and stops mails. Undefined where no mail is sent. */
  readonly mail?: MailServices | undefined
  /** How long a session of a link lasts, in milliseconds. */
  readonly lengthOf: SignInOptions['lengthOf']
  /** True once the server is stopping. */
  readonly isStopping: () => boolean
}

/** A session with its token, which is not stored. */
export interface SignedIn {
  readonly session: Session
  readonly token: string
}

/** A browser that asks for a mail. */
export interface AskedMail {
  /** As typed. */
  readonly mail: string
  /** The secret that the browser keeps. */
  readonly browser: string
  /** Where to go on. */
  readonly path: string
  readonly reader: Reader
}

/** A link that a browser opens. */
export interface OpenedLink {
  readonly token: string
  /** The secret that the browser keeps; undefined for one that has not asked. */
  readonly browser: string | undefined
  readonly device: string | null
  /** The session that the browser has already. */
  readonly session: Session | undefined
  /** The person who was chosen; undefined where the reader was not asked. */
  readonly personId: string | undefined
}

/** How an area signs people in by mail, and stops notices. */
export interface MailServices {
  /** Stores a mail for an address, whether it is known or not. */
  request(asked: AskedMail): Promise<void>
  /** Uses a link. @returns the new session, or the people to choose from; undefined for a link that is not valid */
  open(link: OpenedLink): Promise<(SignedIn & { readonly path: string }) | readonly Choice[] | undefined>
  /** Stops the notices of a link in a mail. @returns false for a link that is not valid */
  stop(token: string): Promise<boolean>
  page(notice: MailNotice, reader: Reader): Page
  /** Mails that a browser's address asks for. */
  readonly requests: RateLimit
  /** Mails to one reader. */
  readonly mails: RateLimit
}
