import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { ScanState, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { SeenTransfer } from '../../domain/payments/transfer.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Connection } from '../nodes/connection.js'
import { type BlockAdminEvents, crossCheckAdminEvents } from '../nodes/cross-check.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError, readQuantity, strictly } from '../nodes/rpc-error.js'
import { DEEP_BLOCKS } from '../token/missing-transfer-check.js'
import { mayConcernUs, readEvent, sightingsOf } from '../token/token-events.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import { readHash, readHeader } from './erc20-block.js'
import { type Fork, findFork, linkOf, refOf } from './erc20-fork.js'
import { type TokenFilter, type TokenLog, TRANSFER } from './erc20-logs.js'
import { Erc20Reader } from './erc20-reader.js'
import { encodeErc20Address, fetchReceiptsOf, readLog } from './erc20-receipt.js'
import type { EthereumNode } from './erc20-transport.js'

export interface Erc20ScanOptions {
  readonly nodes: Nodes<EthereumNode>
  readonly filter: TokenFilter
  readonly ours: OurAddresses
  /** Wall clock, ms. */
  readonly now: () => number
  readonly monotonic: () => number
}

/** Nodes hear of a new branch one after the other: only who stays on its own is wrong. */
const DISPUTE_MS = 60_000

interface Dispute {
  readonly node: EthereumNode
  readonly hash: string
  readonly since: number
}

/** Reads blocks in their order, one step from one node; what it keeps is lost without harm. */
export class Erc20Scan {
  private readonly reader: Erc20Reader
  private dispute: Dispute | undefined

  constructor(private readonly options: Erc20ScanOptions) {
    this.reader = new Erc20Reader(options.filter, options.now)
  }

  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep> {
    const work = (node: EthereumNode) => this.step(node, state, watched, signal)
    return this.options.nodes.step((node) => strictly(() => work(node)), signal)
  }

  /** Reads blocks that are booked once more. */
  rescan(
    { from, to }: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<Sightings> {
    const work = async (node: EthereumNode) => {
      const seen = await strictly(() => this.readAgain(node, { from, to }, watched, signal))
      const doubt = await this.doubtNotices(node, seen, watched, signal)
      if (doubt !== undefined) throw new RpcError('absent', doubt)
      return seen
    }
    return this.options.nodes.stepElsewhere(work, signal)
  }

  private async readAgain(
    node: EthereumNode,
    { from, to }: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<Sightings> {
    const connection = node.connect(signal)
    const { logs } = await this.reader.readAll(connection, from, to)
    return this.sight(connection, logs, watched)
  }

  private async step(
    node: EthereumNode,
    state: ScanState,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    const { cursor } = state
    const connection = node.connect(signal)
    const now = this.options.now()
    const head = readHeader(await connection.call('eth_getBlockByNumber', ['latest', false]), 'latest', now)
    // A lower head is lag, and no other branch.
    if (head.number < cursor.number)
      return idle(`the node is at block ${head.number}, behind us`, head.number)
    if (head.number === cursor.number) {
      if (head.hash === cursor.hash) return idle('no new block', head.number)
      return this.rewind(node, connection, state, watched, signal)
    }
    const read = await this.reader.readSpan(connection, cursor.number + 1, head.number)
    const [first] = read.headers
    if (first?.parentHash !== cursor.hash) return this.rewind(node, connection, state, watched, signal)
    if (first.timeAt < cursor.timeAt)
      throw new RpcError('broken', `block ${first.number}: older than its parent`)
    const to = read.headers.at(-1) ?? first
    const again = await this.lookAgain(node, state, to.number, signal)
    const seen = await this.sight(connection, read.logs, watched)
    const doubt = await this.doubtNotices(node, seen, watched, signal)
    if (doubt !== undefined) return { ...unconfirmed(doubt), head: head.number }
    const seenAgain = await this.sight(connection, again, watched)
    return {
      kind: 'forward',
      to: refOf(to),
      blocks: read.headers.map(linkOf),
      ...seen,
      head: head.number,
      // Known ones change nothing; one that a node kept back the first time comes in here.
      transfers: [...seen.transfers, ...seenAgain.transfers],
      outgoing: [...seen.outgoing, ...seenAgain.outgoing],
      ignored: [...seen.ignored, ...seenAgain.ignored],
    }
  }

  /** The branch in place of ours, if this is the chain that we follow and a second node tells the same. */
  private async rewind(
    node: EthereumNode,
    connection: Connection,
    state: ScanState,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    await this.options.nodes.confirmChain(node, signal)
    const fork = await findFork(connection, state, this.options.now())
    const doubted = await this.doubt(node, fork, state, signal)
    if (doubted) return doubted
    if (fork.kind === 'unknown') {
      const { number } = fork.oldest
      return {
        kind: 'halt',
        why: `the chain has other blocks from ${number} on, the oldest that we remember`,
      }
    }
    const to = fork.branch.at(-1)
    if (!to) throw new RpcError('broken', 'the branch is empty')
    const { headers, logs } = await this.reader.readAll(connection, fork.after.number + 1, to.number)
    if (headers.at(-1)?.hash !== to.hash) throw new RpcError('broken', 'the node changed its chain meanwhile')
    const seen = await this.sight(connection, logs, watched)
    const unheard = await this.doubtNotices(node, seen, watched, signal)
    if (unheard !== undefined) return unconfirmed(unheard)
    return { kind: 'rewind', after: fork.after, to: refOf(to), blocks: headers.map(linkOf), ...seen }
  }

  /** @returns a step that says why the fork is not believed yet */
  private async doubt(
    node: EthereumNode,
    fork: Fork,
    state: ScanState,
    signal: AbortSignal,
  ): Promise<ScanStep | undefined> {
    const theirs = fork.kind === 'fork' ? fork.branch[0] : fork.theirs
    if (!theirs) throw new RpcError('broken', 'the branch is empty')
    const { number } = theirs
    const ours = fork.kind === 'unknown' ? fork.oldest.hash : hashAt(state, number)
    const now = this.options.now()
    const ask = async (other: EthereumNode) => hashOf(other.connect(signal), number, now)
    const word = await this.options.nodes.crossCheck(node, ask, signal)
    if (word.kind === 'wait') return unconfirmed(`no second node confirms another block ${number}`)
    if (word.kind === 'waived' || word.answer === theirs.hash) {
      this.dispute = undefined
      return undefined
    }
    // It may not be that far yet.
    if (word.answer === undefined) return unconfirmed(`a second node has no block ${number}`)
    if (word.answer !== ours) return disputed(`two nodes disagree on block ${number}`)
    const at = this.options.monotonic()
    const isKnown = this.dispute?.node === node && this.dispute.hash === theirs.hash
    if (!this.dispute || !isKnown) this.dispute = { node, hash: theirs.hash, since: at }
    if (at - this.dispute.since >= DISPUTE_MS) {
      throw new RpcError('refused', `tells another block ${number} than we and a second node have`)
    }
    return unconfirmed(`a second node still has our block ${number}`)
  }

  /** @returns why what the token's owner did is not believed yet */
  private doubtNotices(
    node: EthereumNode,
    { adminEvents }: Sightings,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { nodes, now } = this.options
    const read = async (other: EthereumNode, { number, hash }: BlockRef): Promise<BlockAdminEvents> => {
      const theirs = await hashOf(other.connect(signal), number, now())
      if (theirs !== hash) return theirs === undefined ? undefined : { hash: theirs, adminEvents: [] }
      const seen = await this.readAgain(other, { from: number, to: number }, watched, signal)
      return { hash, adminEvents: seen.adminEvents }
    }
    return crossCheckAdminEvents(
      { nodes, node, adminEvents, read: (other, block) => strictly(() => read(other, block)) },
      signal,
    )
  }

  /** The logs of blocks that became deep enough with this step, from another node where there is one. */
  private async lookAgain(
    node: EthereumNode,
    { cursor, ring }: ScanState,
    to: number,
    signal: AbortSignal,
  ): Promise<readonly TokenLog[]> {
    const isDue = ({ number }: BlockRef) => number > cursor.number - DEEP_BLOCKS && number <= to - DEEP_BLOCKS
    const due = ring.filter(isDue).reverse()
    const [oldest, newest] = [due[0], due.at(-1)]
    if (!oldest || !newest) return []
    const read = (other: EthereumNode) =>
      strictly(async () => {
        const { headers, logs } = await this.reader.readAll(
          other.connect(signal),
          oldest.number,
          newest.number,
        )
        if (headers.some(({ hash }, at) => hash !== due[at]?.hash)) {
          throw new RpcError('broken', 'blocks that are final are others than ours')
        }
        return logs
      })
    const told = await this.options.nodes.elsewhere(node, read, signal)
    return told ? told.value : read(node)
  }

  private async sight(
    connection: Connection,
    logs: readonly TokenLog[],
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { ours, filter } = this.options
    // What was leased before it was paid is in the filter now, whatever block the payment is in.
    await ours.topUp(watched)
    const blocks = new Map(logs.map(({ block }) => [block.number, refOf(block)]))
    const events = logs
      .filter((log) => mayTouchUs(ours, log))
      .flatMap(({ block, log }) => {
        const txHash = readHash(log.transactionHash, 'a log')
        const logIndex = readQuantity(log.logIndex, 'a log')
        return readEvent(readLog(log, { txHash, logIndex, blockNumber: block.number }), filter.rules) ?? []
      })
    const seen = await sightingsOf(
      events.filter((event) => mayConcernUs(event, ours)),
      {
        rules: filter.rules,
        watched,
        encodeAddress: encodeErc20Address,
        // The receipts are read for all of them together.
        async placeOf({ log: { blockNumber } }) {
          const block = blocks.get(blockNumber)
          if (!block) throw new Error(`no block ${blockNumber}`)
          return { block, origin: null }
        },
      },
    )
    return { ...seen, transfers: await withOrigins(connection, seen.transfers) }
  }
}

/** Asked of every log, so only the ends of its topics are looked at. */
function mayTouchUs(ours: OurAddresses, { event, topics: [, from, to] }: TokenLog): boolean {
  return event !== TRANSFER || mayEndIn(ours, to) || mayEndIn(ours, from)
}

const mayEndIn = (ours: OurAddresses, topic: unknown): boolean =>
  typeof topic === 'string' && ours.mayBeOurs(topic)

const idle = (why: string, head: number): ScanStep => ({ kind: 'idle', why, head })
const unconfirmed = (why: string) => ({ kind: 'idle', why, doubt: 'unconfirmed' }) as const
const disputed = (why: string): ScanStep => ({ kind: 'idle', why, doubt: 'conflicting' })

const hashAt = ({ cursor, ring }: ScanState, number: number): string | undefined =>
  [cursor, ...ring].find((block) => block.number === number)?.hash

/** Undefined where the node has no such block. */
async function hashOf(connection: Connection, number: number, now: number): Promise<string | undefined> {
  const answer = await connection.call('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
  return answer === null ? undefined : readHeader(answer, number, now).hash
}

/** With who signed each; the receipts are of the same node and must tell of the same blocks. */
async function withOrigins(
  connection: Connection,
  transfers: readonly SeenTransfer[],
): Promise<SeenTransfer[]> {
  const receipts = await fetchReceiptsOf(
    connection,
    transfers.map(({ txHash }) => txHash),
  )
  return transfers.map((transfer) => {
    const receipt = receipts.get(transfer.txHash)
    if (receipt?.blockHash !== transfer.block.hash || !receipt.hasSucceeded) {
      throw new RpcError('broken', `the receipt of ${transfer.txHash} tells another story than its log`)
    }
    return { ...transfer, origin: receipt.from }
  })
}
