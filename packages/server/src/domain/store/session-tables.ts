import type { Area, Sealed, Session, SignInLink } from '../sessions/session.js'
import type { Instant } from '../shared/types.js'

export interface SessionTable {
  insertLink(link: Sealed<SignInLink>): Promise<void>
  /** Finds a link that has not expired. */
  findLink(area: Area, hash: string, at: Instant): Promise<Sealed<SignInLink> | undefined>
  /** Deletes a link. @returns the link if it was still valid: of several callers one gets it */
  takeLink(area: Area, hash: string, at: Instant): Promise<Sealed<SignInLink> | undefined>
  /** Deletes the links of a holder. */
  deleteLinks(area: Area, holder: string): Promise<void>
  insert(session: Sealed<Session>): Promise<void>
  /** Finds a session that has not expired. */
  find(area: Area, hash: string, at: Instant): Promise<Sealed<Session> | undefined>
  /** Lists sessions of all areas that have not expired, newest first. */
  list(at: Instant): Promise<Session[]>
  /** Lists the sessions of a holder that have not expired, newest first. */
  listOf(area: Area, holder: string, at: Instant): Promise<Session[]>
  noteUse(id: string, at: Instant): Promise<void>
  setLanguage(id: string, language: string): Promise<void>
  /** @returns the session; undefined if there is none */
  delete(id: string): Promise<Session | undefined>
  /** Deletes all links and sessions. */
  deleteEvery(): Promise<void>
  /** Deletes links and sessions that expired by then. */
  purge(until: Instant): Promise<void>
}
