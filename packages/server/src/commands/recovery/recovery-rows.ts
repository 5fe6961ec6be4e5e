import { transferName } from '../../domain/payments/transfer.js'
import type { RecoveryStatus, UnexplainedTransfer } from '../../domain/recovery/recovery-status.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { ChainId } from '../../domain/shared/types.js'
import { type Row, timeCell } from '../output.js'

/** One table of `restore status`; with `--json` each row names its item. */
export interface StatusSection {
  readonly item: string
  readonly title: string
  readonly rows: readonly Row[]
}

/** Lists the tables of `restore status`. Rows that wait for a decision end with the command for it. */
export function statusSections(status: RecoveryStatus): StatusSection[] {
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
          command: recovery ? 'restore finish --reason …' : null,
        },
      ],
    },
    {
      item: 'network',
      title: 'Recorded blocks',
      rows: networks.map(({ id, cursor, dueAt }) => ({
        ...placeOf(id),
        block: cursor?.block.number ?? null,
        recorded_to: timeCell(cursor?.block.timeAt ?? null),
        needed_to: timeCell(dueAt),
        is_enough: dueAt === null || (cursor !== undefined && cursor.block.timeAt >= dueAt),
      })),
    },
    {
      item: 'unexplained',
      title: 'Transfers out of the hot wallet without an explanation',
      rows: unexplained.map(rowOfTransfer),
    },
    {
      item: 'possible_duplicate',
      title: 'Withdrawals that may be paid already',
      rows: duplicates.map(({ withdrawal, transfer }) => ({
        ...placeOf(withdrawal),
        withdrawal: withdrawal.id,
        merchant_id: withdrawal.merchantId,
        amount: formatUsdt(withdrawal.amount),
        to: withdrawal.destinationAddress,
        transfer: transfer ? transferName(transfer) : null,
        command: transfer
          ? `withdrawals settle ${withdrawal.id} --paid-by ${transferName(transfer)} --reason …`
          : `withdrawals approve ${withdrawal.id} --version ${withdrawal.version} --reason …`,
      })),
    },
    {
      item: 'shortfall',
      title: 'Explained transfers that a merchant has not borne completely',
      rows: short.map(({ txHash, logIndex, subject, amount, shortfall, ...id }) => ({
        ...placeOf(id),
        transfer: transferName({ txHash, logIndex }),
        merchant_id: subject,
        amount: formatUsdt(amount),
        short: formatUsdt(shortfall),
        command: `restore explain ${transferName({ txHash, logIndex })} --merchant ${subject} --reason …`,
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

const rowOfTransfer = ({ transfer, withdrawal }: UnexplainedTransfer): Row => ({
  ...placeOf(transfer),
  transfer: transferName(transfer),
  amount: formatUsdt(transfer.value),
  to: transfer.to,
  block: transfer.block.number,
  at: timeCell(transfer.block.timeAt),
  is_final: transfer.confirmedAt !== null,
  command: withdrawal
    ? `withdrawals settle ${withdrawal.id} --paid-by ${transferName(transfer)} --reason …`
    : `restore explain ${transferName(transfer)} --merchant … --reason …`,
})

const placeOf = ({ environment, network }: ChainId) => ({ environment, network })
