import type { Findings } from './findings.js'
import { LIMITS } from './limits.js'
import { COLD_WALLET, type SimulatedNetwork } from './networks/network.js'
import type { Operator } from './operator.js'
import { usdt } from './plans.js'
import type { Service } from './service.js'
import type { Payout, Shop } from './shop.js'
import type { SoldOrder } from './sold.js'
import type { Sweeps } from './sweeps.js'

const DAY_MS = 86_400_000
/** How long after the check of a limit the signature is stored at the latest. */
const STORED_MS = 60_000

/** Returns what a payout takes from the balance. */
export const debitOf = ({ amount, network }: Payout): bigint => amount + network.payoutFee

/** Above a limit nothing is paid out that the operator has not approved. */
export function compareLimits(
  findings: Findings,
  shop: string,
  paid: readonly Payout[],
  { verdicts, approvals }: Operator,
): void {
  const days = new Map<number, { all: bigint; refunds: bigint }>()
  for (const payout of paid) {
    const debit = debitOf(payout)
    if (debit > LIMITS.approvalByOne) {
      const people = approvals.get(payout.id)?.size ?? 0
      findings.expect(`withdrawal ${payout.id} of ${usdt(debit)} has two approvals`, people >= 2, true)
    }
    if (verdicts.has(payout.id)) continue
    findings.expect(`withdrawal ${payout.id} of ${usdt(debit)} needs no review`, debit <= LIMITS.payout, true)
    const day = Math.floor(payout.madeAt / DAY_MS)
    const { all, refunds } = days.get(day) ?? { all: 0n, refunds: 0n }
    days.set(day, { all: all + debit, refunds: refunds + (payout.orderId === undefined ? 0n : debit) })
  }
  for (const { all, refunds } of days.values()) {
    findings.expect(`${usdt(all)} paid out by ${shop} in a day need no review`, all <= LIMITS.day, true)
    findings.expect(
      `${usdt(refunds)} refunded by ${shop} in a day need no review`,
      refunds <= LIMITS.refunds,
      true,
    )
  }
}

/** A hot wallet signs at most its limit in a day. A payment whose signature a restore has lost counts for none. */
export async function compareWalletDays(
  findings: Findings,
  service: Pick<Service, 'decide'>,
  unlimitedAt: number,
  completed: readonly Payout[],
): Promise<void> {
  const days = new Map<string, bigint>()
  for (const { id, network, amount } of completed) {
    const signed = await service.decide((tx) => tx.signedTransactions.listByWithdrawal(id))
    const at = signed?.find(({ kind }) => kind === 'payment')?.createdAt ?? unlimitedAt
    // A signature that was allowed just before midnight may be stored after it.
    if (at >= unlimitedAt || at % DAY_MS < STORED_MS) continue
    const day = `${network.name} on day ${Math.floor(at / DAY_MS)}`
    days.set(day, (days.get(day) ?? 0n) + amount)
  }
  for (const [day, sum] of days)
    findings.expect(`${usdt(sum)} signed for ${day} are within the limit`, sum <= LIMITS.wallet, true)
}

/** The money of an order, 1e-6 USDT. */
export interface Brought {
  readonly credited: bigint
  /** Before the fee. */
  readonly received: bigint
}

/** The refunds of an order are at most its money, less the fee unless one of them includes it. */
export function compareRefunds(
  findings: Findings,
  paid: readonly Payout[],
  refundable: ReadonlyMap<string, Brought>,
): void {
  const refunded = new Map<string, bigint>()
  const bounds = new Map<string, keyof Brought>()
  for (const { orderId, amount, includesFee } of paid) {
    if (orderId === undefined) continue
    refunded.set(orderId, (refunded.get(orderId) ?? 0n) + amount)
    if (includesFee) bounds.set(orderId, 'received')
  }
  for (const [id, sum] of refunded) {
    const most = refundable.get(id)?.[bounds.get(id) ?? 'credited'] ?? 0n
    findings.expect(`refunds of ${id}, ${usdt(sum)} of ${usdt(most)}, are possible`, sum <= most, true)
  }
}

/** Money leaves an address to the wallets of the operator alone, and each plan tops an address up once at most. */
export function compareSweeps(
  findings: Findings,
  { name, chain, hotWallet }: SimulatedNetwork,
  { signed }: Sweeps,
): void {
  const plans = countsOf(signed.flat())
  for (const { from, to, hash } of chain.transfers())
    if (plans.has(chain.spell(from)))
      findings.expect(`${hash} on ${name} is a sweep`, to === COLD_WALLET || to === hotWallet, true)
  for (const [account, count] of countsOf(chain.topUps())) {
    const most = plans.get(chain.spell(account)) ?? 0
    findings.expect(`${count} top-ups of ${account} by ${most} plans are possible`, count <= most, true)
  }
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** A merchant is told about nothing of another one. */
export function compareSubjects(
  findings: Findings,
  { name, orders, appSales, payouts, lost, receiver }: Shop,
): void {
  const own = new Set(
    [...orders, ...appSales, ...payouts, ...lost.orders, ...lost.payouts].map(({ id }) => id),
  )
  for (const subject of receiver.received.keys())
    findings.expect(
      `${name} is told about its own ${subject}`,
      own.has(subject) || lost.ids.has(subject) || lost.links.has(receiver.links.get(subject) ?? ''),
      true,
    )
}

/** An address rests between two orders, and never goes to another merchant. */
export function compareLeases(findings: Findings, shops: readonly Shop[]): void {
  const last = new Map<string, { shop: Shop; order: SoldOrder }>()
  const sold = shops.flatMap((shop) =>
    [...shop.orders, ...shop.lost.orders].map((order) => ({ shop, order })),
  )
  for (const lease of sold.sort((one, other) => one.order.soldAt - other.order.soldAt)) {
    const { network, address, soldAt } = lease.order
    const name = `${network.name} ${address}`
    const before = last.get(name)
    last.set(name, lease)
    if (!before) continue
    findings.expect(`${name} stays with its merchant`, lease.shop.name, before.shop.name)
    const restedMs = soldAt - before.order.soldAt
    findings.expect(`${name} rested before ${lease.order.id}`, restedMs >= LIMITS.coolDownS * 1_000, true)
  }
}

/** A proof against a chain that was asked for has ended, whichever servers died meanwhile. */
export async function compareProofs(
  findings: Findings,
  service: Pick<Service, 'decide'>,
  networks: readonly Pick<SimulatedNetwork, 'name'>[],
): Promise<void> {
  for (const { name: network } of networks) {
    const id = { environment: 'test', network } as const
    const proof = await service.decide((tx) => tx.chainProofs.find(id))
    findings.expect(`a proof of ${network} has not ended`, proof?.request, undefined)
  }
}
