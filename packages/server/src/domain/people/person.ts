import type { Area } from '../sessions/session.js'
import type { PersonRole } from '../shared/person-role.js'
import type { Instant } from '../shared/types.js'

/** The merchant of people who are operators. They sign in to the console. */
export const OPERATORS = 'console'

/** The pages that a person signs in to. */
export const areaOf = ({ merchantId }: Pick<Person, 'merchantId'>): Area =>
  merchantId === OPERATORS ? 'console' : 'dashboard'

/** A person who signs in to the dashboard of a merchant, or to the console. */
export interface Person {
  /** Begins with `per_`. */
  readonly id: string
  readonly merchantId: string
  /** In small letters. */
  readonly mail: string
  readonly name: string
  /** Of an operator it is one of the console, as `operators.ts` reads it. */
  readonly role: PersonRole
  readonly invitedAt: Instant
  /** When the person last used the dashboard, to the hour; null before the first sign-in. */
  readonly usedAt: Instant | null
  /** When the person became an owner; null for one who is none, or was one in an earlier version. */
  readonly ownerSince: Instant | null
  /** Until then money, keys and people wait, since the passkeys of the person were reset; null without a reset. */
  readonly waitsUntil: Instant | null
  /** Of notices; null without a choice. */
  readonly language: string | null
  /** The chosen notices; null for those of the role. */
  readonly notices: string | null
  /** Where the person is told on Telegram; null without a link. */
  readonly chat: PersonChat | null
  /** The last day whose summary was written, such as `2026-10-25`. */
  readonly summarizedDay: string | null
}

/** A private chat of a person with the bot of the operator on Telegram. */
export interface PersonChat {
  readonly id: string
  /** The name of the account, without its `@`; null where it has none. */
  readonly name: string | null
  readonly since: Instant
}

/** No longer than mail servers take, without characters that would end the address in a header. */
const MAIL = /^[^\s@<>":\\\p{C}]{1,64}@[^\s@<>":\\\p{C}]{1,189}$/u
const MOST_NAME = 100
const INVISIBLE = /\p{C}/u

/** Reads a mail address; undefined for a text that is none. */
export function readMail(text: string): string | undefined {
  const mail = text.trim().toLowerCase()
  return MAIL.test(mail) ? mail : undefined
}

/** Reads the name of a person: 1 to 100 characters, all of them visible; undefined for another text. */
export function readPersonName(text: string): string | undefined {
  const name = text.trim()
  return name !== '' && name.length <= MOST_NAME && !INVISIBLE.test(name) ? name : undefined
}
