import type { Area, Session, SignInLink } from '../sessions/session.js'
import type { Instant } from '../shared/types.js'

export interface SessionTable {
  insertLink(link: SignInLink): Promise<void>
  /** Deletes a link. @returns the link if it was still valid: of several callers one gets it */
  takeLink(area: Area, hash: string, at: Instant): Promise<SignInLink | undefined>
  insert(session: Session): Promise<void>
  /** Finds a session that has not expired. */
  find(area: Area, hash: string, at: Instant): Promise<Session | undefined>
  /** Lists sessions that have not expired, newest first. */
  list(area: Area, at: Instant): Promise<Session[]>
  setLanguage(id: string, language: string): Promise<void>
  /** @returns false if there is none */
  delete(id: string): Promise<boolean>
  /** Deletes links and sessions that expired by then. */
  purge(until: Instant): Promise<void>
}
