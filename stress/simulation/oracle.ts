import type { Caller } from './caller.js'
import { afterFee, appEndingOf, type Ending, endingsOf } from './endings.js'
import type { Findings } from './findings.js'
import type { Intruder } from './intruder.js'
import { LIMITS } from './limits.js'
import { compareLinks, comparePrices } from './link-rules.js'
import type { Links } from './links.js'
import { BANNED, type MinedTransfer, type SimulatedNetwork } from './networks/network.js'
import type { Operator } from './operator.js'
import { Payments } from './payments.js'
import { units, usdt } from './plans.js'
import type { Rates } from './rates.js'
import type { EventReader } from './readers.js'
import {
  type Brought,
  compareLeases,
  compareLimits,
  compareProofs,
  compareRefunds,
  compareSubjects,
  compareSweeps,
  compareWalletDays,
  debitOf,
} from './rules.js'
import type { Service } from './service.js'
import type { Payout, Shop } from './shop.js'
import type { Sweeps } from './sweeps.js'

/** Orders of a list that are compared. */
const LISTED = 100
/** Orders of a shop that another shop asks for. */
const MOST_FOREIGN = 20

/** The facts of the world. */
export interface World {
  readonly networks: readonly SimulatedNetwork[]
  readonly shops: readonly Shop[]
  readonly operator: Operator
  readonly intruder: Intruder
  readonly sweeps: Sweeps
  readonly links: Links
  readonly rates: Rates
  readonly readers: readonly EventReader[]
  /** When the hot wallets no longer had a limit of a day. */
  readonly unlimitedAt: number
  /** Returns the part of its lost payouts that a merchant had no balance to bear, 1e-6 USDT. */
  readonly shortOf: (shop: Shop) => Promise<bigint>
}

/** Compares what the service says with what it must be, from the facts of the world alone, once all work is done. */
export async function compare(service: Service, world: World, findings: Findings): Promise<void> {
  const payments = new Payments(world)
  const completed: Payout[] = []
  for (const shop of world.shops) {
    const about = { findings, shop, world, read: readerOf(service, shop.caller) }
    const { credited, refundable, revoked } = await compareOrders(about, payments)
    const paid = await comparePayouts(about)
    completed.push(...paid)
    const paidOut = paid.reduce((sum, payout) => sum + debitOf(payout), 0n)
    const { available, held } = (await about.read('/v1/balance')).json
    const borne = borneBy(shop) - (await world.shortOf(shop))
    const left = credited - paidOut - borne
    // A credit that was paid out before the order was rejected is a shortfall, and no balance is below zero.
    const isShort = left < 0n && -left <= revoked
    findings.expect(`${shop.name}, available`, units(`${available}`), isShort ? 0n : left)
    findings.expect(`${shop.name}, held`, units(`${held}`), 0n)
    await compareForeign(about)
    await compareLinks(findings, about.read, shop)
    await comparePrices(findings, about.read, shop, world.rates)
    compareLimits(findings, shop.name, paid, world.operator)
    compareRefunds(findings, paid, refundable)
    compareSubjects(findings, shop)
    findings.note(shop.receiver.breaches)
  }
  compareLeases(findings, world.shops)
  for (const network of world.networks) compareSweeps(findings, network, world.sweeps)
  await compareProofs(findings, service, world.networks)
  for (const reader of world.readers) await reader.compare(findings, readerOf(service, reader.shop.caller))
  findings.note(world.links.breaches)
  findings.note(world.intruder.successes)
  findings.expect('attacks without an answer', world.intruder.running, 0)
  await compareWalletDays(findings, service, world.unlimitedAt, completed)
  comparePaid(world, completed, findings)
}

interface About {
  readonly findings: Findings
  readonly shop: Shop
  readonly world: World
  readonly read: ReturnType<typeof readerOf>
}

const readerOf =
  (service: Service, { access }: Caller) =>
  (target: string) =>
    service.call('GET', target, { access })

interface Earned {
  readonly credited: bigint
  /** The most that refunds of an order may be, without and with its fee. */
  readonly refundable: ReadonlyMap<string, Brought>
  /** The most that rejected orders may have been credited before, 1e-6 USDT. */
  readonly revoked: bigint
}

async function compareOrders({ findings, shop, world, read }: About, payments: Payments): Promise<Earned> {
  let credited = 0n
  let revoked = 0n
  const refundable = new Map<string, Brought>()
  const endings = [
    ...shop.orders.map((order) => {
      const verdict = world.operator.verdicts.get(order.id)
      const wasFrozen = world.operator.cleared.has(order.id) || shop.receiver.forked.has(order.id)
      const attributed = payments.attributedTo(order.id)
      const possible = payments
        .of(order)
        .flatMap((paid) => endingsOf(order, paid, attributed, { verdict, wasFrozen }))
      return { order, possible }
    }),
    ...shop.appSales.map((order) => {
      return { order, possible: [appEndingOf(order.amount, world.operator.settled.has(order.id))] }
    }),
  ]
  for (const { order, possible } of endings) {
    const { json } = await read(`/v1/orders/${order.id}`)
    const { status, received_amount, credited_amount, accepted_amount } = json
    const received = units(`${received_amount}`)
    const alike = possible.filter((each) => each.status === status)
    const ending = alike.find((each) => each.received === received) ?? alike[0] ?? possible[0]
    if (!ending) throw new Error(`${order.id} has no possible end`)
    credited += ending.credited
    if (ending.isRejected) revoked += afterFee(ending.received)
    refundable.set(order.id, { credited: afterFee(ending.received), received: ending.received })
    // A payment that is confirmed after the decision is in suspense.
    const due = ending.isRejected && received < ending.received ? received : ending.received
    const is = [status, received, units(`${credited_amount}`)].join(' ')
    const expected = [ending.status, due, ending.credited].join(' ')
    const plan = 'plan' in order ? order.plan : 'in the app'
    findings.expect(`order ${order.id}, paid ${plan}`, is, expected)
    const accepted = shop.accepted.get(order.id)
    if (accepted !== undefined || !shop.accepted.has(order.id))
      findings.expect(`accepted of order ${order.id}`, accepted_amount, accepted)
    compareEvents(findings, shop, order.id, ending)
    const overpaid = shop.receiver.overpayments.get(order.id)?.size ?? 0
    const isOnce = overpaid <= ending.overpayments || shop.receiver.isForgiven('payment.overpaid', order.id)
    findings.expect(
      `${overpaid} overpayments of ${order.id} of ${ending.overpayments}`,
      isOnce || (ending.possible ?? []).includes('payment.overpaid'),
      true,
    )
  }
  const { total, orders } = (await read(`/v1/orders?limit=${LISTED}`)).json
  findings.expect(`orders of ${shop.name}`, total, endings.length)
  const own = new Set(endings.map(({ order }) => order.id))
  for (const { id } of orders as { id: string }[])
    findings.expect(`${id} is listed for its own shop`, own.has(id), true)
  return { credited, refundable, revoked }
}

/** @returns the payouts that are complete */
async function comparePayouts({ findings, shop, world, read }: About): Promise<Payout[]> {
  const paid: Payout[] = []
  const mined = new Map<string, MinedTransfer>()
  for (const { name, chain, hotWallet } of world.networks)
    for (const transfer of chain.transfers()) {
      const { from, to, value, signedFor = value } = transfer
      const what = `${name} ${to} ${signedFor}`
      // A payment that was made again after a restore counts in place of one that moved less.
      if (from === hotWallet && (signedFor === value || !mined.has(what))) mined.set(what, transfer)
    }
  for (const payout of shop.payouts) {
    const { status, tx_hash: txHash } = (await read(`/v1/withdrawals/${payout.id}`)).json
    const minedAs = mined.get(`${payout.network.name} ${payout.to} ${payout.amount}`)
    const undone = undoneAs(payout, shop, world.operator, minedAs)
    findings.expect(`withdrawal ${payout.id}`, status, undone ?? 'COMPLETED')
    if (status === 'COMPLETED') {
      paid.push(payout)
      // The version that was mined, of all that were signed.
      const isNamed = txHash === minedAs?.hash
      findings.expect(`withdrawal ${payout.id} names its transaction`, isNamed, true)
    }
    const event = undone ? 'withdrawal.failed' : 'withdrawal.completed'
    compareEvents(findings, shop, payout.id, { events: [event] })
  }
  return paid
}

/** Returns how a payout ended that was not paid. @param minedAs what left the hot wallet for it */
function undoneAs(
  { id, to, amount, network }: Payout,
  { canceled }: Shop,
  { verdicts, replaced, settledAs }: Operator,
  minedAs: MinedTransfer | undefined,
): 'CANCELED' | 'FAILED' | undefined {
  if (minedAs?.signedFor !== undefined) return settledAs.get(id) === 'paid' ? undefined : 'FAILED'
  if (canceled.has(id)) return 'CANCELED'
  if (verdicts.get(id) === 'against the merchant' || to === BANNED.account) return 'FAILED'
  const mayFail = replaced.has(id) || network.chain.hasFailed(to, amount)
  return mayFail && !minedAs ? 'FAILED' : undefined
}

/** A merchant finds nothing of another one. */
async function compareForeign({ findings, shop, world, read }: About): Promise<void> {
  const others = world.shops.filter((other) => other !== shop)
  const targets = others.flatMap(({ orders, payouts }) => [
    ...orders.slice(-MOST_FOREIGN).map(({ id }) => `/v1/orders/${id}`),
    ...payouts.slice(-MOST_FOREIGN).map(({ id }) => `/v1/withdrawals/${id}`),
  ])
  for (const target of targets) {
    findings.expect(`${shop.name} asks for ${target} of another merchant`, (await read(target)).status, 404)
  }
}

/** Each event arrives, or all attempts of its delivery were made; no other event does. */
function compareEvents(
  findings: Findings,
  { receiver }: Shop,
  subject: string,
  { events, possible = [] }: Pick<Ending, 'events' | 'possible'>,
): void {
  const seen = receiver.received.get(subject) ?? []
  for (const event of new Set([...events, ...seen])) {
    const isExpected = events.includes(event)
    const isTried = (receiver.attempts.get(`${event} ${subject}`) ?? 0) >= LIMITS.retryDelaysS.length
    findings.expect(
      `${event} of ${subject} arrived`,
      seen.includes(event) || (isExpected && isTried),
      isExpected || possible.includes(event) || receiver.isForgiven(event, subject),
    )
  }
}

/** Returns the payouts of a shop that a restore has lost, and that were paid, 1e-6 USDT. */
function borneBy({ lost, payouts }: Shop): bigint {
  const isSent = ({ network, to, amount }: Payout) =>
    [...network.chain.transfers()].some(
      (each) => each.from === network.hotWallet && each.to === to && each.value === amount,
    )
  const isMadeAgain = ({ to, amount }: Payout) =>
    payouts.some((each) => each.to === to && each.amount === amount)
  const borne = lost.payouts.filter((payout) => isSent(payout) && !isMadeAgain(payout))
  return borne.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Each completed payout left the hot wallet once, and nothing else did. The operator has settled those that moved less. */
function comparePaid(
  { networks, shops, operator }: World,
  completed: readonly Payout[],
  findings: Findings,
): void {
  const counts = new Map<string, { sent: number; due: number }>()
  const countOf = ({ name, chain }: SimulatedNetwork, to: string, amount: bigint) => {
    const what = `${usdt(amount)} on ${name} to ${chain.spell(to)}`
    const count = counts.get(what) ?? { sent: 0, due: 0 }
    counts.set(what, count)
    return count
  }
  for (const network of networks)
    for (const { from, to, value, signedFor } of network.chain.transfers())
      if (from === network.hotWallet && signedFor === undefined) countOf(network, to, value).sent += 1
  for (const { id, network, to, amount } of completed)
    if (!operator.settledAs.has(id)) countOf(network, to, amount).due += 1
  for (const { network, to, amount } of shops.flatMap(({ lost }) => lost.payouts)) {
    const count = countOf(network, to, amount)
    if (count.due === 0 && count.sent > 0) count.due = 1
  }
  for (const [what, { sent, due }] of counts) findings.expect(`payouts of ${what}`, sent, due)
}
