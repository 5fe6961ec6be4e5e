import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** The balance that an address should have at a block according to the recorded transfers, in exact units. */
export interface RecordedBalance {
  /** Negative if incoming transfers are missing. */
  readonly recorded: bigint
  /** The unconfirmed incoming part of `recorded`. */
  readonly pending: bigint
  /** Incoming transfers that do not count, which are not part of `recorded`. */
  readonly ignored: bigint
}

/** Computes the recorded balance of an address up to a block. */
export async function recordedBalanceOf(
  tx: Tx,
  id: ChainId,
  address: string,
  blockNumber: number,
): Promise<RecordedBalance> {
  const query = { ...id, address, upTo: blockNumber }
  const { counted, pending, ignored } = await tx.transfers.sumReceived(query)
  const net = await tx.treasuryTransfers.sumNet(query)
  const belowUnit = await tx.ignoredTransfers.sumResidue(id, address)
  return { recorded: counted + net + belowUnit, pending, ignored }
}
