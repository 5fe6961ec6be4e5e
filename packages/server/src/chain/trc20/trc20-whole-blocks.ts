import { RpcError } from '../nodes/rpc-error.js'
import type { WholeBlock } from './trc20-answers.js'
import type { View } from './trc20-transport.js'

/** Blocks of one call. More would hold up the process while it parses them: a block is about 300 kB of JSON. */
const BLOCKS_OF_A_CALL = 5
/** For fewer blocks their counts cost about as many calls, and a hundredth of the traffic. */
export const FEWEST_WHOLE_BLOCKS = 4

type Group = Map<number, WholeBlock>

/**
 * Whole blocks for a reader that is behind: one call has several of them, where the transaction counts would take a call
 * each. Each group is requested when its first block is.
 */
export class WholeBlocks {
  private readonly groups = new Map<number, Promise<Group>>()

  /** @param numbers of the blocks that will be read, without gaps, ascending */
  constructor(
    private readonly view: View,
    private readonly numbers: readonly number[],
  ) {}

  /** Returns a block, once, so that its transactions need not stay; undefined where it has to be read by itself. */
  async take(number: number): Promise<WholeBlock | undefined> {
    const [first = number] = this.numbers
    const start = number - ((number - first) % BLOCKS_OF_A_CALL)
    const end = Math.min(start + BLOCKS_OF_A_CALL, first + this.numbers.length)
    if (end - start < FEWEST_WHOLE_BLOCKS) return undefined
    const group = this.groups.get(start) ?? this.read(start, end)
    this.groups.set(start, group)
    const blocks = await group
    const block = blocks.get(number)
    blocks.delete(number)
    return block
  }

  private async read(start: number, end: number): Promise<Group> {
    const { node, api, signal } = this.view
    try {
      return await node.blocks(api, start, end, signal)
    } catch (error) {
      // A node that lacks the call, or limits the size of an answer, has its blocks read one by one.
      if (error instanceof RpcError) return new Map()
      throw error
    }
  }
}
