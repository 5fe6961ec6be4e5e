import type { Chain, Finality } from '../../../src/domain/chain/chain.js'
import type {
  LinkedBlock,
  ScanState,
  ScanStep,
  Sightings,
  TokenAdminEvent,
} from '../../../src/domain/chain/scan-step.js'
import type { Sender } from '../../../src/domain/chain/sender.js'
import type { IgnoredTransfer, SeenTransfer } from '../../../src/domain/chain/transfer.js'
import { type Usdt, usdt } from '../../../src/domain/shared/money.js'
import type { BlockRef, ChainId } from '../../../src/domain/shared/types.js'
import { amount } from '../domain/context.js'

/** Content of a block. A hidden transfer is on the chain, but no step reports it. */
export interface Content {
  readonly transfers?: readonly (SeenTransfer & { isHidden?: boolean })[]
  readonly outgoing?: readonly SeenTransfer[]
  readonly ignored?: readonly IgnoredTransfer[]
  readonly adminEvents?: readonly TokenAdminEvent[]
}

interface Block extends LinkedBlock, Content {}

export const WALLET = 'hot-wallet'
export const DEPTH = 3

/** A network whose blocks a test writes. Addresses are named by their index. */
export class ScriptedChain implements Chain {
  readonly depth = DEPTH
  readonly environment: ChainId['environment']
  readonly network: ChainId['network']
  readonly sender = { wallet: WALLET } as Sender // only its wallet is read here
  /** Whether all nodes are out. */
  isOut = false
  /** Most blocks of a step. */
  span = 1_000
  /** Whether steps report the newest block, as those of nodes do. */
  isHeadReported = false
  /** Block n is at index n − 1. */
  private blocks: Block[] = []
  private branch = 0
  /** Blocks with transfers. */
  private eventful: Block[] = []
  private readonly seen = new Map<string, Block>()

  constructor(id: ChainId, startAt: number) {
    this.environment = id.environment
    this.network = id.network
    this.mineAt(startAt)
  }

  /** Mines a block with the content that `content` returns. */
  mineAt(timeAt: number, content: (block: BlockRef) => Content = () => ({})): BlockRef {
    const parent = this.blocks.at(-1)
    const number = (parent?.number ?? 0) + 1
    const ref = { number, hash: `block-${number}-${this.branch}`, timeAt }
    const block: Block = { ...ref, parentHash: parent?.hash ?? 'none', ...content(ref) }
    this.blocks.push(block)
    if (block.transfers || block.outgoing) this.eventful.push(block)
    this.seen.set(block.hash, block)
    return ref
  }

  /** Drops the blocks above `number`; blocks mined afterwards are another branch. */
  forkAfter(number: number): void {
    this.branch += 1
    this.blocks = this.blocks.slice(0, number)
    this.eventful = this.eventful.filter((block) => block.number <= number)
  }

  /** Reports a hidden transfer from now on, when its block is read again. */
  reveal(txHash: string): void {
    for (const block of this.eventful) {
      const hidden = block.transfers?.find((transfer) => transfer.txHash === txHash)
      if (hidden) hidden.isHidden = false
    }
  }

  async verify() {
    this.requireNodes()
    return { chainId: undefined, isTokenPaused: false, isTokenDeprecated: false }
  }

  async head(): Promise<BlockRef> {
    this.requireNodes()
    return refOf(this.newest())
  }

  async next(state: ScanState): Promise<ScanStep> {
    const step = await this.step(state)
    return this.isHeadReported && step.kind !== 'halt' ? { ...step, head: this.newest().number } : step
  }

  private async step({ cursor }: ScanState): Promise<ScanStep> {
    this.requireNodes()
    const known = this.seen.get(cursor.hash)
    let common = known
    while (common && this.blocks[common.number - 1] !== common) common = this.seen.get(common.parentHash)
    if (!known || !common) return { kind: 'halt', why: 'the cursor stands on no block of this chain' }
    const above = this.blocks.slice(common.number, common.number + this.span)
    const to = above.at(-1)
    if (common === known) {
      if (!to) return { kind: 'idle', why: 'no new block' }
      return { kind: 'forward', to: refOf(to), blocks: above.map(linkOf), ...sightingsOf(above) }
    }
    const upTo = above.filter(({ number }) => number <= known.number)
    return {
      kind: 'rewind',
      after: refOf(common),
      to: refOf(upTo.at(-1) ?? common),
      blocks: upTo.map(linkOf),
      ...sightingsOf(upTo),
    }
  }

  async checkFinality(transfers: readonly SeenTransfer[]): Promise<readonly Finality[]> {
    this.requireNodes()
    return transfers.map(() => 'final')
  }

  async rescan({ from, to }: { from: number; to: number }): Promise<Sightings> {
    this.requireNodes()
    return sightingsOf(this.blocks.slice(Math.max(from - 1, 0), to))
  }

  async balanceAt(address: string, at: BlockRef): Promise<Usdt> {
    this.requireNodes()
    const upTo = this.eventful.filter(({ number }) => number <= at.number)
    const all = upTo.flatMap(({ transfers = [], outgoing = [] }) => [...transfers, ...outgoing])
    const cameIn = all.filter(({ to }) => to === address)
    const left = all.filter(({ from }) => from === address)
    return usdt(sumOf(cameIn) - sumOf(left))
  }

  blockAt = async (number: number): Promise<BlockRef> => {
    this.requireNodes()
    const block = this.blocks[number - 1]
    if (!block) throw new Error(`no node has block ${number}`)
    return refOf(block)
  }
  deriveAddress = (index: number): string => `T-${index}`
  parseDestination = (address: string): string => address

  private newest(): Block {
    const block = this.blocks.at(-1)
    if (!block) throw new Error('there is no block')
    return block
  }

  private requireNodes(): void {
    if (this.isOut) throw new Error('no node answers')
  }
}

let counted = 0

/** Creates a transfer of `value` USDT in a block. */
export function seen(block: BlockRef, from: string, to: string, value: string | Usdt): SeenTransfer {
  counted += 1
  const name = { txHash: `tx-${counted}`, logIndex: 0 }
  return { ...name, from, to, origin: from, value: typeof value === 'string' ? amount(value) : value, block }
}

const sumOf = (transfers: readonly SeenTransfer[]): bigint =>
  transfers.reduce((total, { value }) => total + value, 0n)

const refOf = ({ number, hash, timeAt }: LinkedBlock): BlockRef => ({ number, hash, timeAt })
const linkOf = ({ number, hash, timeAt, parentHash }: LinkedBlock): LinkedBlock => ({
  number,
  hash,
  timeAt,
  parentHash,
})

const sightingsOf = (blocks: readonly Block[]): Sightings => ({
  transfers: blocks.flatMap(({ transfers = [] }) => transfers.filter(({ isHidden }) => isHidden !== true)),
  outgoing: blocks.flatMap(({ outgoing = [] }) => outgoing),
  ignored: blocks.flatMap(({ ignored = [] }) => ignored),
  adminEvents: blocks.flatMap(({ adminEvents = [] }) => adminEvents),
})
