import type { IgnoredTransfer } from './chains.js'
import type { AddressExcess } from './final-look.js'
import type { IgnoredCount } from './ignored-transfers.js'
import type { Movement } from './movements.js'
import type { ChainId } from './ports.js'

export interface MovementTable {
  insert(movement: Movement): Promise<void>
  /** Everything but its identity. */
  update(movement: Movement): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<Movement | undefined>
  /** Unconfirmed canonical ones whose depth block is there, in chain order. */
  listDue(id: ChainId, blockNumber: number, limit: number): Promise<Movement[]>
  /** Canonical ones in blocks above that one. */
  listAfter(id: ChainId, blockNumber: number): Promise<Movement[]>
  /** Everything that ever left an address or moved to it, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<Movement[]>
  /** What unconfirmed canonical ones add up to, 1e-8 USDT. */
  sumPending(id: ChainId): Promise<bigint>
  /** What came to an address less what left it, up to that block, 1e-8 USDT. */
  sumNet(query: ChainId & { address: string; upTo: number }): Promise<bigint>
}

export interface IgnoredTransferTable {
  /** False when it is there already. */
  insert(id: ChainId, ignored: IgnoredTransfer): Promise<boolean>
  /** How many there were of an address for that reason. */
  count(id: ChainId, of: Pick<IgnoredTransfer, 'address' | 'reason'>): Promise<number>
  addToCount(id: ChainId, of: Pick<IgnoredTransfer, 'address' | 'reason'>, added: number): Promise<void>
  /** Forgets those in blocks above that one; they are counted no more. */
  deleteAfter(id: ChainId, blockNumber: number): Promise<void>
  /** What is kept of an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<IgnoredTransfer[]>
  listCounts(id: ChainId, address: string): Promise<IgnoredCount[]>
}

export interface AddressExcessTable {
  find(id: ChainId, address: string): Promise<AddressExcess | undefined>
  /** Writes what was found; what the operator accepted stays as it is. */
  put(excess: AddressExcess): Promise<void>
  /** Those that the operator did not accept. */
  listUnexplained(id: ChainId): Promise<AddressExcess[]>
  /** From now on as much as was found is no surprise. */
  acceptAll(id: ChainId): Promise<void>
}
