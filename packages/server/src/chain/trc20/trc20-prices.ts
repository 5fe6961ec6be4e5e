import { readInteger, readList, readRecord } from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { TronPrices } from './trc20-fees.js'
import type { TronNode } from './trc20-transport.js'

/** Reads the prices of the network. @throws RpcError */
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
