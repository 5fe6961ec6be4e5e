import type { Chain, View } from '../chain/chain.js'
import type { Params } from './params.js'

/** What every handler of a call gets beside the call's own fields. */
export interface ApiContext {
  chain: Chain
  /** /walletsolidity sees the chain up to the solidified block, everything else up to the head. */
  view: View
  /** Milliseconds since 1970. */
  clock: () => number
}

export type Handler = (params: Params, context: ApiContext) => unknown
