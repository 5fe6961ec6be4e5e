import { CallsReservedForBlocks, type WatchedAddresses } from '../../domain/chain/chain.js'
import type { LinkedBlock, ScanState, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { AdaptiveWidth } from '../nodes/adaptive-width.js'
import type { Connection } from '../nodes/connection.js'
import type { Nodes } from '../nodes/nodes.js'
import { isFailure, otherBlock, RpcError, strictly } from '../nodes/rpc-error.js'
import { DEEP_BLOCKS } from '../token/missing-transfer-check.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import { fetchHeaders, type Header, hashOf, readHeader } from './erc20-block.js'
import { linkOf, refOf } from './erc20-fork.js'
import type { TokenFilter } from './erc20-logs.js'
import { mayTouchUs, TransferSightings } from './erc20-sightings.js'
import type { EthereumNode } from './erc20-transport.js'
import { type FinalLog, fetchFinalLogs, withHeaders } from './final-logs.js'

export interface FinalScanOptions {
  readonly nodes: Nodes<EthereumNode>
  readonly filter: TokenFilter
  readonly ours: OurAddresses
  /** Wall clock, ms. */
  readonly now: () => number
}

/** Most blocks of a step, and of a second reading. These are aligned by number, so that each block is due with one step. */
const MAX_SPAN = 100
/** Calls of a rescan: its last header and logs, and headers and receipts of our transfers. */
const CALLS_OF_A_RESCAN = 4

/** Most blocks that wait to be read by another node, and how many of them are read with one step. */
const MOST_OWED = 100 * MAX_SPAN
const OWED_AT_ONCE = 2 * MAX_SPAN

interface Range {
  readonly from: number
  readonly to: number
}

/** The report of a node about a range of final blocks. */
interface RangeRead {
  readonly last: Header
  readonly seen: Sightings
}

/**
 * Reads final blocks in ranges, one step from one node: the block of the cursor, the last block, and the logs between, at the
 * cost of three calls however many blocks there are. Its state may be lost without harm.
 */
export class FinalScan {
  private readonly width = new AdaptiveWidth(MAX_SPAN)
  private readonly sightings: TransferSightings

  constructor(private readonly options: FinalScanOptions) {
    this.sightings = new TransferSightings(options)
  }

  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep> {
    return this.options.nodes.step((node) => strictly(() => this.step(node, state, watched, signal)), signal)
  }

  /** Rescans recorded blocks. */
  rescan(range: Range, watched: WatchedAddresses, signal: AbortSignal, canWait = false): Promise<Sightings> {
    const work = async (node: EthereumNode) => {
      if (canWait && node.budget.beyondBlocks < CALLS_OF_A_RESCAN) throw new CallsReservedForBlocks()
      return strictly(() => this.readAll(node.connect(signal), range, watched))
    }
    return this.options.nodes.stepElsewhere(work, signal)
  }

  private async step(
    node: EthereumNode,
    state: ScanState,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    const { cursor } = state
    const connection = node.connect(signal)
    const head = await fetchFinal(connection, this.options.now())
    if (head.number < cursor.number)
      return {
        kind: 'idle',
        why: `the node is at block ${head.number}, behind the ledger`,
        head: head.number,
      }
    const known = head.number === cursor.number ? head : await this.headerAt(connection, cursor.number)
    if (known.hash !== cursor.hash) return this.replaced(node, cursor, known.hash, signal)
    if (head.number === cursor.number) return { kind: 'idle', why: 'no new block', head: head.number }
    const end = Math.min(head.number, cursor.number + this.width.value)
    const again = await this.readAgain(node, state, end, watched, signal)
    const { last, seen } = await this.readRange(connection, cursor.number + 1, end, { head, watched })
    if (last.timeAt < cursor.timeAt)
      throw new RpcError('broken', `block ${last.number}: older than block ${cursor.number}`)
    return {
      kind: 'forward',
      to: refOf(last),
      // Of the blocks between, none can change. The first step adds the block after which all are read twice.
      blocks: [...(state.ring.length === 0 ? [linkOf(known)] : []), linkOf(last)],
      // Known transfers change nothing; one that a node left out the first time is added here.
      ...together(seen, again.seen),
      owedFrom: again.owedFrom,
      head: head.number,
    }
  }

  private async headerAt(connection: Connection, number: number): Promise<Header> {
    const [header] = await fetchHeaders(connection, [number], this.options.now())
    if (!header) throw new RpcError('broken', `block ${number}: not there`)
    return header
  }

  /** A final block that was replaced stops the network, once a second node has it, too. */
  private async replaced(
    node: EthereumNode,
    { number, hash }: BlockRef,
    theirs: string,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    const { nodes, now } = this.options
    await nodes.confirmChain(node, signal)
    const second = await nodes.crossCheck(
      node,
      (other) => hashOf(other.connect(signal), number, now()),
      signal,
    )
    if (second.kind === 'waived' || (second.kind === 'answered' && second.answer === theirs))
      return { kind: 'halt', why: `the chain has another final block ${number} than the recorded one` }
    if (second.kind === 'answered' && second.answer === hash)
      throw new RpcError('refused', `reports another block ${number} than the ledger and a second node`)
    return { kind: 'idle', why: `no second node confirms another block ${number}`, doubt: 'unconfirmed' }
  }

  /**
   * Reads the blocks once more that are deep with this step: from this node and from another one, since either may be the one
   * that read them first. Where no other node can read them at the moment, both read them with a later step.
   */
  private async readAgain(
    node: EthereumNode,
    { cursor, ring, owedFrom = null }: ScanState,
    upTo: number,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<{ readonly seen: Sightings; readonly owedFrom: number | null }> {
    const { nodes } = this.options
    const oldest = ring.at(-1)?.number ?? cursor.number
    const due = { from: Math.max(deepEnd(cursor.number), oldest) + 1, to: deepEnd(upTo) }
    if (due.from > due.to) return { seen: NOTHING, owedFrom }
    // Without the recorded blocks: a recorded hash may have been a lie.
    const readHere = (range: Range) => this.readAll(node.connect(signal), range, watched)
    const readElsewhere = (range: Range) =>
      nodes.elsewhere(
        node,
        (other) => strictly(() => this.readAll(other.connect(signal), range, watched, ring)),
        signal,
      )
    const here = await readHere(due)
    const second = await readElsewhere(due)
    if (!second) return { seen: here, owedFrom: nodes.size > 1 ? (owedFrom ?? due.from) : null }
    const seen = together(here, second.value)
    if (owedFrom === null) return { seen, owedFrom }
    const from = Math.max(owedFrom, due.from - MOST_OWED)
    const next = Math.min(from + OWED_AT_ONCE, due.from)
    const after = next < due.from ? next : null
    const owed = { from, to: next - 1 }
    // Apart, since the other node may no longer have the logs of older blocks.
    const late = await readElsewhere(owed)
    if (!late) return { seen, owedFrom: from }
    const own = await unlessItFails(() => readHere(owed), signal)
    // A node that failed reads them with a later step. One that no longer has them never will.
    const isRead = !(own instanceof RpcError) || isFailure(own, 'unavailable', 'absent', 'unsupported')
    return {
      seen: together(seen, own instanceof RpcError ? late.value : together(late.value, own)),
      owedFrom: isRead ? after : from,
    }
  }

  /** Reads all blocks of a range, in as many pieces as needed. */
  private async readAll(
    connection: Connection,
    { from, to }: Range,
    watched: WatchedAddresses,
    ring: readonly LinkedBlock[] = [],
  ): Promise<Sightings> {
    let found = NOTHING
    for (let next = from; next <= to; ) {
      const end = Math.min(to, next + this.width.value - 1)
      const { last, seen } = await this.readRange(connection, next, end, { watched })
      const known = ring.find(({ number }) => number === last.number)
      if (known && known.hash !== last.hash) throw otherBlock(known.number)
      found = together(found, seen)
      next = last.number + 1
    }
    return found
  }

  /** Reads a range, or as many of its first blocks as the node allows. @param head may be its last block */
  private async readRange(
    connection: Connection,
    from: number,
    to: number,
    { head, watched }: { head?: Header; watched: WatchedAddresses },
  ): Promise<RangeRead> {
    const { filter, now } = this.options
    for (let end = to; ; end = Math.min(to, from + this.width.value - 1)) {
      const [last] = head?.number === end ? [head] : await fetchHeaders(connection, [end], now())
      if (!last) throw new RpcError('broken', `block ${end}: not there`)
      try {
        const logs = await fetchFinalLogs(connection, filter, { from, last })
        this.width.noteTaken()
        return { last, seen: await this.findSightings(connection, logs, watched) }
      } catch (error) {
        // A limit of credits may leave room for a smaller step, after the pause.
        if (isFailure(error, 'too_large', 'limited')) this.width.noteRefused(end - from + 1, error.message)
        if (!isFailure(error, 'too_large') || end === from) throw error
      }
    }
  }

  private async findSightings(
    connection: Connection,
    logs: readonly FinalLog[],
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { filter, ours, now } = this.options
    await ours.topUp(watched)
    const near = logs.filter((log) => mayTouchUs(ours, log))
    if (near.length === 0) return NOTHING
    return this.sightings.find(connection, await withHeaders(connection, filter, near, now()), watched)
  }
}

/** Reads the newest final block. @throws RpcError */
export async function fetchFinal(connection: Connection, now: number): Promise<Header> {
  return readHeader(await connection.call('eth_getBlockByNumber', ['finalized', false]), 'latest', now)
}

const NOTHING: Sightings = { transfers: [], outgoing: [], ignored: [], adminEvents: [] }

const together = (one: Sightings, other: Sightings): Sightings => ({
  transfers: [...one.transfers, ...other.transfers],
  outgoing: [...one.outgoing, ...other.outgoing],
  ignored: [...one.ignored, ...other.ignored],
  adminEvents: [...one.adminEvents, ...other.adminEvents],
})

/** Runs work on a node. @returns the failure of the node, so that it does not take away what another one told */
async function unlessItFails<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | RpcError> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RpcError) return error
    throw error
  }
}

/** The last block of the groups that are deep below a block. */
const deepEnd = (number: number): number =>
  Math.floor(Math.max(0, number - DEEP_BLOCKS + 1) / MAX_SPAN) * MAX_SPAN - 1
