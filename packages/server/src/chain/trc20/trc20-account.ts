import { type JsonRecord, readHex, readInteger, readRecord } from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

/** @throws RpcError where the node has no block */
export async function headerOf(node: TronNode, api: NodeApi, signal: AbortSignal) {
  const header = await node.header(api, undefined, signal)
  if (!header) throw new RpcError('broken', `${api} has no newest block`)
  return header
}

/** Returns the coins of an account at the newest block, sun; 0 also for an account that was never opened. */
export async function sunAt(node: TronNode, address: string, signal: AbortSignal): Promise<bigint> {
  const account = readRecord(await node.call('wallet/getaccount', { address }, signal), 'getaccount')
  return BigInt(readInteger(account.balance, 'balance'))
}

/** Returns the info of a transaction; undefined where no block of the API has it. */
export async function infoOf(
  node: TronNode,
  api: NodeApi,
  txHash: string,
  signal: AbortSignal,
): Promise<JsonRecord | undefined> {
  const answer = await node.call(`${api}/gettransactioninfobyid`, { value: txHash }, signal)
  const info = readRecord(answer, 'gettransactioninfobyid')
  if (Object.keys(info).length === 0) return undefined
  if (readHex(info.id, 'id', 32) !== txHash) throw new RpcError('broken', 'the id of another transaction')
  return info
}

export const feeOf = (info: JsonRecord): bigint => BigInt(readInteger(info.fee, 'fee'))
