import type { MinedTransfer, SimulatedNetwork } from './networks/network.js'
import type { Service } from './service.js'
import { type Payout, type Shop, type SoldOrder, units, usdt } from './shop.js'

/** 1 %, of a newly registered merchant. */
const FEE_DIVISOR = 100n
/** Attempts after which a delivery has failed. */
const MOST_ATTEMPTS = 6
/** The end of every withdrawal. */
const ENDED = new Set(['COMPLETED', 'FAILED', 'CANCELED'])

interface Ending {
  readonly status: string
  readonly received: bigint
  readonly events: readonly string[]
}

/** Transfers by their network and receiver. */
type Paid = ReadonlyMap<string, readonly MinedTransfer[]>

/** Computes the end of an order from its chain alone. */
function endingOf({ amount, network, address, expireAt }: SoldOrder, allPaid: Paid): Ending {
  const paid = allPaid.get(`${network.name} ${address}`) ?? []
  const sum = (transfers: typeof paid) => transfers.reduce((total, { value }) => total + value, 0n)
  const inTime = sum(paid.filter(({ time }) => time * 1_000 < expireAt))
  const received = sum(paid)
  if (inTime >= amount) return { status: 'PAID', received, events: ['payment.confirmed'] }
  const first = inTime > 0n ? 'payment.underpaid' : 'payment.expired'
  if (received >= amount) return { status: 'EXPIRED_PAID', received, events: [first, 'payment.confirmed'] }
  if (inTime > 0n) return { status: 'UNDERPAID', received, events: ['payment.underpaid'] }
  if (received > 0n) return { status: 'UNDERPAID', received, events: [first, 'payment.underpaid'] }
  return { status: 'EXPIRED', received, events: ['payment.expired'] }
}

/**
 * Compares what the service says with what it must be, from the facts of the world alone, once all work is done.
 *
 * @returns one line for each difference
 */
export async function differencesOf(
  service: Service,
  networks: readonly SimulatedNetwork[],
  shops: readonly Shop[],
  hotWallet: string,
): Promise<string[]> {
  const lines: string[] = []
  const completed: Payout[] = []
  const paid = paidIn(networks)
  for (const shop of shops) lines.push(...(await shopDifferences(service, paid, shop, completed)))
  return [...lines, ...payoutDifferences(networks, hotWallet, completed)]
}

function paidIn(networks: readonly SimulatedNetwork[]): Paid {
  const paid = new Map<string, MinedTransfer[]>()
  for (const { name, chain } of networks)
    for (const transfer of chain.transfers()) {
      const key = `${name} ${transfer.to}`
      paid.set(key, [...(paid.get(key) ?? []), transfer])
    }
  return paid
}

async function shopDifferences(
  service: Service,
  paid: Paid,
  shop: Shop,
  completed: Payout[],
): Promise<string[]> {
  const lines: string[] = []
  let balance = 0n
  const read = async (target: string) => (await service.call('GET', target, undefined, shop.keys)).json
  for (const order of shop.orders) {
    const ending = endingOf(order, paid)
    const { status, received_amount, credited_amount } = await read(`/v1/orders/${order.id}`)
    const credited = ending.received - ending.received / FEE_DIVISOR
    balance += credited
    const is = [status, units(`${received_amount}`), units(`${credited_amount}`)].join(' ')
    const expected = [ending.status, ending.received, credited].join(' ')
    if (is !== expected) lines.push(`order ${order.id} (${order.plan}): ${is}, not ${expected}`)
    lines.push(...eventDifferences(shop, order.id, ending.events))
  }
  for (const payout of shop.payouts) {
    const { status, failure_code } = await read(`/v1/withdrawals/${payout.id}`)
    if (!ENDED.has(`${status}`)) lines.push(`withdrawal ${payout.id}: still ${status}`)
    if (status === 'FAILED') lines.push(`withdrawal ${payout.id}: ${status} ${failure_code}`)
    if (status !== 'COMPLETED') continue
    completed.push(payout)
    balance -= payout.amount + payout.network.payoutFee
    lines.push(...eventDifferences(shop, payout.id, ['withdrawal.completed']))
  }
  const { available, held } = await read('/v1/balance')
  if (units(`${available}`) !== balance || units(`${held}`) !== 0n)
    lines.push(`${shop.name} has ${available} and ${held} held, not ${usdt(balance)}`)
  const { total } = await read('/v1/orders?limit=1')
  if (total !== shop.orders.length) lines.push(`${shop.name} has ${total} orders, not ${shop.orders.length}`)
  return lines
}

/** Each event arrives, or all attempts of its delivery were made. */
function eventDifferences(shop: Shop, subject: string, expected: readonly string[]): string[] {
  const seen = shop.received.get(subject) ?? []
  const isTried = (shop.attempts.get(subject) ?? 0) >= MOST_ATTEMPTS
  return [
    ...expected
      .filter((event) => !seen.includes(event) && !isTried)
      .map((event) => `${event} of ${subject} never arrived`),
    ...seen
      .filter((event) => !expected.includes(event))
      .map((event) => `${event} of ${subject} came unexpectedly`),
  ]
}

/** Each completed payout left the hot wallet once, and nothing else did. */
function payoutDifferences(
  networks: readonly SimulatedNetwork[],
  hotWallet: string,
  completed: readonly Payout[],
): string[] {
  const counts = new Map<string, number>()
  const count = ({ name, chain }: SimulatedNetwork, to: string, amount: bigint, by: number) => {
    const what = `${usdt(amount)} on ${name} to ${chain.spell(to)}`
    counts.set(what, (counts.get(what) ?? 0) + by)
  }
  for (const network of networks)
    for (const { from, to, value } of network.chain.transfers())
      if (from === hotWallet) count(network, to, value, 1)
  for (const { network, to, amount } of completed) count(network, to, amount, -1)
  return [...counts].flatMap(([what, extra]) =>
    extra === 0 ? [] : [`${what} left the wallet ${extra > 0 ? 'too often' : 'never'}`],
  )
}
