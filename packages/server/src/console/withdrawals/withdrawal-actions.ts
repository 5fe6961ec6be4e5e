import type { Context } from '../../domain/context.js'
import { chainsWithNodes } from '../../domain/recovery/recoveries.js'
import { isUnpaid } from '../../domain/recovery/recovery-status.js'
import { add } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { approvalsNow } from '../../domain/withdrawals/approvals.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { needsTwo } from '../../domain/withdrawals/withdrawal-limits.js'
import { approveWithdrawal, rejectWithdrawal } from '../../domain/withdrawals/withdrawal-reviews.js'
import { html } from '../../runtime/html.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { wholeAddress } from '../../ui/whole-address.js'
import type { OperatorAction } from '../access/actions.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { Visit } from '../visit.js'

const listPath = (visit: Visit, { id }: Withdrawal): string => visit.path('/withdrawals', { open: id })

export const approveAction: OperatorAction = {
  name: 'withdrawals approve',
  path: '/withdrawals/:id/approve',
  async ask(tx, visit) {
    const withdrawal = await getWithdrawal(tx, visit)
    const at = visit.in(withdrawal.environment)
    const { amount, destinationAddress, version, network } = withdrawal
    const merchant = await nameOf(tx, withdrawal)
    const isFirst =
      needsTwo(visit.services.context, withdrawal) && (await approvalsNow(tx, withdrawal)).length === 0
    return {
      visit: at,
      title: `Approve ${money(amount)} USDT?`,
      text: html`${merchant} sends it on ${NETWORK_NAMES[network]}. It cannot be taken back once it is signed.${isFirst ? ' Another person must approve it after you.' : ''}${wholeAddress(destinationAddress)}`,
      hidden: { version: `${version}` },
      submit: { text: isFirst ? 'Approve, 1 of 2' : 'Approve and send', icon: 'check' },
      back: listPath(at, withdrawal),
      amount,
    }
  },
  async run(tx, context, visit, mandate) {
    const seen = { id: visit.param('id'), version: visit.seenVersion }
    const withdrawal = await getWithdrawal(tx, visit)
    // Another transfer may have paid it, and the form does not show which.
    if (await mayBePaid(tx, context, withdrawal))
      throw new OperatorError('an unexplained transfer may have paid it: run restore status on the server')
    const approved = await approveWithdrawal(tx, context, seen, mandate)
    const done = approved.approvedAt === null ? 'approved-first' : 'approved'
    return { to: listPath(visit.in(approved.environment), approved), done }
  },
}

export const rejectAction: OperatorAction = {
  name: 'withdrawals reject',
  path: '/withdrawals/:id/reject',
  async ask(tx, visit) {
    const withdrawal = await getWithdrawal(tx, visit)
    const at = visit.in(withdrawal.environment)
    const { amount, fee, version } = withdrawal
    return {
      visit: at,
      title: `Reject ${money(amount)} USDT?`,
      text: `${money(add(amount, fee))} USDT return to the balance of ${await nameOf(tx, withdrawal)}, which hears of it by withdrawal.failed.`,
      hidden: { version: `${version}` },
      submit: { text: 'Reject', icon: 'cross', isDangerous: true },
      back: listPath(at, withdrawal),
    }
  },
  async run(tx, context, visit, mandate) {
    const rejected = await rejectWithdrawal(tx, context, visit.param('id'), mandate, visit.seenVersion)
    return { to: listPath(visit.in(rejected.environment), rejected), done: 'withdrawal-rejected' }
  },
}

/** Whether `restore status` does not say yet that a withdrawal is to be approved. */
export const mayBePaid = async (
  tx: Tx,
  context: Pick<Context, 'chain' | 'sandbox'>,
  withdrawal: Withdrawal,
): Promise<boolean> =>
  withdrawal.reviewReason === 'possible_duplicate' &&
  !(await isUnpaid(tx, chainsWithNodes(context), withdrawal))

async function getWithdrawal(tx: Tx, visit: Visit): Promise<Withdrawal> {
  const id = visit.param('id')
  const withdrawal = await tx.withdrawals.find(id)
  if (!withdrawal) throw new OperatorError(`there is no withdrawal ${id}`)
  return withdrawal
}

async function nameOf(tx: Tx, { merchantId }: Withdrawal): Promise<string> {
  return (await merchantNames(tx, [merchantId])).get(merchantId) ?? merchantId
}
