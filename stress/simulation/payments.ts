import type { MinedTransfer, SimulatedNetwork } from './networks/network.js'
import type { Operator } from './operator.js'
import type { Shop } from './shop.js'
import type { SoldOrder } from './sold.js'

interface Facts {
  readonly networks: readonly SimulatedNetwork[]
  readonly shops: readonly Shop[]
  readonly operator: Operator
}

/** Times at which an address was leased, oldest first. */
type Leases = ReadonlyMap<string, readonly number[]>

/** The transfers of the chains, by the order that they pay. */
export class Payments {
  private readonly byAddress = new Map<string, MinedTransfer[]>()
  private readonly byHash = new Map<string, MinedTransfer>()
  /** The orders that transfers in suspense were attributed to, by hash. */
  private readonly attributed: ReadonlyMap<string, string | undefined>
  /** Of the orders that are known, and of those that a restore has lost. */
  private readonly leases: Leases
  private readonly lost: Leases

  constructor({ networks, shops, operator }: Facts) {
    for (const { name, chain } of networks)
      for (const transfer of chain.transfers()) {
        append(this.byAddress, `${name} ${transfer.to}`, transfer)
        this.byHash.set(transfer.hash, transfer)
      }
    this.attributed = new Map([...operator.attributed].map(([name, id]) => [`${name.split('/')[2]}`, id]))
    this.leases = leasesOf(shops.flatMap(({ orders }) => orders))
    this.lost = leasesOf(shops.flatMap(({ lost }) => lost.orders))
  }

  /**
   * The payments that an order may have, each list one possibility. They end with the next lease of its address. The lease of
   * a lost order may end them too, or not: an order that was open in the backup, or that a payment or a decision has changed
   * since, has its address until the recovery.
   */
  of({ network, address, soldAt }: SoldOrder): readonly (readonly MinedTransfer[])[] {
    const key = `${network.name} ${address}`
    const nextAt = this.leases.get(key)?.find((at) => at > soldAt) ?? Number.POSITIVE_INFINITY
    const lost = (this.lost.get(key) ?? []).filter((at) => at > soldAt && at < nextAt)
    const all = (this.byAddress.get(key) ?? []).filter(({ hash }) => !this.attributed.has(hash))
    return [nextAt, ...lost].map((end) =>
      all.filter(({ time }) => time * 1_000 >= soldAt - 60_000 && time * 1_000 < end),
    )
  }

  /** The transfers that the operator attributed to an order. */
  attributedTo(id: string): readonly MinedTransfer[] {
    const hashes = [...this.attributed].filter(([, orderId]) => orderId === id).map(([hash]) => hash)
    return hashes.flatMap((hash) => this.byHash.get(hash) ?? [])
  }
}

function leasesOf(orders: SoldOrder[]): Leases {
  const leases = new Map<string, number[]>()
  for (const { network, address, soldAt } of orders.sort((one, other) => one.soldAt - other.soldAt))
    append(leases, `${network.name} ${address}`, soldAt)
  return leases
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
