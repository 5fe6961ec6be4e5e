import { isConfirmed } from './oracle.js'
import type { Rows, SentRow, TransferRow } from './rows.js'
import type { LedgerWorld } from './world.js'

const EVENT_OF: Readonly<Record<string, string>> = {
  PAID: 'payment.confirmed',
  EXPIRED_PAID: 'payment.confirmed',
  EXPIRED: 'payment.expired',
  UNDERPAID: 'payment.underpaid',
  FROZEN: 'payment.frozen',
}
/** Every change of status that the transition table allows. */
const ALLOWED_CHANGES: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['PENDING_CONFIRM', 'CONFIRMING', 'EXPIRED', 'UNDERPAID', 'FROZEN'],
  PENDING_CONFIRM: ['PAID', 'OPEN', 'EXPIRED'],
  CONFIRMING: ['PAID', 'OPEN', 'FROZEN'],
  PAID: ['FROZEN'],
  EXPIRED: ['EXPIRED_PAID', 'UNDERPAID', 'FROZEN'],
  EXPIRED_PAID: ['FROZEN'],
  UNDERPAID: ['EXPIRED_PAID', 'FROZEN'],
  FROZEN: ['PAID', 'EXPIRED_PAID', 'EXPIRED', 'UNDERPAID', 'OPEN', 'CONFIRMING'],
}

/** Lists differences between the ledger and the networks, once every worker is at rest. */
export function networkMismatches(rows: Rows): string[] {
  const cursors = new Map(rows.cursors.map((cursor) => [cursor.network, cursor.block_number]))
  const ours = new Set(rows.addresses.map(({ network, address }) => `${network}/${address}`))
  const isRead = ({ network, block_number }: SentRow) => block_number <= (cursors.get(network) ?? 0n)
  const toUs = rows.sent.filter((one) => isRead(one) && ours.has(`${one.network}/${one.to_address}`))
  const canonical = rows.transfers.filter(({ orphaned_at }) => orphaned_at === null)
  const nameOf = (one: { network: string; tx_hash: string; value: bigint; block_number: bigint }) =>
    `${one.network} ${one.tx_hash} ${one.value} in ${one.block_number}`
  const onChain = new Set(toUs.map(nameOf))
  const recorded = new Set(canonical.map(nameOf))
  const isDue = (one: TransferRow) => one.due_block <= (cursors.get(one.network) ?? 0n)
  const waiting = canonical.filter((one) => one.ignored_reason === null && isDue(one) !== isConfirmed(one))
  return [
    ...[...onChain].filter((name) => !recorded.has(name)).map((name) => `${name}: not recorded`),
    ...[...recorded].filter((name) => !onChain.has(name)).map((name) => `${name}: recorded and not there`),
    ...waiting.map((one) => `${nameOf(one)}: not confirmed in its time`),
    ...wrongPayouts(rows),
  ]
}

/** A completed withdrawal is on its network once, with its amount; one that was not paid is not there. */
function wrongPayouts({ withdrawals, sent }: Rows): string[] {
  const paid = new Map(sent.map((one) => [one.tx_hash, one]))
  return withdrawals.flatMap(({ id, status, tx_hash, amount, failure_code }) => {
    const payout = tx_hash === null ? undefined : paid.get(tx_hash)
    if (status === 'COMPLETED' && payout?.value !== amount)
      return [`withdrawal ${id}: not paid with its amount`]
    const isNothing = status === 'CANCELED' || (status === 'FAILED' && failure_code !== 'reverted')
    return isNothing && payout ? [`withdrawal ${id}: ${status} and paid`] : []
  })
}

/** Lists changes of status that the table does not allow, and events that are missing or unexpected. */
export function transitionMismatches({ moves }: LedgerWorld, { events }: Rows): string[] {
  const owed = new Map<string, number>()
  const count = (key: string, by: number) => owed.set(key, (owed.get(key) ?? 0) + by)
  for (const { orderId, to } of moves) {
    const event = EVENT_OF[to]
    if (event !== undefined) count(`${orderId} ${event}`, 1)
  }
  for (const { subject, event } of events) {
    // A transfer causes an overpayment, not a change of status.
    if (event.startsWith('payment.') && event !== 'payment.overpaid') count(`${subject} ${event}`, -1)
  }
  const forbidden = moves.filter(({ from, to }) => !ALLOWED_CHANGES[from]?.includes(to))
  return [
    ...forbidden.map(({ orderId, from, to }) => `order ${orderId}: went from ${from} to ${to}`),
    ...[...owed]
      .filter(([, left]) => left !== 0)
      .map(([key, left]) => `order ${key}: ${left} events too few`),
  ]
}

/** Lists orders, withdrawals and transfers that are still under way after everything had the time to end. */
export function unfinishedWork({ orders, withdrawals, transfers }: Rows): string[] {
  const ending = new Set(['OPEN', 'CONFIRMING'])
  const sending = new Set(['PENDING', 'PROCESSING', 'BROADCAST'])
  const inFlight = transfers.filter(
    (one) => one.confirmed_at === null && one.orphaned_at === null && one.ignored_reason === null,
  )
  return [
    ...orders
      .filter(({ status }) => ending.has(status))
      .map(({ id, status }) => `order ${id}: still ${status}`),
    ...withdrawals
      .filter(({ status }) => sending.has(status))
      .map(({ id, status }) => `withdrawal ${id}: still ${status}`),
    ...inFlight.map(({ tx_hash }) => `transfer ${tx_hash}: never confirmed`),
  ]
}
