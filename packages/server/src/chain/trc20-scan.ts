import type { LinkedBlock, ScanState, ScanStep, Sightings, Watched } from '../domain/chains.js'
import type { BlockRef } from '../domain/payments.js'
import type { OurAddresses } from './address-filter.js'
import { NodeFault } from './answer.js'
import { LAG_BLOCKS } from './networks.js'
import type { Nodes } from './nodes.js'
import { mayConcernUs, sightingsOf, type TokenRules } from './token-events.js'
import type { TronHeader } from './trc20-answers.js'
import { headerOf, numbersFrom, Places, type ReadBlock, readBlocks, type View } from './trc20-blocks.js'
import { TentativePass } from './trc20-tentative.js'
import type { TronNode } from './trc20-transport.js'

/** Blocks of a step. */
const STEP_BLOCKS = 50
/** How often the cursor's own block is read again. */
const CHECK_EVERY = 10

export interface ScanOptions {
  readonly nodes: Nodes<TronNode>
  readonly rules: TokenRules
  readonly ours: OurAddresses
  readonly spell: (hex: string) => string
}

/** Follows the solidified blocks of a TRON network: nothing that is read there is ever taken back. */
export class Trc20Scan {
  private readonly tentative: TentativePass
  private lastNode: TronNode | undefined
  private uncheckedSteps = 0

  constructor(private readonly options: ScanOptions) {
    this.tentative = new TentativePass(options)
  }

  next(state: ScanState, watched: Watched, signal: AbortSignal): Promise<ScanStep> {
    return this.options.nodes.step((node) => this.scan(node, state.cursor, watched, signal), signal)
  }

  reread(
    { from, to }: { from: number; to: number },
    watched: Watched,
    signal: AbortSignal,
  ): Promise<Sightings> {
    return this.options.nodes.step(async (node) => {
      const view = { node, face: 'walletsolidity', signal } as const
      const blocks = await readBlocks(view, numbersFrom(from, to), 0, this.options.rules)
      return this.sightings(blocks, new Places(view, this.options.rules.token, blocks), watched)
    }, signal)
  }

  private async scan(
    node: TronNode,
    cursor: BlockRef,
    watched: Watched,
    signal: AbortSignal,
  ): Promise<ScanStep> {
    const view: View = { node, face: 'walletsolidity', signal }
    const head = await solidHead(view)
    if (head.number < cursor.number) return lagging(head, cursor)
    const theirs = await this.hashAtCursor(view, head, cursor)
    if (theirs !== undefined && theirs !== cursor.hash) return this.contradicted(view, cursor, theirs)

    const to = Math.min(head.number, cursor.number + STEP_BLOCKS)
    const blocks = await readBlocks(
      view,
      numbersFrom(cursor.number + 1, to),
      cursor.timeAt,
      this.options.rules,
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
    if (broken !== undefined) throw new NodeFault('broken', `block ${broken} hangs on another one`)

    const tentative = to === head.number ? await this.tentative.look(node, head, watched, signal) : []
    const isNew = to > cursor.number
    if (!isNew && tentative.length === 0) return { kind: 'idle', why: 'no new block' }
    const transfers = [...found.transfers, ...tentative]
    if (!isNew) return { ...NOTHING, kind: 'forward', to: cursor, transfers }
    const kept = new Set([to, ...numbersOf(found)])
    const ring = headers.filter(({ number }) => kept.has(number)).map(linked)
    return { ...found, kind: 'forward', to: refOf(last), blocks: ring, transfers }
  }

  private async sightings(
    blocks: readonly ReadBlock[],
    places: Places,
    watched: Watched,
  ): Promise<Sightings> {
    const { rules, ours, spell } = this.options
    // What was leased before its payment is known by now.
    await ours.topUp(watched)
    const events = blocks.flatMap((block) => block.events.filter((event) => mayConcernUs(event, ours)))
    return sightingsOf(events, { rules, watched, spell, placeOf: places.of })
  }

  /** What the node has where our cursor stands; undefined where it need not be asked this time. */
  private async hashAtCursor(view: View, head: TronHeader, cursor: BlockRef): Promise<string | undefined> {
    const isDue = this.lastNode !== view.node || this.uncheckedSteps >= CHECK_EVERY - 1
    if (head.number > cursor.number + 1 && !isDue) {
      this.uncheckedSteps += 1
      return undefined
    }
    const hash =
      head.number === cursor.number
        ? head.hash
        : head.number === cursor.number + 1
          ? head.parentHash
          : (await headerOf(view, cursor.number)).hash
    this.lastNode = view.node
    this.uncheckedSteps = 0
    return hash
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
    const told = await nodes.witness(
      node,
      async (other) => (await other.header('walletsolidity', number, signal))?.hash,
      signal,
    )
    if (told.kind === 'told' && told.answer === hash) {
      const why = `block ${number} has another id than at ${told.node} and in our books`
      nodes.putOut(node, why)
      throw new NodeFault('refused', why)
    }
    const isConfirmed = told.kind === 'waived' || (told.kind === 'told' && told.answer === theirs)
    if (isConfirmed) {
      return { kind: 'halt', why: `solidified block ${number} was ${hash} and is ${theirs}` }
    }
    return { kind: 'idle', why: `block ${number} has another id at ${node.name}, and nobody confirms it` }
  }
}

const NOTHING = { blocks: [], transfers: [], outgoing: [], ignored: [], notices: [] }

/** The newest block that cannot go any more. @throws NodeFault `broken` where there is none */
export async function solidHead({ node, face, signal }: View): Promise<TronHeader> {
  const head = await node.header(face, undefined, signal)
  if (!head) throw new NodeFault('broken', 'no block is solidified')
  return head
}

/** Several nodes behind one name differ by a few blocks; what is far behind serves nobody. */
function lagging(head: TronHeader, cursor: BlockRef): ScanStep {
  const why = `the node is at block ${head.number}, behind ${cursor.number}`
  if (cursor.number - head.number > LAG_BLOCKS.TRC20) throw new NodeFault('broken', why)
  return { kind: 'idle', why }
}

function checkTimes(headers: readonly TronHeader[], blocks: readonly ReadBlock[]): void {
  const timeOf = new Map(blocks.map(({ number, timeAt }) => [number, timeAt]))
  const wrong = headers.find(({ number, timeAt }) => timeAt !== (timeOf.get(number) ?? timeAt))
  if (wrong) throw new NodeFault('broken', `block ${wrong.number} has two times`)
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

const numbersOf = ({ transfers, outgoing, ignored, notices }: Sightings): number[] =>
  [...transfers, ...outgoing, ...ignored, ...notices].map(({ block }) => block.number)

const refOf = ({ number, hash, timeAt }: TronHeader): BlockRef => ({ number, hash, timeAt })
const linked = ({ number, hash, parentHash, timeAt }: TronHeader): LinkedBlock => ({
  ...{ number, hash, parentHash, timeAt },
})
