import type { Instant } from './types.js'

/** An operator action in the audit log. Entries are never changed. */
export interface AuditEntry {
  readonly id: string
  /** The operating system user or the client app's backend. */
  readonly actor: string
  /** `<noun> <verb>`, as in the command. */
  readonly action: string
  /** Id of the object of the action. */
  readonly subject: string
  /** JSON object with the arguments and the reason. */
  readonly details: string
  readonly createdAt: Instant
}

/** Writes a person with a role as an actor. */
export const actorOf = (person: string, role: string): string => `${person} (${role})`

/** Returns the person of an actor, without a role. */
export const personOf = (actor: string): string => actor.replace(/ \(\w+\)$/, '')

/** The person behind an operator action, and their reason. */
export interface Mandate {
  readonly actor: string
  /** Free text; null for actions that need no reason. */
  readonly reason: string | null
}
