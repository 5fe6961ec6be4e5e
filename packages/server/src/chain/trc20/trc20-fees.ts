import { readInteger, readList, readRecord } from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { TronNode } from './trc20-transport.js'

/** Costs on TRON, in sun: 1,000,000 sun are one TRX. */

export const SUN = 1_000_000
const MIN_LIMIT = 15 * SUN

export interface TronPrices {
  /** Per unit of energy. */
  readonly energyFee: number
  /** Per byte. */
  readonly byteFee: number
  /** The highest energy limit of a transaction. */
  readonly maxFeeLimit: number
}

/** Returns the energy limit of a transfer, a fifth above its present need; undefined above the cap. */
export function feeLimitOf(
  energy: number,
  { energyFee, maxFeeLimit }: TronPrices,
  cap: number,
): number | undefined {
  const needed = Math.ceil((energy * energyFee * 6) / 5)
  const max = Math.min(cap, maxFeeLimit)
  return needed > max ? undefined : Math.min(max, Math.max(needed, MIN_LIMIT))
}

/**
 * Bytes around the signed ones: their frame, the signature with its own, and the result that nodes reserve space for.
 */
const FRAME_BYTES = 3 + 67 + 64

/** Returns the number of bytes that a signed transaction is charged for. */
export const bytesOf = (rawDataHex: string): number => rawDataHex.length / 2 + FRAME_BYTES

/** @throws RpcError */
export async function readPrices(node: TronNode, signal: AbortSignal): Promise<TronPrices> {
  const answer = readRecord(await node.call('wallet/getchainparameters', {}, signal), 'getchainparameters')
  const named = new Map(
    readList(answer.chainParameter, 'chainParameter').map((each) => {
      const { key, value } = readRecord(each, 'chainParameter')
      return [key, value] as const
    }),
  )
  const read = (key: string) => {
    const value = readInteger(named.get(key), key)
    if (value === 0) throw new RpcError('broken', `${key} is missing`)
    return value
  }
  return {
    energyFee: read('getEnergyFee'),
    byteFee: read('getTransactionFee'),
    maxFeeLimit: read('getMaxFeeLimit'),
  }
}
