import type { BlockRef, ChainId, Clock } from '../../domain/shared/types.js'
import type { ChainNode } from './chain-node.js'
import type { NodeAccess } from './rpc-options.js'

/** A node as configured. */
export interface ConfiguredNode extends NodeAccess {
  /** The setting that names the URL. */
  readonly setting: string
}

/** How the nodes of a network are checked. */
export interface NodeCheckOptions extends ChainId {
  /** The preferred one first. */
  readonly nodes: readonly ConfiguredNode[]
  /** Start of the names of the network's settings. */
  readonly prefix: string
  readonly chainId: number
  /** The token's contract, in the network's spelling. */
  readonly token: string
  /** The hot wallet, or the first receiving address where nothing is signed, in the network's spelling. */
  readonly wallet: string
  readonly clock: Clock
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  /** Whether only the questions of a start are asked. */
  readonly isStart: boolean
}

export type NewestBlock = Pick<BlockRef, 'number' | 'timeAt'>

/** A node to ask, and what its answers are compared with. */
export interface ProbeTarget<Node extends ChainNode = ChainNode> extends ConfiguredNode {
  readonly options: NodeCheckOptions
  readonly node: Node
  /** The URLs of the other nodes. */
  readonly others: readonly string[]
  /** The highest block of any node; undefined where none answered. */
  readonly highest: number | undefined
  /** Blocks that a node may be behind the others. */
  readonly lagBlocks: number
  newest(signal: AbortSignal): Promise<NewestBlock>
}

export type Outcome =
  | { readonly result: 'pass' | 'skipped'; readonly seen: string }
  | {
      readonly result: 'fail'
      readonly seen: string
      readonly change: string
      /** Whether the network contradicts the settings. */
      readonly isWrong?: true
    }

/** One question to a node. */
export interface Probe<Node extends ChainNode = ChainNode> {
  readonly name: string
  /** An earlier probe: where that one does not pass, this one is skipped. */
  readonly needs?: string
  /** @throws RpcError or RpcRefusal, which fail the probe; WrongChain */
  run(target: ProbeTarget<Node>, signal: AbortSignal): Promise<Outcome>
  /** Returns what to change after an error of {@link run}; undefined for the usual causes. */
  changeFor?(target: ProbeTarget<Node>, error: Error): string | undefined
}

export const pass = (seen: string): Outcome => ({ result: 'pass', seen })
export const skip = (seen: string): Outcome => ({ result: 'skipped', seen })
export const fail = (seen: string, change: string): Outcome => ({ result: 'fail', seen, change })
