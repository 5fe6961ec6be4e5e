import { CallsReservedForBlocks, type WatchedAddresses } from '../../domain/chain/chain.js'
import type { ScanState, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Connection } from '../nodes/connection.js'
import { type BlockAdminEvents, crossCheckAdminEvents } from '../nodes/cross-check.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError, strictly } from '../nodes/rpc-error.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import { hashOf, readHeader } from './erc20-block.js'
import { type Fork, findFork, linkOf, refOf } from './erc20-fork.js'
import type { TokenFilter } from './erc20-logs.js'
import { Erc20Reader } from './erc20-reader.js'
import { SecondReading } from './erc20-second-reading.js'
import { TransferSightings } from './erc20-sightings.js'
import type { EthereumNode } from './erc20-transport.js'

export interface Erc20ScanOptions {
  readonly nodes: Nodes<EthereumNode>
  readonly filter: TokenFilter
  readonly ours: OurAddresses
  /** Wall clock, ms. */
  readonly now: () => number
  readonly monotonic: () => number
}

/** Most calls that rescanning a block takes, unless its payments are read from receipts. */
const CALLS_OF_A_BLOCK = 3
/** How long a node may be alone with a branch: nodes learn of a new branch one after the other. */
const MISMATCH_MS = 60_000

interface Mismatch {
  readonly node: EthereumNode
  readonly hash: string
  readonly since: number
}

/** Reads blocks in order, one step from one node. Its state may be lost without harm. */
export class Erc20Scan {
  private readonly reader: Erc20Reader
  private readonly secondReading: SecondReading
  private mismatch: Mismatch | undefined
  private readonly sightings: TransferSightings

  constructor(private readonly options: Erc20ScanOptions) {
    this.reader = new Erc20Reader(options.filter, options.now)
    this.secondReading = new SecondReading({ ...options, reader: this.reader })
    this.sightings = new TransferSightings(options)
  }

  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep> {
    const work = (node: EthereumNode) => this.step(node, state, watched, signal)
    return this.options.nodes.step((node) => strictly(() => work(node)), signal)
  }

  /** Rescans recorded blocks. */
  rescan(
    { from, to }: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
    canWait = false,
  ): Promise<Sightings> {
    const maxCalls = CALLS_OF_A_BLOCK * (to - from + 1)
    const work = async (node: EthereumNode) => {
      if (canWait && node.budget.beyondBlocks < maxCalls) throw new CallsReservedForBlocks()
      const seen = await strictly(() => this.readSightings(node, { from, to }, watched, signal))
      const doubt = await this.crossCheckEvents(node, seen, watched, signal)
      if (doubt !== undefined) throw new RpcError('absent', doubt)
      return seen
    }
    return this.options.nodes.stepElsewhere(work, signal)
  }

  private async readSightings(
    node: EthereumNode,
    { from, to }: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<Sightings> {
    const connection = node.connect(signal)
    const { logs } = await this.reader.readAll(connection, from, to)
    return this.sightings.find(connection, logs, watched)
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
    // A lower head means lag, not another branch.
    if (head.number < cursor.number)
      return idle(`the node is at block ${head.number}, behind the ledger`, head.number)
    if (head.number === cursor.number) {
      if (head.hash === cursor.hash) return idle('no new block', head.number)
      return this.rewind(node, connection, state, watched, signal)
    }
    // First, since its answer is kept: a node that answers few calls at a time is asked for the rest by the next step.
    const end = this.reader.endOf(cursor.number + 1, head.number)
    const deepLogs = await this.secondReading.read(node, state, end, signal)
    const read = await this.reader.readSpan(connection, cursor.number + 1, {
      number: head.number,
      header: head,
    })
    const [first] = read.headers
    if (first?.parentHash !== cursor.hash) return this.rewind(node, connection, state, watched, signal)
    if (first.timeAt < cursor.timeAt)
      throw new RpcError('broken', `block ${first.number}: older than its parent`)
    const to = read.headers.at(-1) ?? first
    const seen = await this.sightings.find(connection, read.logs, watched)
    this.secondReading.note(read.headers)
    const doubt = await this.crossCheckEvents(node, seen, watched, signal)
    if (doubt !== undefined) return { ...unconfirmed(doubt), head: head.number }
    const deepSeen = await this.sightings.find(connection, deepLogs, watched)
    return {
      kind: 'forward',
      to: refOf(to),
      blocks: read.headers.map(linkOf),
      ...seen,
      head: head.number,
      // Known transfers change nothing; one that a node left out the first time is added here.
      transfers: [...seen.transfers, ...deepSeen.transfers],
      outgoing: [...seen.outgoing, ...deepSeen.outgoing],
      ignored: [...seen.ignored, ...deepSeen.ignored],
    }
  }

  /** Returns the branch that replaces ours, if the node serves our chain and a second node confirms the branch. */
  private async rewind(
    node: EthereumNode,
    connection: Connection,
    state: ScanState,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    await this.options.nodes.confirmChain(node, signal)
    const fork = await findFork(connection, state, this.options.now())
    const forkDoubt = await this.crossCheckFork(node, fork, state, signal)
    if (forkDoubt) return forkDoubt
    if (fork.kind === 'unknown') {
      const { number } = fork.oldest
      return {
        kind: 'halt',
        why: `the chain has other blocks from ${number} on, the oldest stored block`,
      }
    }
    const to = fork.branch.at(-1)
    if (!to) throw new RpcError('broken', 'the branch is empty')
    const { headers, logs } = await this.reader.readAll(connection, fork.after.number + 1, to.number)
    if (headers.at(-1)?.hash !== to.hash)
      throw new RpcError('broken', 'the chain of the node changed in the meantime')
    const seen = await this.sightings.find(connection, logs, watched)
    this.secondReading.note(headers)
    const eventDoubt = await this.crossCheckEvents(node, seen, watched, signal)
    if (eventDoubt !== undefined) return unconfirmed(eventDoubt)
    return { kind: 'rewind', after: fork.after, to: refOf(to), blocks: headers.map(linkOf), ...seen }
  }

  /** @returns an idle step with the reason why the fork is not confirmed yet; undefined where it is */
  private async crossCheckFork(
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
    const second = await this.options.nodes.crossCheck(node, ask, signal)
    if (second.kind === 'pending') return unconfirmed(`no second node confirms another block ${number}`)
    if (second.kind === 'waived' || second.answer === theirs.hash) {
      this.mismatch = undefined
      return undefined
    }
    // The second node may not have reached the block yet.
    if (second.answer === undefined) return unconfirmed(`a second node has no block ${number}`)
    if (second.answer !== ours) return conflicting(`two nodes disagree on block ${number}`)
    const at = this.options.monotonic()
    const isKnown = this.mismatch?.node === node && this.mismatch.hash === theirs.hash
    if (!this.mismatch || !isKnown) this.mismatch = { node, hash: theirs.hash, since: at }
    if (at - this.mismatch.since >= MISMATCH_MS) {
      throw new RpcError('refused', `reports another block ${number} than the ledger and a second node`)
    }
    return unconfirmed(`a second node still has our block ${number}`)
  }

  /** @returns why the admin events are not confirmed yet */
  private crossCheckEvents(
    node: EthereumNode,
    { adminEvents }: Sightings,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { nodes, now } = this.options
    const read = async (other: EthereumNode, { number, hash }: BlockRef): Promise<BlockAdminEvents> => {
      const theirs = await hashOf(other.connect(signal), number, now())
      if (theirs !== hash) return theirs === undefined ? undefined : { hash: theirs, adminEvents: [] }
      const seen = await this.readSightings(other, { from: number, to: number }, watched, signal)
      return { hash, adminEvents: seen.adminEvents }
    }
    return crossCheckAdminEvents(
      { nodes, node, adminEvents, read: (other, block) => strictly(() => read(other, block)) },
      signal,
    )
  }
}

const idle = (why: string, head: number): ScanStep => ({ kind: 'idle', why, head })
const unconfirmed = (why: string) => ({ kind: 'idle', why, doubt: 'unconfirmed' }) as const
const conflicting = (why: string): ScanStep => ({ kind: 'idle', why, doubt: 'conflicting' })

const hashAt = ({ cursor, ring }: ScanState, number: number): string | undefined =>
  [cursor, ...ring].find((block) => block.number === number)?.hash
