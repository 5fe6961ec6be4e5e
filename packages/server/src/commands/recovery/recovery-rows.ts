import { transferName } from '../../domain/chain/transfer.js'
import type { NextStep } from '../../domain/recovery/next-steps.js'
import { isRecorded, type RecoveryStatus } from '../../domain/recovery/recovery-status.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { NextApproval } from '../../domain/withdrawals/next-approval.js'
import { type Row, timeCell } from '../output.js'

const REASON = '--reason …'

/** One table of `restore status`; with `--json` each row names its item. */
export interface StatusSection {
  readonly item: string
  readonly title: string
  readonly rows: readonly Row[]
}

/**
 * Lists the tables of `restore status`. Rows that wait for a decision end with a command that works as it is printed, or
 * with none while another row or a block has to be decided first.
 *
 * @param hindrances what else keeps the recovery open, outside the database
 * @param next the approval that a withdrawal waits for, by its id
 */
export function statusSections(
  status: RecoveryStatus,
  hindrances: readonly string[],
  next: ReadonlyMap<string, NextApproval>,
): StatusSection[] {
  const { recovery, networks, unexplained, duplicates, short, unsigned, suspense } = status
  return [
    {
      item: 'recovery',
      title: 'Recovery',
      rows: [
        {
          is_recovering: recovery !== undefined,
          since: timeCell(recovery?.begunAt ?? null),
          backup_at: timeCell(recovery?.backupAt ?? null),
          cause: recovery?.cause ?? null,
          reason: recovery?.reason ?? null,
          command: status.isExplained && hindrances.length === 0 ? `restore finish ${REASON}` : null,
        },
      ],
    },
    {
      item: 'hindrance',
      title: 'Other reasons that the recovery cannot be finished yet',
      rows: hindrances.map((message) => ({ message })),
    },
    {
      item: 'network',
      title: 'Recorded blocks',
      rows: networks.map((network) => ({
        ...placeOf(network.id),
        block: network.cursor?.block.number ?? null,
        recorded_to: timeCell(network.cursor?.block.timeAt ?? null),
        needed_to: timeCell(network.dueAt),
        is_enough: isRecorded(network),
      })),
    },
    {
      item: 'unexplained',
      title: 'Transfers out of the hot wallet without an explanation',
      rows: unexplained.map(({ transfer, withdrawal, step }) => ({
        ...placeOf(transfer),
        transfer: transferName(transfer),
        amount: formatUsdt(transfer.value),
        to: transfer.to,
        block: transfer.block.number,
        at: timeCell(transfer.block.timeAt),
        is_final: transfer.confirmedAt !== null,
        withdrawal: withdrawal?.id ?? null,
        command: commandOf(step),
      })),
    },
    {
      item: 'possible_duplicate',
      title: 'Withdrawals that may be paid already',
      rows: duplicates.map(({ withdrawal, paidBy, step }) => ({
        ...placeOf(withdrawal),
        withdrawal: withdrawal.id,
        merchant_id: withdrawal.merchantId,
        amount: formatUsdt(withdrawal.amount),
        to: withdrawal.destinationAddress,
        transfer: paidBy ? transferName(paidBy) : null,
        ...approvalOf(step, next.get(withdrawal.id)),
      })),
    },
    {
      item: 'shortfall',
      title: 'Explained transfers that a merchant has not borne completely',
      rows: short.map(({ explanation, step }) => ({
        ...placeOf(explanation),
        transfer: transferName(explanation),
        merchant_id: explanation.subject,
        amount: formatUsdt(explanation.amount),
        short: formatUsdt(explanation.shortfall),
        command: commandOf(step),
      })),
    },
    {
      item: 'unsigned',
      title: 'Withdrawals that are not signed, those included that were canceled after the backup',
      rows: unsigned.map(({ id, pending, inReview }) => ({
        ...placeOf(id),
        pending,
        in_review: inReview,
        command: 'withdrawals list --status PENDING',
      })),
    },
    {
      item: 'suspense',
      title: 'Payments in suspense',
      rows: suspense
        .filter(({ count }) => count > 0)
        .map(({ environment, count }) => ({
          environment,
          transfers: count,
          command: `ledger suspense --environment ${environment}`,
        })),
    },
  ]
}

/** The note and the command of a withdrawal; those of one that must be approved depend on who may do that. */
function approvalOf(step: NextStep | undefined, next: NextApproval | undefined) {
  if (step?.kind !== 'approve' || !next) return { note: null, command: commandOf(step) }
  return { note: next.note ?? null, command: next.isByCommand ? commandOf(step) : null }
}

function commandOf(step: NextStep | undefined): string | null {
  switch (step?.kind) {
    case undefined:
      return null
    case 'settle':
      return `withdrawals settle ${step.withdrawal.id} --paid-by ${transferName(step.paidBy)} ${REASON}`
    case 'approve':
      return `withdrawals approve ${step.withdrawal.id} --version ${step.withdrawal.version} ${REASON}`
    case 'reject':
      return `withdrawals reject ${step.withdrawal.id} ${REASON}`
    case 'explain': {
      const bearer = step.bearer.kind === 'merchant' ? `--merchant ${step.bearer.id}` : '--operator'
      return `restore explain ${transferName(step.transfer)} ${bearer} ${REASON}`
    }
  }
}

const placeOf = ({ environment, network }: ChainId) => ({ environment, network })
