import { readInteger, readRecord } from '../nodes/answer-shape.js'
import { isFailure } from '../nodes/rpc-error.js'
import type { TronPrices } from './trc20-fees.js'
import type { TronNode } from './trc20-transport.js'

/** Resources that an account has left besides coins, staked by it or delegated to it. */
export interface TronResources {
  readonly energy: number
  readonly stakedBytes: number
  /** Bandwidth that every account has. */
  readonly freeBytes: number
}

/** Resources of one transaction. */
export interface TronUse {
  readonly energy: number
  readonly bytes: number
}

/** The payment of a transaction by resources and by coins. */
export interface TronPayment {
  /** Energy that is not burned. */
  readonly energy: number
  /** Bytes that are not burned: all of them, or none. */
  readonly bytes: number
  /** Burned for the rest, sun. */
  readonly energySun: number
  readonly byteSun: number
}

const NONE: TronResources = { energy: 0, stakedBytes: 0, freeBytes: 0 }

/**
 * Returns what an account has left at the newest block. Nothing where the node does not offer the call: then coins are
 * required for all of it, which the account may not burn.
 *
 * @param address 21 bytes in hex
 * @throws RpcError
 */
export async function readResources(
  node: TronNode,
  address: string,
  signal: AbortSignal,
): Promise<TronResources> {
  try {
    const answer = readRecord(
      await node.call('wallet/getaccountresource', { address }, signal),
      'getaccountresource',
    )
    const left = (limit: string, used: string) =>
      Math.max(0, readInteger(answer[limit], limit) - readInteger(answer[used], used))
    return {
      energy: left('EnergyLimit', 'EnergyUsed'),
      stakedBytes: left('NetLimit', 'NetUsed'),
      freeBytes: left('freeNetLimit', 'freeNetUsed'),
    }
  } catch (error) {
    if (isFailure(error, 'unsupported')) return NONE
    throw error
  }
}

/** Returns what pays for each of several transactions that an account sends one after the other. */
export function payFrom(
  resources: TronResources,
  uses: readonly TronUse[],
  { energyFee, byteFee }: TronPrices,
): readonly TronPayment[] {
  const left = { ...resources }
  return uses.map((use) => {
    const energy = Math.min(use.energy, left.energy)
    left.energy -= energy
    const from = (['stakedBytes', 'freeBytes'] as const).find((each) => left[each] >= use.bytes)
    if (from) left[from] -= use.bytes
    return {
      energy,
      bytes: from ? use.bytes : 0,
      energySun: (use.energy - energy) * energyFee,
      byteSun: from ? 0 : use.bytes * byteFee,
    }
  })
}

/** Returns the coins that are burned for several transactions, sun. */
export const burnedBy = (payments: readonly TronPayment[]): number =>
  payments.reduce((sum, { energySun, byteSun }) => sum + energySun + byteSun, 0)
