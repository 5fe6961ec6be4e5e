import type { Address } from '../orders/order.js'
import type { ChainId, Instant, Scope } from '../shared/types.js'

/** An order's time with an address, in the network's time. */
export interface AddressLease {
  readonly orderId: string
  readonly addressId: string
  readonly fromAt: Instant
}

export interface LeaseTimes {
  readonly fromAt: Instant
  /** Its payments come in blocks after that one; null where nobody knows. */
  readonly afterBlock: number | null
  /** When its order was done with it; null before. */
  readonly releasedAt: Instant | null
  /** Transfers count for the order until then; null while it has no end. */
  readonly untilAt: Instant | null
}

/** An address with the order that has it now or had it last. */
export interface ListedAddress extends Address, ChainId {
  readonly index: number
  /** The only merchant whose orders get it; null for one that no order ever had. */
  readonly merchantId: string | null
  readonly orderId: string | null
  /** When another order of its merchant may get it; null while an order has it. */
  readonly freeAt: Instant | null
}

/** The addresses of a network that belong to one merchant. */
export interface AddressShare {
  readonly total: number
  /** Whether no other merchant has an address of the network. */
  readonly isOnly: boolean
}

export interface AddressTable {
  /**
   * Takes the merchant's address that has rested longest, with the end of its rest; none that the token's owner
   * blacklisted.
   */
  takeRested(
    id: ChainId,
    merchantId: string,
    at: Instant,
  ): Promise<(Address & { restedUntil: Instant | null }) | undefined>
  /** It is never taken again. An address that nobody leased is left alone. */
  blacklist(id: ChainId, address: string, at: Instant): Promise<void>
  /** Whether the token's owner keeps what is on it from moving, or it was retired. */
  isBlacklisted(addressId: string): Promise<boolean>
  /** None that there is now is ever taken again. */
  retireAll(id: ChainId, at: Instant): Promise<void>
  /** The highest index that was taken; 0 before the first. */
  highestIndex(id: ChainId): Promise<number>
  /** The next index of the wallet; nobody else gets it. */
  takeIndex(id: ChainId): Promise<number>
  /** Stores an address of the merchant, which keeps it for good. */
  insert(address: Address & ChainId & { merchantId: string; index: number }): Promise<void>
  /** Does not change until the unit of work ends, once {@link takeIndex} was called. */
  shareOf(id: ChainId, merchantId: string): Promise<AddressShare>
  /** The number of addresses that unfinished orders of the merchant have, on all networks; counts to `upTo` at most. */
  countLeased(scope: Scope, upTo: number): Promise<number>
  /** Its payments come after the block where the network's cursor stands. */
  insertLease(lease: AddressLease): Promise<void>
  /** The order is done with its address: transfers still count until `until`, and nobody else gets it before. */
  rest(end: { addressId: string; orderId: string; at: Instant; until: Instant }): Promise<void>
  /** Undefined for an address that is not ours; without an order where no lease held it at that time. */
  findHolder(id: ChainId, address: string, at: Instant): Promise<{ orderId: string | undefined } | undefined>
  findLease(orderId: string): Promise<LeaseTimes | undefined>
  /** Addresses with a higher index, ascending. */
  listSince(id: ChainId, index: number, limit: number): Promise<{ index: number; address: string }[]>
  /** Those of them that are ours. */
  listKnown(id: ChainId, addresses: readonly string[]): Promise<string[]>
  /** The newest addresses of a network first. */
  list(query: ChainId & { limit: number }): Promise<ListedAddress[]>
}
