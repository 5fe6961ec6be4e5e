import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Approval } from './approval.js'
import type { Withdrawal } from './withdrawal.js'
import { needsTwo } from './withdrawal-limits.js'

/** The person of all approvals by commands, which share a machine. No name of the console has a space. */
export const COMMAND_LINE = 'command line'

/** Whether a withdrawal lacks the approval of a second person, such as one that was approved before the setting. */
export async function lacksApprovals(
  tx: Tx,
  context: Pick<Context, 'policy'>,
  withdrawal: Withdrawal,
): Promise<boolean> {
  if (!needsTwo(context, withdrawal)) return false
  if (withdrawal.approvedAt === null) return true
  const approvals = await tx.withdrawalApprovals.list(withdrawal.id)
  const last = approvals.at(-1)
  return approvals.filter(({ version }) => version === last?.version).length < 2
}

/** The approvals of a withdrawal as it is now, oldest first. */
export const approvalsNow = async (
  tx: Tx,
  { id, version }: Pick<Withdrawal, 'id' | 'version'>,
): Promise<Approval[]> => (await tx.withdrawalApprovals.list(id)).filter((each) => each.version === version)
