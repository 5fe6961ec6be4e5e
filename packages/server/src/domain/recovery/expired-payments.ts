import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Tx } from '../store/unit-of-work.js'
import type { StoredVersions } from '../withdrawals/signed-transaction.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'

/** Further signatures of one payment. */
const MOST_RENEWALS = 2

/** A withdrawal whose payment expired, and all that was signed for it. */
export interface Expired {
  readonly withdrawal: Withdrawal
  readonly versions: StoredVersions
}

/**
 * `seen`: a recorded block has the payment, whatever the nodes answer now. `renew`: every block that could have it is
 * recorded, and holds neither a version of it nor another transfer of its amount from its wallet to its destination. `fail`:
 * it was signed often enough, or by a server that noted no sightings, or such a transfer is there.
 */
export type ExpiryVerdict = 'seen' | 'renew' | 'fail'

/** Judges by the recorded blocks what follows from a payment that expired and that no node has. */
export async function judgeExpired(tx: Tx, expired: Expired): Promise<ExpiryVerdict> {
  const { withdrawal, versions } = expired
  const { payment, others } = versions
  const sightings = []
  for (const { txHash } of [...others, payment]) sightings.push(await tx.paymentSightings.find(txHash))
  if (sightings.some((sighting) => sighting?.isSeen)) return 'seen'
  const [oldest] = sightings
  const isNoted = sightings.every((sighting) => sighting !== undefined)
  if (!oldest || !isNoted || withdrawal.voidRequestedAt !== null || others.length >= MOST_RENEWALS)
    return 'fail'
  const transfers = await listPayments(tx, expired)
  return transfers.every(({ block }) => block.number <= oldest.afterBlock) ? 'renew' : 'fail'
}

/**
 * Finds a transfer that was not signed here and is the payment all the same, since only its wallet can send it: a restored
 * database may lack the version that was mined.
 */
export async function findLostPayment(tx: Tx, expired: Expired): Promise<TreasuryTransfer | undefined> {
  const [oldest = expired.versions.payment] = expired.versions.others
  const sighting = await tx.paymentSightings.find(oldest.txHash)
  for (const transfer of await listPayments(tx, expired)) {
    const isAfter = sighting
      ? transfer.block.number > sighting.afterBlock
      : transfer.block.timeAt >= oldest.createdAt
    if (isAfter && transfer.kind === 'outgoing' && !(await tx.explanations.find(transfer))) return transfer
  }
  return undefined
}

/** Lists the transfers of the amount from the wallets of the versions to the destination that were not signed here. */
async function listPayments(tx: Tx, { withdrawal, versions }: Expired): Promise<TreasuryTransfer[]> {
  const { environment, network, destinationAddress, amount } = withdrawal
  const wallets = new Set([versions.payment, ...versions.others].map(({ wallet }) => wallet))
  const transfers = await tx.treasuryTransfers.listByAddress({ environment, network }, destinationAddress)
  return transfers.filter(
    ({ from, to, value, orphanedAt }) =>
      wallets.has(from) && to === destinationAddress && value === amount && orphanedAt === null,
  )
}
