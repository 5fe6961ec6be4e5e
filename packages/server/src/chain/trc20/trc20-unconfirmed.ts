import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { SeenTransfer } from '../../domain/chain/transfer.js'
import { RpcError } from '../nodes/rpc-error.js'
import { mayConcernUs, sightingsOf, type TokenRules } from '../token/token-events.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import type { TronHeader } from './trc20-answers.js'
import { numbersFrom, Places, peekBlocks } from './trc20-blocks.js'
import type { TronNode } from './trc20-transport.js'

/** More blocks than ever lie between the solidified block and the newest. */
const BLOCKS = 30
/** Maximum transfers per scan: dust must not fill the database with rows that may still be dropped. */
const MAX_TRANSFERS = 300

export interface UnconfirmedOptions {
  readonly rules: TokenRules
  readonly ours: OurAddresses
  readonly encodeAddress: (hex: string) => string
}

/**
 * Reads the blocks above the solidified one, so that payers see a payment at once instead of a minute later. Nothing
 * is credited for it, and it is the first work to stop when calls are scarce.
 */
export class UnconfirmedPass {
  private readonly seenUpTo = new WeakMap<TronNode, number>()

  constructor(private readonly options: UnconfirmedOptions) {}

  /** Returns transfers to us in blocks that were not read before. A node that fails here counts as having none. */
  async scan(
    node: TronNode,
    solid: TronHeader,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<readonly SeenTransfer[]> {
    // Runs only while usage is below the even rate of the day, on calls that nothing else needs.
    if (Math.min(node.budget.spare, node.budget.beyondOrders) < BLOCKS) return []
    if (watched.hasOpenOrders && !(await watched.hasOpenOrders())) return []
    try {
      return await this.read(node, solid, watched, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RpcError) return []
      throw error
    }
  }

  private async read(
    node: TronNode,
    solid: TronHeader,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<readonly SeenTransfer[]> {
    const { rules, ours, encodeAddress } = this.options
    const view = { node, api: 'wallet', signal } as const
    const head = await node.header('wallet', undefined, signal)
    if (!head) return []
    const from = Math.max(solid.number, this.seenUpTo.get(node) ?? 0) + 1
    const to = Math.min(head.number, solid.number + BLOCKS)
    const events = await peekBlocks(view, numbersFrom(from, to), rules)
    await ours.topUp(watched)
    const near = events
      .filter((event) => event.kind === 'transfer' && mayConcernUs(event, ours))
      .slice(0, MAX_TRANSFERS)
    const places = new Places(view, rules.token)
    places.add(head.number, head)
    const { transfers } = await sightingsOf(near, { rules, watched, encodeAddress, placeOf: places.of })
    this.seenUpTo.set(node, Math.max(to, from - 1))
    return transfers
  }
}
