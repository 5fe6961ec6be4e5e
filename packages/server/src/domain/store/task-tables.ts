import type { Instant, Scope } from '../shared/types.js'

/** A thing to do that a person has closed. */
export interface ClosedTask {
  /** The id of an order or of a webhook endpoint, or a name. */
  readonly subject: string
  /** The amount that an order has received, or the time since which an endpoint fails. */
  readonly fact: bigint
  readonly closedAt: Instant
  /** The person, the key or the session. */
  readonly closedBy: string
}

export interface ClosedTaskTable {
  /** @returns false if the task was closed with the same fact before */
  insert(scope: Scope, task: ClosedTask): Promise<boolean>
  has(scope: Scope, task: Pick<ClosedTask, 'subject' | 'fact'>): Promise<boolean>
  countSince(scope: Scope, since: Instant): Promise<number>
  /** Lists the tasks that were closed since then, newest first. */
  listSince(scope: Scope, since: Instant, limit: number): Promise<ClosedTask[]>
}
