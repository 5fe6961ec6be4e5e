import type { Context } from '../context.js'
import type { Instant } from '../shared/types.js'
import type { WithdrawalInReview } from '../store/attention-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { type NextApproval, nextApproval } from '../withdrawals/next-approval.js'
import { isShortage } from '../withdrawals/withdrawal.js'
import { type AttentionItem, SINGLE_ITEMS } from './attention-item.js'
import {
  amountText,
  chainName,
  chainOptions,
  command,
  counted,
  countText,
  HOUR_MS,
  oneByOne,
  READ_ROWS,
  REASON,
  sum,
  testLast,
} from './item-lists.js'

/**
 * Lists withdrawals that a person decides one by one, and those that are tried again by themselves by network and reason:
 * at once where the hot wallet lacks funds or its remote signer does not work, or its daily limit
 * is reached, after an hour for other reasons.
 */
export async function withdrawalItems(
  tx: Tx,
  context: Pick<Context, 'policy'>,
  { now, actor }: { now: Instant; actor: string | undefined },
): Promise<AttentionItem[]> {
  const rows = await tx.attention.listInReview(READ_ROWS)
  const decisions = rows.filter((row) => !isShort(row)).sort(longestFirst)
  const next = new Map<string, NextApproval>()
  for (const row of decisions.slice(0, SINGLE_ITEMS))
    next.set(row.id, await nextApproval(tx, context, row, actor))
  return [...shortageItems(rows.filter(isShort), now), ...decisionItems(decisions, next)]
}

const longestFirst = (one: WithdrawalInReview, other: WithdrawalInReview): number =>
  testLast(one, other) || one.sinceAt - other.sinceAt || (one.id < other.id ? -1 : 1)

const isShort = ({ reviewReason }: WithdrawalInReview): boolean => isShortage(reviewReason)

/** @param next the approval that each of the single items waits for */
function decisionItems(
  rows: readonly WithdrawalInReview[],
  next: ReadonlyMap<string, NextApproval>,
): AttentionItem[] {
  return oneByOne(
    'withdrawal_review',
    rows,
    (row) => {
      const { id, merchantId, amount, destinationAddress, reviewReason, network, environment } = row
      const { note, isByCommand = true } = next.get(id) ?? {}
      return {
        subject: id,
        environment,
        sinceAt: row.sinceAt,
        amount,
        text: `a withdrawal of ${amountText(amount)} to ${destinationAddress} on ${chainName(row)} waits for a decision: ${reviewReason}`,
        hint: `${note === undefined ? '' : `${note}; `}\`withdrawals reject\` returns the money`,
        facts: { merchantId, network, reviewReason },
        command: command(decisionCommand(row, isByCommand)),
      }
    },
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: sum(rest.map(({ amount }) => amount)),
      text: `${countText(rest.length)} more withdrawals wait for a decision`,
      command: command('withdrawals list --status REVIEW'),
    }),
  )
}

function decisionCommand({ id, reviewReason, version }: WithdrawalInReview, isByCommand: boolean): string {
  // An approval could pay it again. `restore status` has the command that settles it, or approves it.
  if (reviewReason === 'possible_duplicate') return 'restore status'
  return isByCommand ? `withdrawals approve ${id} --version ${version} ${REASON}` : `withdrawals show ${id}`
}

function shortageItems(rows: readonly WithdrawalInReview[], now: Instant): AttentionItem[] {
  const groups = new Map<string, [WithdrawalInReview, ...WithdrawalInReview[]]>()
  for (const row of rows) {
    const name = `${chainName(row)}/${row.reviewReason}`
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups].flatMap(([name, group]) => shortageItem(name, group, now) ?? [])
}

function shortageItem(
  name: string,
  group: readonly [WithdrawalInReview, ...WithdrawalInReview[]],
  now: Instant,
): AttentionItem | undefined {
  const [{ reviewReason, sinceAt, ...chain }] = group
  const waiting = counted(group.length, 'withdrawal')
  const item = {
    environment: chain.environment,
    sinceAt,
    facts: { network: chain.network },
    amount: sum(group.map(({ amount }) => amount)),
    command: command(`withdrawals list --status REVIEW --environment ${chain.environment}`),
  }
  const subject = chainName(chain)
  if (reviewReason === 'funds') {
    const text = `the hot wallet lacks USDT, or coins for fees, for ${waiting}: top it up`
    const filling = command(
      `sweeps plan ${chainOptions(chain)} --to hot --fill --coin-price "..." --out plan.json`,
    )
    const key = `hot_wallet_short/${subject}`
    return { ...item, key, kind: 'hot_wallet_short', subject, text, command: filling }
  }
  if (reviewReason === 'signer_unavailable') {
    const text = 'the remote signer gives no usable signature, and nothing is sent: the log has the reason'
    return { key: `signer_unavailable/${subject}`, kind: 'signer_unavailable', subject, text, ...item }
  }
  if (reviewReason === 'wallet_limit') {
    const text = `the daily limit of the hot wallet leaves no room for ${waiting}: they are sent from midnight UTC on, and those above the limit once it is raised`
    return { key: `wallet_limit/${subject}`, kind: 'wallet_limit', subject, text, ...item }
  }
  if (now - sinceAt < HOUR_MS) return undefined
  const text = `${waiting} could not be sent for over an hour: ${reviewReason}`
  return { key: `withdrawal_waiting/${name}`, kind: 'withdrawal_waiting', subject: name, text, ...item }
}
