import type { NotNow } from '../../domain/chain/sender.js'
import type { TokenStop } from '../../networks/evm-description.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import type { Network } from '../../networks/networks.js'
import { readHex } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import { RpcRefusal } from '../nodes/rpc-error.js'
import { SELECTORS } from '../token/token-abi.js'

/** Returns the condition that stops all transfers of the token, if any. */
export async function findTokenStop(
  connection: Connection,
  network: Network,
  token: string,
): Promise<NotNow | undefined> {
  const { tokenStops } = evmDescriptionOf(network)
  const ask = async (stop: TokenStop, selector: string): Promise<bigint> => {
    if (!tokenStops.includes(stop)) return 0n
    try {
      const word = readHex(
        await connection.call('eth_call', [{ to: token, data: `0x${selector}` }, 'latest']),
        selector,
      )
      return word.length === 64 ? BigInt(`0x${word}`) : 0n
    } catch (error) {
      // A test token may have no such function.
      if (error instanceof RpcRefusal) return 0n
      throw error
    }
  }
  const [paused, deprecated, fee] = await Promise.all([
    ask('paused', SELECTORS.paused),
    ask('deprecated', SELECTORS.deprecated),
    ask('fee', SELECTORS.basisPointsRate),
  ])
  if (deprecated !== 0n) return { notNow: 'token_deprecated' }
  if (paused !== 0n) return { notNow: 'token_paused' }
  return fee === 0n ? undefined : { notNow: 'token_fee' }
}
