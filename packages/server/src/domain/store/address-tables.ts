import type { Address } from '../orders/order.js'
import type { ChainId, Instant } from '../shared/types.js'

/** The lease of an address to an order, in the network's time. */
export interface AddressLease {
  readonly orderId: string
  readonly addressId: string
  readonly fromAt: Instant
}

/** When payments to a leased address count for the order. */
export interface LeaseTimes {
  readonly fromAt: Instant
  /** Payments count in blocks after this one; null if unknown. */
  readonly afterBlock: number | null
  /** When the order released the address; null before. */
  readonly releasedAt: Instant | null
  /** Transfers count for the order until then; null while the lease has no end. */
  readonly untilAt: Instant | null
}

/** An address with its current or last order. */
export interface ListedAddress extends Address, ChainId {
  readonly index: number
  /** The only merchant whose orders get the address; null if no order gets it. */
  readonly merchantId: string | null
  readonly orderId: string | null
  /** When another order of the merchant may get the address; null while it is leased. */
  readonly freeAt: Instant | null
}

/** An address that received transfers, with what decides whether it can be emptied. */
export interface SweepableAddress {
  readonly index: number
  readonly address: string
  readonly isLeased: boolean
  /** The token's owner blacklisted it, or it was retired with its wallet. */
  readonly isBlacklisted: boolean
  /** Whether an order that had it is FROZEN. */
  readonly isFrozen: boolean
  /** Whether a transfer to it waits for screening. */
  readonly isUnscreened: boolean
  /** Time of the newest transfer to it. */
  readonly newestAt: Instant
}

/** The addresses of a network that belong to one merchant. */
export interface AddressShare {
  readonly total: number
  /** Whether no other merchant has an address of the network. */
  readonly isOnly: boolean
}

/**
 * The indexes of a network in use. Orders that are created in parallel may be stored in another order than that of their
 * indexes.
 */
export interface TakenIndexes {
  /** The highest one; 0 before the first. */
  readonly highest: number
  /** All indexes up to this one are in use; the highest one while no order is being created. */
  readonly gapless: number
}

export interface AddressTable {
  /**
   * Takes the merchant's address whose cool-down ended first, at `at` at the latest and after `after`, with the end of the
   * cool-down. Skips blacklisted and retired addresses.
   */
  takeRested(
    id: ChainId,
    merchantId: string,
    { at, after }: { at: Instant; after: Instant },
  ): Promise<(Address & { restedUntil: Instant | null }) | undefined>
  /** Marks an address, so that it is never leased again. Does nothing for an address that was never leased. */
  blacklist(id: ChainId, address: string, at: Instant): Promise<void>
  /** Whether the token's owner blacklisted the address, or it was retired. */
  isBlacklisted(addressId: string): Promise<boolean>
  /** Retires all addresses of a network, so that none of them is leased again. */
  retireAll(id: ChainId, at: Instant): Promise<void>
  findTakenIndexes(id: ChainId): Promise<TakenIndexes>
  /**
   * Takes an index of the wallet that no other transaction takes: the lowest one, unless a parallel transaction may still
   * take it.
   */
  takeIndex(id: ChainId): Promise<number>
  /** Stores an address of the merchant, which keeps it permanently. */
  insert(address: Address & ChainId & { merchantId: string; index: number }): Promise<void>
  /** Stores addresses that no order gets. Those that are stored already stay. */
  insertSkipped(id: ChainId, addresses: readonly (Address & { index: number })[]): Promise<void>
  /** Returns the merchant's share, without the addresses that parallel transactions add. */
  shareOf(id: ChainId, merchantId: string): Promise<AddressShare>
  /** Stores a lease. Payments count in blocks after the network's current cursor. */
  insertLease(lease: AddressLease): Promise<void>
  /**
   * Starts the cool-down of a released address: until `until`, transfers count for the order and the address is not leased.
   *
   * @returns whether the address was leased before, so that this call released it
   */
  rest(end: { addressId: string; orderId: string; at: Instant; until: Instant }): Promise<boolean>
  /** Finds the order that had the address at a time: undefined for a foreign address, `orderId` undefined if it was not leased. */
  findHolder(id: ChainId, address: string, at: Instant): Promise<{ orderId: string | undefined } | undefined>
  findLease(orderId: string): Promise<LeaseTimes | undefined>
  /** Lists addresses with a higher index, ascending. */
  listSince(id: ChainId, index: number, limit: number): Promise<{ index: number; address: string }[]>
  /** Like {@link listSince}, without addresses that no order ever had and no transfer went to. */
  listUsed(id: ChainId, index: number, limit: number): Promise<{ index: number; address: string }[]>
  /** Lists addresses with a higher index that received transfers, ascending. */
  listSweepable(id: ChainId, index: number, limit: number): Promise<SweepableAddress[]>
  /** Returns those of the given addresses that are ours. */
  listKnown(id: ChainId, addresses: readonly string[]): Promise<string[]>
  /** Lists addresses of a network, newest first. */
  list(query: ChainId & { limit: number }): Promise<ListedAddress[]>
}
