import type { ForeignTransfer } from '../../domain/chain/chain.js'
import { readList, readQuantity, readRecord } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { readEvent } from '../token/token-events.js'
import { fetchHeaders, hexOf, readHash } from './erc20-block.js'
import { type TokenFilter, TRANSFER } from './erc20-logs.js'
import { encodeErc20Address, readLog } from './erc20-receipt.js'

interface Blocks {
  readonly from: number
  readonly to: number
}

/**
 * Reads the transfers of other tokens to an address. The query reveals the address to the node, so it runs only at the
 * operator's request: payments are found without it.
 *
 * @param address 40 digits in lower case
 * @param now epoch ms
 * @throws RpcError
 */
export async function fetchForeign(
  connection: Connection,
  { rules }: TokenFilter,
  { address, ...blocks }: Blocks & { readonly address: string },
  now: number,
): Promise<ForeignTransfer[]> {
  const logs = (await fetchLogsTo(connection, address, blocks)).flatMap((answer) => {
    const log = readRecord(answer, 'a log')
    const blockNumber = readQuantity(log.blockNumber, 'a log')
    if (blockNumber < blocks.from || blockNumber > blocks.to)
      throw new RpcError('broken', 'a log is of a block that was not asked for')
    const blockHash = readHash(log.blockHash, 'a log')
    const txHash = readHash(log.transactionHash, 'a log')
    const logIndex = readQuantity(log.logIndex, 'a log')
    const event = readEvent(readLog(log, { txHash, logIndex, blockNumber }), {
      ...rules,
      areForeignRecorded: true,
    })
    const isForeign = event?.kind === 'transfer' && event.log.emitter !== rules.token && event.to === address
    return isForeign ? [{ event, blockNumber, blockHash }] : []
  })
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const headers = new Map(
    (await fetchHeaders(connection, numbers, now)).map((header) => [header.number, header]),
  )
  return logs.map(({ event: { log, from, to, value }, blockNumber, blockHash }) => {
    const header = headers.get(blockNumber)
    if (header?.hash !== blockHash)
      throw new RpcError('broken', `a log of block ${blockNumber}: of another branch`)
    return {
      txHash: log.txHash,
      logIndex: log.logIndex,
      token: encodeErc20Address(log.emitter),
      from: encodeErc20Address(from),
      to: encodeErc20Address(to),
      value,
      block: { number: blockNumber, hash: header.hash, timeAt: header.timeAt },
    }
  })
}

/** Reads the logs in as few calls as the node allows. */
async function fetchLogsTo(
  connection: Connection,
  address: string,
  { from, to }: Blocks,
): Promise<readonly unknown[]> {
  const topics = [TRANSFER, null, `0x${address.padStart(64, '0')}`]
  const range = { fromBlock: hexOf(from), toBlock: hexOf(to) }
  try {
    return readList(await connection.call('eth_getLogs', [{ ...range, topics }]), 'eth_getLogs')
  } catch (error) {
    if (!(error instanceof RpcError) || error.failure !== 'too_large' || from === to) throw error
    const middle = Math.floor((from + to) / 2)
    const older = await fetchLogsTo(connection, address, { from, to: middle })
    return [...older, ...(await fetchLogsTo(connection, address, { from: middle + 1, to }))]
  }
}
