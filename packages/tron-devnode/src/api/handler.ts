import type { Chain, View } from '../chain/chain.js'
import type { Params } from './params.js'

/** Passed to every handler besides the fields of the call. */
export interface ApiContext {
  chain: Chain
  /** /walletsolidity sees the chain up to the solidified block, everything else up to the head. */
  view: View
  /** Milliseconds since 1970. */
  clock: () => number
}

export type Handler = (params: Params, context: ApiContext) => unknown
