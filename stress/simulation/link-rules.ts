import type { Findings } from './findings.js'
import { units } from './plans.js'
import { type Rates, saleOf } from './rates.js'
import type { Shop } from './shop.js'
import type { LinkOrder, SoldLink } from './sold.js'

const DAY_MS = 86_400_000
/** Limits against strangers. */
const MOST_OPEN = 50
const MOST_NEW_ADDRESSES = 500
const PAID = new Set(['PAID', 'EXPIRED_PAID'])

type Read = (target: string) => Promise<{ readonly json: Record<string, unknown> }>

/** The end of an order of a link, as the service shows it. */
interface End {
  readonly order: LinkOrder
  readonly status: string
  readonly credited: bigint
  readonly isPaid: boolean
}

/** Compares the links of a shop with their orders, and the orders with the limits of links. */
export async function compareLinks(
  findings: Findings,
  read: Read,
  { links, orders, lost }: Shop,
): Promise<void> {
  const firsts = firstLeases([...orders, ...lost.orders])
  for (const link of links) {
    const { json } = await read(`/v1/payment-links/${link.id}`)
    const opened = [...link.orders.values()].sort(
      // Of two that were opened in one millisecond, the one that ended in it came first.
      (one, other) => one.soldAt - other.soldAt || one.expireAt - other.expireAt,
    )
    const ends: End[] = []
    for (const order of opened) {
      const { json: shown } = await read(`/v1/orders/${order.id}`)
      const credited = units(`${shown.credited_amount}`)
      ends.push({ order, status: `${shown.status}`, credited, isPaid: paysLink(shown) })
    }
    const paid = ends.filter(({ isPaid }) => isPaid).length
    const credited = ends.reduce((sum, each) => sum + each.credited, 0n)
    const is = [json.orders_count, json.paid_orders_count, units(`${json.credited_amount}`)].join(' ')
    findings.expect(`orders of ${link.id}`, is, [opened.length, paid, credited].join(' '))
    findings.expect(
      `${link.id} with ${paid} paid orders is PAID`,
      json.status === 'PAID',
      link.uses === 'ONCE' && paid > 0,
    )
    compareTimes(findings, link, opened)
    compareStrangers(findings, link, {
      opened,
      firsts,
      unpaid: ends.filter(({ status }) => status === 'EXPIRED').map(({ order }) => order),
    })
  }
}

/** Compares the terms of orders with a price: they are those of the first answer, and follow from a rate of the source. */
export async function comparePrices(
  findings: Findings,
  read: Read,
  { orders, priced }: Shop,
  rates: Rates,
): Promise<void> {
  for (const { id } of orders) {
    const heard = priced.get(id)
    if (!heard) continue
    const now = saleOf((await read(`/v1/orders/${id}`)).json)
    findings.expect(`the terms of order ${id}`, JSON.stringify(now), JSON.stringify(heard.sale))
    rates.compare(findings, id, heard)
  }
}

/** Whether a payer has paid a link, or as much as its merchant has accepted. */
const paysLink = ({ status, received_amount, accepted_amount }: Record<string, unknown>): boolean =>
  PAID.has(`${status}`) ||
  (status === 'UNDERPAID' &&
    accepted_amount !== undefined &&
    units(`${received_amount}`) >= units(`${accepted_amount}`))

function compareTimes(findings: Findings, link: SoldLink, opened: readonly LinkOrder[]): void {
  findings.expect(
    `orders of ${link.id}, ${opened.length} of ${link.visits} visits`,
    opened.length <= link.visits,
    true,
  )
  for (const [at, { id, soldAt }] of opened.entries()) {
    const before = opened[at - 1]
    if (link.uses === 'ONCE' && before)
      findings.expect(`${before.id} ended before ${id} of the same link`, before.expireAt <= soldAt, true)
    findings.expect(
      `${id} was opened before ${link.id} was closed`,
      soldAt <= (link.closedAt ?? soldAt),
      true,
    )
    findings.expect(`${id} was opened before ${link.id} expired`, soldAt <= (link.expiresAt ?? soldAt), true)
  }
}

function compareStrangers(
  findings: Findings,
  { id }: SoldLink,
  {
    opened,
    unpaid,
    firsts,
  }: {
    readonly opened: readonly LinkOrder[]
    readonly unpaid: readonly LinkOrder[]
    readonly firsts: ReadonlySet<string>
  },
): void {
  const most = unpaid.map(
    ({ soldAt }) => unpaid.filter((each) => each.soldAt <= soldAt && soldAt < each.expireAt).length,
  )
  findings.expect(`at most ${MOST_OPEN} orders of ${id} at a time`, Math.max(0, ...most) <= MOST_OPEN, true)
  let day = { until: 0, count: 0 }
  for (const order of opened) {
    if (!firsts.has(order.id)) continue
    day =
      order.soldAt >= day.until
        ? { until: order.soldAt + DAY_MS, count: 1 }
        : { ...day, count: day.count + 1 }
    if (day.count > MOST_NEW_ADDRESSES)
      findings.expect(`new addresses of ${id} in a day`, day.count, MOST_NEW_ADDRESSES)
  }
}

/** Returns the orders whose address was leased for the first time. */
function firstLeases(orders: Shop['orders']): ReadonlySet<string> {
  const firsts = new Map<string, string>()
  for (const { id, network, address } of [...orders].sort((one, other) => one.soldAt - other.soldAt)) {
    const name = `${network.name} ${address}`
    if (!firsts.has(name)) firsts.set(name, id)
  }
  return new Set(firsts.values())
}
