import { CallsReservedForBlocks, type WatchedAddresses } from '../../domain/chain/chain.js'
import type { LinkedBlock, ScanState, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { LAG_BLOCKS } from '../networks.js'
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
  type View,
} from './trc20-blocks.js'
import type { TronNode } from './trc20-transport.js'
import { UnconfirmedPass } from './trc20-unconfirmed.js'

/** Blocks of a step. */
const STEP_BLOCKS = 50
/** Steps after which the blocks of the books are read again: the cursor's own, and the one of so many steps ago. */
const CHECK_EVERY = 10

export interface ScanOptions {
  readonly nodes: Nodes<TronNode>
  readonly rules: TokenRules
  readonly ours: OurAddresses
  readonly encodeAddress: (hex: string) => string
  /** As far as each node was seen to have solidified. */
  readonly heads: WeakMap<TronNode, number>
}

/** Follows the solidified blocks of a TRON network: nothing that is read there is ever taken back. */
export class Trc20Scan {
  private readonly tentative: UnconfirmedPass
  private lastNode: TronNode | undefined
  private uncheckedSteps = 0

  constructor(private readonly options: ScanOptions) {
    this.tentative = new UnconfirmedPass(options)
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
    const most = CALLS_OF_A_BLOCK * (to - from + 1)
    const read = async (node: TronNode) => {
      if (canWait && node.budget.beyondBlocks < most) throw new CallsReservedForBlocks()
      const seen = await this.readAgain({ node, api: 'walletsolidity', signal }, from, to, watched)
      const doubt = await this.doubtNotices(node, seen, watched, signal)
      if (doubt !== undefined) throw new RpcError('absent', doubt)
      return seen
    }
    return this.options.nodes.stepElsewhere(read, signal)
  }

  private async readAgain(
    view: View,
    from: number,
    to: number,
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { rules } = this.options
    const blocks = await readBlocks(view, numbersFrom(from, to), 0, rules, this.isNear)
    return this.sightings(blocks, new Places(view, rules.token, blocks), watched)
  }

  /** @returns why what the token's owner did is not believed yet */
  private doubtNotices(
    node: TronNode,
    { adminEvents }: Sightings,
    watched: WatchedAddresses,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const read = async (other: TronNode, { number, hash }: BlockRef): Promise<BlockAdminEvents> => {
      const view = { node: other, api: 'walletsolidity', signal } as const
      const theirs = (await other.header(view.api, number, signal))?.hash
      if (theirs !== hash) return theirs === undefined ? undefined : { hash: theirs, adminEvents: [] }
      const seen = await this.readAgain(view, number, number, watched)
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
    const other = await this.otherThanOurs(view, head, state)
    if (other) return this.contradicted(view, other.ours, other.theirs)

    const to = Math.min(head.number, cursor.number + STEP_BLOCKS)
    const blocks = await readBlocks(
      view,
      numbersFrom(cursor.number + 1, to),
      cursor.timeAt,
      this.options.rules,
      this.isNear,
    )
    const places = new Places(view, this.options.rules.token, blocks)
    if (to === head.number) places.add(to, head)
    const found = await this.sightings(blocks, places, watched)
    // The same question later is answered from what was read.
    const last = await places.header(to)
    const headers = await places.headers()
    checkTimes(headers, blocks)
    const broken = brokenLink(cursor, headers)
    if (broken === cursor.number + 1) {
      const [first] = headers
      return this.contradicted(view, cursor, first?.parentHash ?? '')
    }
    if (broken !== undefined) throw new RpcError('broken', `block ${broken} hangs on another one`)
    const doubt = await this.doubtNotices(node, found, watched, signal)
    if (doubt !== undefined) return { kind: 'idle', why: doubt, doubt: 'unconfirmed', head: head.number }

    const tentative = to === head.number ? await this.tentative.look(node, head, watched, signal) : []
    const isNew = to > cursor.number
    if (!isNew && tentative.length === 0) return { kind: 'idle', why: 'no new block', head: head.number }
    const transfers = [...found.transfers, ...tentative]
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
    // What was leased before its payment is known by now.
    await ours.topUp(watched)
    const events = blocks.flatMap((block) => block.events.filter(this.isNear))
    return sightingsOf(events, { rules, watched, encodeAddress, placeOf: places.of })
  }

  /** A block of our books that the node has under another id, as far as it is known or worth a question this time. */
  private async otherThanOurs(
    view: View,
    head: TronHeader,
    { cursor, ring }: ScanState,
  ): Promise<{ ours: BlockRef; theirs: string } | undefined> {
    this.uncheckedSteps += 1
    const isDue = this.lastNode !== view.node || this.uncheckedSteps >= CHECK_EVERY
    // The cursor may have come to stand on another branch since; what is older in the books has not.
    const older = ring[CHECK_EVERY - 1] ?? ring.at(-1)
    const asked = isDue ? [cursor, ...(older && older.number < cursor.number ? [older] : [])] : []
    for (const ours of isDue ? asked : [cursor]) {
      const told = hashAt(head, ours.number)
      const theirs = told ?? (isDue ? (await headerOf(view, ours.number)).hash : ours.hash)
      if (theirs !== ours.hash) return { ours, theirs }
    }
    if (isDue) {
      this.lastNode = view.node
      this.uncheckedSteps = 0
    }
    return undefined
  }

  /** Solidified blocks do not change: this node is wrong, or the network is not what it was. */
  private async contradicted(
    { node, signal }: View,
    { number, hash }: BlockRef,
    theirs: string,
  ): Promise<ScanStep> {
    const { nodes } = this.options
    this.lastNode = undefined
    await nodes.confirmChain(node, signal)
    const told = await nodes.crossCheck(
      node,
      async (other) => (await other.header('walletsolidity', number, signal))?.hash,
      signal,
    )
    if (told.kind === 'told' && told.answer === hash) {
      const why = `block ${number} has another id than at a second node and in our books`
      nodes.quarantine(node, why)
      throw new RpcError('refused', why)
    }
    const isConfirmed = told.kind === 'waived' || (told.kind === 'told' && told.answer === theirs)
    if (isConfirmed) {
      return { kind: 'halt', why: `solidified block ${number} was ${hash} and is ${theirs}` }
    }
    const why = `block ${number} has another id at ${node.name}, and nobody confirms it`
    // One that has no such block may not be that far yet.
    const isDisputed = told.kind === 'told' && told.answer !== undefined
    return { kind: 'idle', why, doubt: isDisputed ? 'conflicting' : 'unconfirmed' }
  }
}

const NOTHING = { blocks: [], transfers: [], outgoing: [], ignored: [], adminEvents: [] }

/** The newest block that cannot go any more. @throws NodeFault `broken` where there is none */
export async function solidHead({ node, api, signal }: View): Promise<TronHeader> {
  const head = await node.header(api, undefined, signal)
  if (!head) throw new RpcError('broken', 'no block is solidified')
  return head
}

/** Several nodes behind one name differ by a few blocks; what is far behind serves nobody. */
function lagging(head: TronHeader, cursor: BlockRef): ScanStep {
  const why = `the node is at block ${head.number}, behind ${cursor.number}`
  if (cursor.number - head.number > LAG_BLOCKS.TRC20) throw new RpcError('broken', why)
  return { kind: 'idle', why, head: head.number }
}

function checkTimes(headers: readonly TronHeader[], blocks: readonly ReadBlock[]): void {
  const timeOf = new Map(blocks.map(({ number, timeAt }) => [number, timeAt]))
  const wrong = headers.find(({ number, timeAt }) => timeAt !== (timeOf.get(number) ?? timeAt))
  if (wrong) throw new RpcError('broken', `block ${wrong.number} has two times`)
}

/** What a header tells of ids: its own, and that of the block before it. */
function hashAt({ number, hash, parentHash }: TronHeader, wanted: number): string | undefined {
  if (wanted === number) return hash
  return wanted === number - 1 ? parentHash : undefined
}

/** Number of the first block that does not hang on the one below it, where both are known. */
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
