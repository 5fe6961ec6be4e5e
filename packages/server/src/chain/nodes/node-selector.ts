import type { NodeHealth } from './node-health.js'

export interface NodeSelectorOptions {
  /** Blocks that a healthy node may be behind the others. */
  readonly lagBlocks: number
  /** Milliseconds that no change of the clock moves. */
  readonly monotonic: () => number
  /** Wall clock, ms. */
  readonly now: () => number
}

/** Whose newest block is no older follows the network, however far ahead of it others say they are. */
const CURRENT_MS = 15 * 60_000
const BACK_AFTER_MS = 60_000

/** Which nodes are fit for what. The preferred one is the first. */
export class NodeSelector<Node> {
  constructor(
    private readonly states: readonly NodeHealth<Node>[],
    private readonly options: NodeSelectorOptions,
  ) {}

  /** Those that do not rest. */
  awake(): NodeHealth<Node>[] {
    const now = this.options.monotonic()
    return this.states.filter((state) => state.isAwake(now))
  }

  /** Those that can serve a step. */
  able(): NodeHealth<Node>[] {
    return this.awake().filter((state) => !this.isBehind(state))
  }

  /** Those whose word on money counts, the able ones first. Who announces much would be its own witness otherwise. */
  crossCheckers(): NodeHealth<Node>[] {
    return [...new Set([...this.able(), ...this.awake().filter((state) => this.isCurrent(state))])]
  }

  /** Whoever serves now, then the others in their order; a better one takes over once it was healthy for a while. */
  inOrder(serving: number): NodeHealth<Node>[] {
    const able = this.able()
    const isProven = ({ healthySince }: NodeHealth<Node>) =>
      healthySince !== undefined && this.options.monotonic() - healthySince >= BACK_AFTER_MS
    const first = able.find((state) => this.states.indexOf(state) === serving || isProven(state))
    return first ? [first, ...able.filter((state) => state !== first)] : able
  }

  isBehind(state: NodeHealth<Node>): boolean {
    return this.lagOf(state) > this.options.lagBlocks
  }

  /** Blocks behind the newest one that any node tells which is asked at all. */
  lagOf({ head }: NodeHealth<Node>): number {
    const heads = this.awake().flatMap((each) => each.head?.number ?? [])
    return head === undefined ? 0 : Math.max(...heads) - head.number
  }

  private isCurrent({ head }: NodeHealth<Node>): boolean {
    return head !== undefined && this.options.now() - head.timeAt < CURRENT_MS
  }
}
