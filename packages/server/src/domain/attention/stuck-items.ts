import { descriptionOf } from '../../networks/networks.js'
import { ALL_CHAINS, type ChainId, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { StoredVersions, VersionDelay } from '../withdrawals/signed-transaction.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import type { AttentionItem } from './attention-item.js'
import { amountText, chainName, command, countText, oneByOne, READ_ROWS, sum } from './item-lists.js'

const STUCK_MS = 15 * 60_000

const DELAY_WORDS: Readonly<Record<VersionDelay, string>> = {
  network_fee: 'the fee of the network is above the limit of the settings',
  funds: 'the hot wallet lacks coins for a higher fee',
  token_paused: 'the token is paused',
  token_deprecated: 'the token is deprecated',
  token_fee: 'the token takes a fee',
  would_revert: 'the token would refuse it now',
  screening: 'screening of its destination gives no answer',
  recovering: 'the database is recovering',
  possible_duplicate: 'a transfer that the ledger does not know has its destination and amount',
  order_frozen: 'the order that it refunds is frozen',
  compliance: 'screening flags its destination now',
  signer_unavailable: 'the remote signer does not sign',
  wallet_limit: 'the hot wallet has signed as much as its limit of a day allows',
  payouts_stopped: 'an operator has stopped payouts',
  rejected: 'its destination belongs to this server now',
}

interface StuckPayment {
  readonly withdrawal: Withdrawal
  /** When its first version was signed. */
  readonly sinceAt: Instant
  readonly reason: string
}

/** Lists payments that are in no block fifteen minutes after their first signature: they hold up all that follow. */
export async function stuckItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const stuck: StuckPayment[] = []
  for (const id of ALL_CHAINS) stuck.push(...(await listStuck(tx, id, now)))
  stuck.sort(
    (one, other) => one.sinceAt - other.sinceAt || (one.withdrawal.id < other.withdrawal.id ? -1 : 1),
  )
  return oneByOne(
    'withdrawal_stuck',
    stuck,
    ({ withdrawal, sinceAt, reason }) => {
      const { id, environment, network, amount, destinationAddress, merchantId } = withdrawal
      return {
        ...{ subject: id, environment, sinceAt, amount },
        text: `a payment of ${amountText(amount)} to ${destinationAddress} on ${chainName(withdrawal)} is in no block: ${reason}`,
        ...(canBeReplaced(withdrawal) && { hint: '`withdrawals replace` gives it up' }),
        facts: { merchantId, network },
        command: command(`withdrawals show ${id}`),
      }
    },
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: sum(rest.map(({ withdrawal }) => withdrawal.amount)),
      text: `${countText(rest.length)} more payments are in no block`,
      command: command('withdrawals list --status BROADCAST'),
    }),
  )
}

async function listStuck(tx: Tx, id: ChainId, now: Instant): Promise<StuckPayment[]> {
  const found: StuckPayment[] = []
  const stop = await findStop(tx, id)
  for (const status of ['PROCESSING', 'BROADCAST'] as const) {
    for (const withdrawal of await tx.withdrawals.listByStatus({ ...id, status, limit: READ_ROWS })) {
      const versions = await tx.signedTransactions.findVersions(withdrawal.id)
      if (!versions || withdrawal.confirmations > 0) continue
      const sinceAt = Math.min(...[versions.payment, ...versions.others].map(({ createdAt }) => createdAt))
      if (now - sinceAt >= STUCK_MS)
        found.push({ withdrawal, sinceAt, reason: reasonOf(withdrawal, versions, stop) })
    }
  }
  return found
}

/** Says what keeps a network from signing anything. */
async function findStop(tx: Tx, id: ChainId): Promise<string | undefined> {
  if (await tx.recoveries.findOpen()) return DELAY_WORDS.recovering
  const kinds = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
  if (kinds.has('signer_paused')) return 'the signer is paused'
  return kinds.has('halted') ? 'the network is halted' : undefined
}

function reasonOf(
  { voidRequestedAt }: Withdrawal,
  { payment: { waitsFor } }: StoredVersions,
  stop: string | undefined,
): string {
  if (voidRequestedAt !== null) return 'neither is its replacement'
  if (stop !== undefined) return stop
  return waitsFor === null ? 'no block has taken it yet' : DELAY_WORDS[waitsFor]
}

const canBeReplaced = ({ network, voidRequestedAt }: Withdrawal): boolean =>
  voidRequestedAt === null && !descriptionOf(network).paymentsExpire
