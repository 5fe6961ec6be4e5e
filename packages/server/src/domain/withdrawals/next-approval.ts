import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import { approvalsNow, COMMAND_LINE } from './approvals.js'
import type { Withdrawal } from './withdrawal.js'
import { needsTwo } from './withdrawal-limits.js'
import { needsOtherOperator } from './withdrawal-reviews.js'

/** The approval that a withdrawal under review waits for. */
export interface NextApproval {
  /** The people who may give it, and the one who has approved already; undefined where any one approval is enough. */
  readonly note: string | undefined
  /** Whether a command of the reader may give it. */
  readonly isByCommand: boolean
}

/** Says what a withdrawal under review still needs. @param reader of a command; undefined for a page or a log */
export async function nextApproval(
  tx: Tx,
  context: Pick<Context, 'policy'>,
  withdrawal: Pick<Withdrawal, 'id' | 'version' | 'amount' | 'fee' | 'madeBy'>,
  reader: string | undefined,
): Promise<NextApproval> {
  const isOwn = reader !== undefined && needsOtherOperator(context, withdrawal, reader)
  const isTwo = needsTwo(context, withdrawal)
  const given = isTwo ? await approvalsNow(tx, withdrawal) : []
  const isByCommand = !isOwn && !given.some(({ person }) => person === COMMAND_LINE)
  const place = isByCommand ? '' : ', in the console'
  const [first] = given
  if (first)
    return { note: `1 of 2 approvals, by ${first.actor}; another person approves it${place}`, isByCommand }
  if (isTwo) return { note: `two people approve it${place}`, isByCommand }
  return { note: isOwn ? `another person approves it${place}` : undefined, isByCommand }
}
