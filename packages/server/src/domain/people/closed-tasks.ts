import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Scope } from '../shared/types.js'
import type { ClosedTask } from '../store/task-tables.js'
import type { Tx } from '../store/unit-of-work.js'

/** Of the first steps of a merchant, which have no id. */
export const FIRST_STEPS = 'first-steps'

/**
 * Closes a thing to do until a later fact about its subject arises. A task that is closed already stays as it is.
 *
 * @param by the person, the key or the session
 */
export async function closeTask(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { merchantId, environment }: Scope,
  { subject, fact }: Pick<ClosedTask, 'subject' | 'fact'>,
  by: string,
): Promise<void> {
  const task = { subject, fact, closedAt: context.clock.now(), closedBy: by }
  if (!(await tx.closedTasks.insert({ merchantId, environment }, task))) return
  const details = { merchant: merchantId, environment, fact: `${fact}` }
  await audit(tx, context, { actor: by, action: 'tasks close', subject, details })
}
