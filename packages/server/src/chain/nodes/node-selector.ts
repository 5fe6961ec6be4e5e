import type { NodeHealth } from './node-health.js'

export interface NodeSelectorOptions {
  /** Blocks that a healthy node may lag behind the others. */
  readonly lagBlocks: number
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  /** Wall clock, ms. */
  readonly now: () => number
}

/** Maximum age of the newest block of a node that follows the network, however far ahead others claim to be. */
const CURRENT_MS = 15 * 60_000
const BACK_AFTER_MS = 60_000

/** Selects nodes by purpose. The first one is preferred. */
export class NodeSelector<Node> {
  constructor(
    private readonly states: readonly NodeHealth<Node>[],
    private readonly options: NodeSelectorOptions,
  ) {}

  /** Nodes that are not paused. */
  awake(): NodeHealth<Node>[] {
    const now = this.options.monotonic()
    return this.states.filter((state) => state.isAwake(now))
  }

  /** Nodes that can serve a step. */
  able(): NodeHealth<Node>[] {
    return this.awake().filter((state) => !this.isBehind(state))
  }

  /**
   * Nodes for cross-checks, the able ones first. Current nodes count although another one claims to be far ahead:
   * otherwise a node that announces high blocks would leave itself as the only one.
   */
  crossCheckers(): NodeHealth<Node>[] {
    return [...new Set([...this.able(), ...this.awake().filter((state) => this.isCurrent(state))])]
  }

  /**
   * The serving node first, then the others in order. A preferred node takes over once it has been healthy for a
   * minute.
   */
  inOrder(serving: number): NodeHealth<Node>[] {
    const able = this.able()
    const isProven = ({ healthySince }: NodeHealth<Node>) =>
      healthySince !== undefined && this.options.monotonic() - healthySince >= BACK_AFTER_MS
    const first = able.find((state) => this.states.indexOf(state) === serving || isProven(state))
    return first ? [first, ...able.filter((state) => state !== first)] : able
  }

  /** The order of {@link inOrder}, with the nodes last that have pruned the state at the block. */
  withState(serving: number, block: number): NodeHealth<Node>[] {
    const states = this.inOrder(serving)
    const isPruned = ({ condition }: NodeHealth<Node>) => condition.prunedUpTo >= block
    return [...states.filter((state) => !isPruned(state)), ...states.filter(isPruned)]
  }

  isBehind(state: NodeHealth<Node>): boolean {
    return this.lagOf(state) > this.options.lagBlocks
  }

  /** Blocks behind the newest one of any node that is not paused. */
  lagOf({ condition: { head } }: NodeHealth<Node>): number {
    const heads = this.awake().flatMap((each) => each.condition.head?.number ?? [])
    return head === undefined ? 0 : Math.max(...heads) - head.number
  }

  private isCurrent({ condition: { head } }: NodeHealth<Node>): boolean {
    return head !== undefined && this.options.now() - head.timeAt < CURRENT_MS
  }
}
