import type { Chain } from '../domain/chains.js'
import type { RpcChainOptions } from './rpc-options.js'

/** Opens a network that nodes serve. Its library is loaded only here: most programs never need it. */
export async function openRpcChain(options: RpcChainOptions): Promise<Chain> {
  throw new Error(`${options.network} is not here yet`)
}
