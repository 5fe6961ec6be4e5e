import type { Instant } from '../shared/types.js'

/** The pages that a session opens. A session of one area opens no page of another. */
export type Area = 'console' | 'dashboard'

/** Whether a text has the form of the token of a link or a session. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

const FRESH_MS = 15 * 60_000

/** Whether a person began to sign in less than 15 minutes ago, as moving money and making keys require. */
export const isFresh = (since: Instant, now: Instant): boolean => now - since < FRESH_MS

/** The address of a link that signs a person in once. */
export const signInUrl = (publicUrl: string, area: Area, token: string): string =>
  `${publicUrl}/${area}/sign-in/${token}`

/** A person, and what that person may do in an area. */
export interface Holder {
  readonly area: Area
  /** The name of the person; for the dashboard the key or the merchant that the link is for. */
  readonly holder: string
  /** Written by the area: a role, or the access to a merchant. */
  readonly grants: string
}

/** A link that signs its holder in once. */
export interface SignInLink extends Holder {
  /** Of its token, which is not stored. */
  readonly hash: string
  readonly expiresAt: Instant
}

/** A link or a session as stored: its seal proves that the server has written it, as `seal.ts` says. */
export type Sealed<Row> = Row & {
  /** Null in rows of earlier versions, which open nothing. */
  readonly seal: string | null
}

export interface Session extends Holder {
  readonly id: string
  /** Of its token, which is not stored. */
  readonly hash: string
  /** The language that its person chose for the pages; null without a choice. */
  readonly language: string | null
  /** The browser that it began in, as `Firefox, Windows`; null where the browser did not tell. */
  readonly device: string | null
  readonly createdAt: Instant
  /** When it was last used, to the hour. Sessions of links are not noted again. */
  readonly usedAt: Instant
  readonly expiresAt: Instant
}
