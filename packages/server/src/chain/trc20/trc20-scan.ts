import { CallsReservedForBlocks, type WatchedAddresses } from '../../domain/chain/chain.js'
import type { LinkedBlock, ScanState, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { type BlockAdminEvents, crossCheckAdminEvents } from '../nodes/cross-check.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import { mayConcernUs, sightingsOf, type TokenEvent, type TokenRules } from '../token/token-events.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import type { TronHeader } from './trc20-answers.js'
import {
  CALLS_OF_A_BLOCK,
  headerOf,
  numbersFrom,
  Places,
  type ReadBlock,
  readBlocks,
  readFirstBlocks,
} from './trc20-blocks.js'
import type { TronNode, View } from './trc20-transport.js'
import { UnconfirmedPass } from './trc20-unconfirmed.js'
import { FEWEST_WHOLE_BLOCKS } from './trc20-whole-blocks.js'

/** Blocks per step. */
const STEP_BLOCKS = 50
/** Steps after which recorded blocks are compared again: the cursor's own, and the one of that many steps ago. */
const CHECK_EVERY = 10

export interface ScanOptions {
  readonly nodes: Nodes<TronNode>
  readonly rules: TokenRules
  readonly ours: OurAddresses
  readonly encodeAddress: (hex: string) => string
  /** Newest solidified block seen at each node. */
  readonly heads: WeakMap<TronNode, number>
}

/** Blocks that a healthy node may lag behind the others. */
export const LAG_BLOCKS = 20

/** Follows the solidified blocks of a TRON network, which are never replaced. */
export class Trc20Scan {
  private readonly unconfirmed: UnconfirmedPass
  private lastNode: TronNode | undefined
  private uncheckedSteps = 0

  constructor(private readonly options: ScanOptions) {
    this.unconfirmed = new UnconfirmedPass(options)
  }

  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep> {
    return this.options.nodes.step((node) => this.scan(node, state, watched, signal), signal)
  }

  rescan(
    { from, to }: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
    canWait = false,
  ): Promise<Sightings> {
    const maxCalls = CALLS_OF_A_BLOCK * (to - from + 1)
    const read = async (node: TronNode) => {
      if (canWait && node.budget.beyondBlocks < maxCalls) throw new CallsReservedForBlocks()
      const seen = await this.readSightings({ node, api: 'walletsolidity', signal }, from, to, watched)
      const doubt = await this.crossCheckEvents(node, seen, watched, signal)
      if (doubt !== undefined) throw new RpcError('absent', doubt)
      return seen
    }
    return this.options.nodes.stepElsewhere(read, signal)
  }

  private async readSightings(
    view: View,
    from: number,
    to: number,
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { rules } = this.options
    const blocks = await readBlocks(view, numbersFrom(from, to), 0, rules, this.isNear)
    return this.sightings(blocks, new Places(view, rules.token, blocks), watched)
  }

  /** @returns why the admin events are not confirmed yet */
  private crossCheckEvents(
    node: TronNode,
    { adminEvents }: Sightings,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const read = async (other: TronNode, { number, hash }: BlockRef): Promise<BlockAdminEvents> => {
      const view = { node: other, api: 'walletsolidity', signal } as const
      const theirs = (await other.header(view.api, number, signal))?.hash
      if (theirs !== hash) return theirs === undefined ? undefined : { hash: theirs, adminEvents: [] }
      const seen = await this.readSightings(view, number, number, watched)
      return { hash, adminEvents: seen.adminEvents }
    }
    return crossCheckAdminEvents({ nodes: this.options.nodes, node, adminEvents, read }, signal)
  }

  private async scan(
    node: TronNode,
    state: ScanState,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    const { cursor } = state
    const view: View = { node, api: 'walletsolidity', signal }
    const head = await solidHead(view)
    this.options.heads.set(node, head.number)
    if (head.number < cursor.number) return lagging(head, cursor)
    const other = await this.findMismatch(view, head, state)
    if (other) return this.handleMismatch(view, other.ours, other.theirs)

    const newest = Math.min(head.number, cursor.number + STEP_BLOCKS)
    if (newest - cursor.number < FEWEST_WHOLE_BLOCKS && isShortOfCalls(node))
      return { kind: 'idle', why: 'waits for more blocks, as calls are short', head: head.number }
    const blocks = await readFirstBlocks(
      view,
      numbersFrom(cursor.number + 1, newest),
      cursor.timeAt,
      this.options.rules,
      this.isNear,
    )
    const to = blocks.at(-1)?.number ?? newest
    const places = new Places(view, this.options.rules.token, blocks)
    if (to === head.number) places.add(to, head)
    const found = await this.sightings(blocks, places, watched)
    // A later request for it is answered from the cache.
    const last = await places.header(to)
    const headers = await places.headers()
    checkTimes(headers, blocks)
    const broken = brokenLink(cursor, headers)
    if (broken === cursor.number + 1) {
      const [first] = headers
      return this.handleMismatch(view, cursor, first?.parentHash ?? '')
    }
    if (broken !== undefined) throw new RpcError('broken', `block ${broken} has another parent`)
    const doubt = await this.crossCheckEvents(node, found, watched, signal)
    if (doubt !== undefined) return { kind: 'idle', why: doubt, doubt: 'unconfirmed', head: head.number }

    const unconfirmed = to === head.number ? await this.unconfirmed.scan(node, head, watched, signal) : []
    const isNew = to > cursor.number
    if (!isNew && unconfirmed.length === 0) return { kind: 'idle', why: 'no new block', head: head.number }
    const transfers = [...found.transfers, ...unconfirmed]
    if (!isNew) return { ...NOTHING, kind: 'forward', to: cursor, transfers, head: head.number }
    const kept = new Set([to, ...numbersOf(found)])
    const ring = headers.filter(({ number }) => kept.has(number)).map(linked)
    return { ...found, kind: 'forward', to: refOf(last), blocks: ring, transfers, head: head.number }
  }

  private readonly isNear = (event: TokenEvent): boolean => mayConcernUs(event, this.options.ours)

  private async sightings(
    blocks: readonly ReadBlock[],
    places: Places,
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { rules, ours, encodeAddress } = this.options
    // Addresses leased before their payment are in the filter by now.
    await ours.topUp(watched)
    const events = blocks.flatMap((block) => block.events.filter(this.isNear))
    return sightingsOf(events, { rules, watched, encodeAddress, placeOf: places.of })
  }

  /**
   * Finds a recorded block that the node has under another id, among the blocks that are known or due for comparison.
   */
  private async findMismatch(
    view: View,
    head: TronHeader,
    { cursor, ring }: ScanState,
  ): Promise<{ ours: BlockRef; theirs: string } | undefined> {
    this.uncheckedSteps += 1
    const isDue = this.lastNode !== view.node || this.uncheckedSteps >= CHECK_EVERY
    // The cursor may be on another branch since; older recorded blocks are not.
    const older = ring[CHECK_EVERY - 1] ?? ring.at(-1)
    const asked = isDue ? [cursor, ...(older && older.number < cursor.number ? [older] : [])] : []
    for (const ours of isDue ? asked : [cursor]) {
      const known = hashAt(head, ours.number)
      const theirs = known ?? (isDue ? (await headerOf(view, ours.number)).hash : ours.hash)
      if (theirs !== ours.hash) return { ours, theirs }
    }
    if (isDue) {
      this.lastNode = view.node
      this.uncheckedSteps = 0
    }
    return undefined
  }

  /** Solidified blocks do not change: either this node is wrong, or the network was replaced. */
  private async handleMismatch(
    { node, signal }: View,
    { number, hash }: BlockRef,
    theirs: string,
  ): Promise<ScanStep> {
    const { nodes } = this.options
    this.lastNode = undefined
    await nodes.confirmChain(node, signal)
    const second = await nodes.crossCheck(
      node,
      async (other) => (await other.header('walletsolidity', number, signal))?.hash,
      signal,
    )
    if (second.kind === 'answered' && second.answer === hash) {
      const why = `block ${number} has another id than at a second node and in the ledger`
      nodes.quarantine(node, why)
      throw new RpcError('refused', why)
    }
    const isConfirmed = second.kind === 'waived' || (second.kind === 'answered' && second.answer === theirs)
    if (isConfirmed) {
      return { kind: 'halt', why: `solidified block ${number} was ${hash} and is ${theirs}` }
    }
    const why = `block ${number} has another id at ${node.name}, and no second node confirms it`
    // A node without the block may not have reached it yet.
    const isConflicting = second.kind === 'answered' && second.answer !== undefined
    return { kind: 'idle', why, doubt: isConflicting ? 'conflicting' : 'unconfirmed' }
  }
}

/** Whether the day's calls may not suffice for its blocks: several of them are read with fewer calls then. */
const isShortOfCalls = ({ budget }: TronNode): boolean => budget.isLimited && budget.beyondBlocks < 0

const NOTHING = { blocks: [], transfers: [], outgoing: [], ignored: [], adminEvents: [] }

/**
 * Returns the newest solidified block.
 *
 * @throws RpcError `broken` where there is none
 */
export async function solidHead({ node, api, signal }: View): Promise<TronHeader> {
  const head = await node.header(api, undefined, signal)
  if (!head) throw new RpcError('broken', 'no block is solidified')
  return head
}

/** Nodes behind one name differ by a few blocks; a node far behind is unusable. */
function lagging(head: TronHeader, cursor: BlockRef): ScanStep {
  const why = `the node is at block ${head.number}, behind ${cursor.number}`
  if (cursor.number - head.number > LAG_BLOCKS) throw new RpcError('broken', why)
  return { kind: 'idle', why, head: head.number }
}

function checkTimes(headers: readonly TronHeader[], blocks: readonly ReadBlock[]): void {
  const timeOf = new Map(blocks.map(({ number, timeAt }) => [number, timeAt]))
  const wrong = headers.find(({ number, timeAt }) => timeAt !== (timeOf.get(number) ?? timeAt))
  if (wrong) throw new RpcError('broken', `block ${wrong.number} has two times`)
}

/** Returns the id of a block as far as a header shows it: its own, and its parent's. */
function hashAt({ number, hash, parentHash }: TronHeader, wanted: number): string | undefined {
  if (wanted === number) return hash
  return wanted === number - 1 ? parentHash : undefined
}

/** Returns the number of the first block whose parent is not the one below it, where both are known. */
function brokenLink(cursor: BlockRef, headers: readonly TronHeader[]): number | undefined {
  let below: BlockRef = cursor
  for (const header of headers) {
    if (header.number === below.number + 1 && header.parentHash !== below.hash) return header.number
    below = header
  }
  return undefined
}

const numbersOf = ({ transfers, outgoing, ignored, adminEvents }: Sightings): number[] =>
  [...transfers, ...outgoing, ...ignored, ...adminEvents].map(({ block }) => block.number)

export const refOf = ({ number, hash, timeAt }: TronHeader): BlockRef => ({ number, hash, timeAt })
const linked = ({ number, hash, parentHash, timeAt }: TronHeader): LinkedBlock => ({
  ...{ number, hash, parentHash, timeAt },
})
