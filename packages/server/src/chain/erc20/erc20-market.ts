import { readBigQuantity, readList, readRecord } from '../nodes/answer-shape.js'
import { type Connection, firstSource } from '../nodes/connection.js'
import { type GasMarket, GWEI } from './erc20-fees.js'

/** Blocks whose tips are averaged where a node suggests none. */
const HISTORY_BLOCKS = '0x14'
/** The transaction in the middle of each block, by gas. */
const MEDIAN = 50
/** Of nodes that report no prices at all. */
const FIXED_TIP = GWEI

/**
 * Reads the base fee of the newest block, and a tip from the first source that the node offers.
 *
 * @throws RpcError
 */
export async function readMarket(connection: Connection): Promise<GasMarket> {
  const [block, suggested] = await Promise.all([
    connection.call('eth_getBlockByNumber', ['latest', false]),
    firstSource<bigint | undefined>(
      () => suggestedTip(connection),
      async () => undefined,
    ),
  ])
  const baseFee = readBigQuantity(readRecord(block, 'the newest block').baseFeePerGas, 'baseFeePerGas')
  if (suggested !== undefined) return { baseFee, tip: suggested }
  const tip = await firstSource(
    () => tipOfHistory(connection),
    () => tipOfPrice(connection, baseFee),
    async () => FIXED_TIP,
  )
  return { baseFee, tip }
}

async function suggestedTip(connection: Connection): Promise<bigint> {
  return readBigQuantity(await connection.call('eth_maxPriorityFeePerGas', []), 'eth_maxPriorityFeePerGas')
}

async function tipOfHistory(connection: Connection): Promise<bigint> {
  const answer = await connection.call('eth_feeHistory', [HISTORY_BLOCKS, 'latest', [MEDIAN]])
  const rewards = readList(readRecord(answer, 'eth_feeHistory').reward, 'eth_feeHistory').map((block) =>
    readBigQuantity(readList(block, 'eth_feeHistory')[0], 'eth_feeHistory'),
  )
  const sum = rewards.reduce((total, reward) => total + reward, 0n)
  return rewards.length === 0 ? FIXED_TIP : sum / BigInt(rewards.length)
}

/** The legacy price is the base fee and the tip. */
async function tipOfPrice(connection: Connection, baseFee: bigint): Promise<bigint> {
  const price = readBigQuantity(await connection.call('eth_gasPrice', []), 'eth_gasPrice')
  return price > baseFee ? price - baseFee : 0n
}
