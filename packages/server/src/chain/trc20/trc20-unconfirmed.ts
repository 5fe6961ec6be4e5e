import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { SeenTransfer } from '../../domain/payments/transfer.js'
import { RpcError } from '../nodes/rpc-error.js'
import { mayConcernUs, sightingsOf, type TokenRules } from '../token/token-events.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import type { TronHeader } from './trc20-answers.js'
import { numbersFrom, Places, peekBlocks } from './trc20-blocks.js'
import type { TronNode } from './trc20-transport.js'

/** More than there ever are between the solidified block and the newest. */
const BLOCKS = 30
/** Payments that a look tells: whoever sends dust must not fill the books with what may still go. */
const TOLD = 300

export interface UnconfirmedOptions {
  readonly rules: TokenRules
  readonly ours: OurAddresses
  readonly encodeAddress: (hex: string) => string
}

/**
 * Looks at the blocks above the solidified one, so that a payer sees his payment at once and not a minute later. Nothing
 * is credited for it, and the first to be given up when calls are scarce.
 */
export class UnconfirmedPass {
  private readonly seenUpTo = new WeakMap<TronNode, number>()

  constructor(private readonly options: UnconfirmedOptions) {}

  /** Transfers to us in blocks that were not looked at before. A node that fails here has nothing new. */
  async look(
    node: TronNode,
    solid: TronHeader,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<readonly SeenTransfer[]> {
    // It runs only while the day is spent slower than evenly, and nothing else needs what is left beyond that.
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
      .slice(0, TOLD)
    const places = new Places(view, rules.token)
    places.add(head.number, head)
    const { transfers } = await sightingsOf(near, { rules, watched, encodeAddress, placeOf: places.of })
    this.seenUpTo.set(node, Math.max(to, from - 1))
    return transfers
  }
}
