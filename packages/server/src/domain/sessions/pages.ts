import type { PersonRole } from '../shared/person-role.js'
import type { Instant } from '../shared/types.js'
import type { Area, Session } from './session.js'

/** A rendered page with its Content-Security-Policy. */
export interface Page {
  readonly status: number
  readonly html: string
  readonly policy: string
}

/** The reader of a page, as far as the browser tells. */
export interface Reader {
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined
}

/** A request for a page, by a person who is signed in. */
export interface PageRequest {
  /** Path below the area, decoded: empty for the first page, otherwise it begins with a slash. */
  readonly path: string
  readonly query: URLSearchParams
  /** The fields of a submitted form, whose token was checked; undefined when the page is only read. */
  readonly form: URLSearchParams | undefined
  /** The file of the form; undefined without one. */
  readonly file: Uint8Array | undefined
  /** Set for a form that is larger than the server reads, by a file or by text alone. Nothing of it is known. */
  readonly excess: 'file' | 'text' | undefined
  readonly session: Session
  readonly reader: Reader
  /** Whether the browser has sent a form in the last seconds, which stale reads may not show yet. */
  readonly hasJustActed: boolean
  /** Belongs into each form of the page, as the field {@link FORM_TOKEN}. */
  readonly formToken: string
}

export type PageReply =
  | ({ readonly kind: 'page' } & Page)
  /** To a path below the area, with its query. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The session is over, such as with the key that it comes from. */
  | { readonly kind: 'ended' }
  /** A picture of a page. */
  | {
      readonly kind: 'picture'
      readonly type: string
      readonly bytes: Buffer
      /** The address always shows these bytes. */
      readonly isKept: boolean
    }
  /** Data that a script reads. */
  | { readonly kind: 'data'; readonly type: string; readonly text: string }
  /** A download. Its parts are asked for as the reader takes them. */
  | {
      readonly kind: 'file'
      readonly type: string
      readonly name: string
      readonly parts: Iterable<string> | AsyncIterable<string>
    }

/** The name of the form field that proves that a form came from a page of the session. */
export const FORM_TOKEN = 'token'

/** The key that makes a form count once, as a page writes it; undefined for other text. */
export const formKeyIn = (text: string | undefined): string | undefined =>
  /^[0-9a-f-]{36}$/.exec(text ?? '')?.[0]

/** Pages that need no session. */
export type Notice =
  /** Explains how to sign in, and goes on with a path below the area. */
  | { readonly kind: 'sign_in'; readonly to: string }
  /** Shows the button that uses a link up, with the invitation that a usable link is. */
  | { readonly kind: 'link'; readonly invited?: Invited | undefined }
  | { readonly kind: 'link_refused' }
  | { readonly kind: 'signed_out' }
  /** A request that failed, with its status and its id. */
  | { readonly kind: 'failed'; readonly status: number; readonly requestId: string }

/** The invitation of a link that is not used yet. */
export interface Invited {
  /** The name that the merchant shows. */
  readonly merchant: string
  readonly role: PersonRole
  readonly expiresAt: Instant
  /** Of the merchant; null without a choice. */
  readonly timeZone: string | null
}

/** Pages of people who follow a link in a mail. */
export type MailNotice =
  /** Says the same for every address. Another mail goes on with the same path below the area. */
  | { readonly kind: 'mail_sent'; readonly to: string }
  | { readonly kind: 'mail_refused' }
  /** Asks which of several people of an address signs in: one for each merchant. */
  | { readonly kind: 'choose'; readonly choices: readonly Choice[] }
  /** Shows the button that stops a notice. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'stop_refused' }

/** A person of an address, by the merchant. */
export interface Choice {
  readonly personId: string
  /** Of the merchant. */
  readonly name: string
}

/** The pages of an area. */
export interface Pages {
  readonly area: Area
  notice(notice: Notice, reader: Reader): Page
  /** @throws not_found, and every error of an action */
  answer(request: PageRequest): Promise<PageReply>
}
