import { CallsReservedForBlocks, NoTokenBlacklist, WrongChain } from '../../domain/chain/chain.js'
import { CHAIN_STEP, type Usdt, usdt } from '../../domain/shared/money.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { TOKEN_DECIMALS } from '../networks.js'
import { RpcError, readHex } from '../nodes/rpc-error.js'
import type { TokenRules } from '../token/token-events.js'
import type { TokenState } from '../token/token-facts.js'
import { readTrial, type TrialOutcome, type TronHeader } from './trc20-answers.js'
import { numbersFrom, type ReadBlock, readBlocks, type View } from './trc20-blocks.js'
import { NewestBlock } from './trc20-newest.js'
import { solidHead } from './trc20-scan.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

const PREFIX = '41'
const NOBODY = PREFIX + '0'.repeat(40)
const WORD_BYTES = 32
const WORD_DIGITS = 64
/** Blocks that a look undoes at most, to tell what an address held at an earlier one. */
const LOOK_BACK = 20
const LOOKS = 3
/** What a few looks at once take, with the blocks that are new since: fewer calls are left alone until there are so many. */
const CALLS_OF_LOOKS = 20

async function ask(
  { node, signal }: { node: TronNode; signal: AbortSignal },
  api: NodeApi,
  { token, call, parameter = '' }: { token: string; call: string; parameter?: string },
): Promise<TrialOutcome> {
  const body = {
    owner_address: NOBODY,
    contract_address: PREFIX + token,
    function_selector: call,
    parameter,
  }
  return readTrial(await node.call(`${api}/triggerconstantcontract`, body, signal))
}

/** @throws WrongChain where the token is not USDT; NodeFault */
export async function requireToken(node: TronNode, token: string, signal: AbortSignal): Promise<void> {
  const decimals = await ask({ node, signal }, 'wallet', { token, call: 'decimals()' })
  if (decimals.kind === 'no_contract') throw new WrongChain('the token address has no contract')
  const count = decimals.kind === 'returned' ? numberOf(decimals.data) : undefined
  if (count !== BigInt(TOKEN_DECIMALS)) {
    throw new WrongChain(`the token has ${count ?? 'no'} decimals, expected ${TOKEN_DECIMALS}`)
  }
}

/** @throws NodeFault */
export async function readTokenState(
  node: TronNode,
  token: string,
  signal: AbortSignal,
): Promise<TokenState> {
  const isTrue = async (call: string) => {
    const said = await ask({ node, signal }, 'wallet', { token, call })
    // A test token may have no such functions.
    return said.kind === 'returned' && (numberOf(said.data) ?? 0n) !== 0n
  }
  return { isTokenPaused: await isTrue('paused()'), isTokenDeprecated: await isTrue('deprecated()') }
}

const numberOf = (data: string): bigint | undefined =>
  data.length === WORD_DIGITS ? BigInt(`0x${data}`) : undefined

const NO_BLOCKS: ReadonlyMap<number, ReadBlock> = new Map()

const inBooks = (units: bigint): Usdt => usdt(units * CHAIN_STEP)

/** What a node holds now tells something of a block only where it is not far from there. */
function requireNear(head: TronHeader, at: BlockRef): TronHeader {
  const isNear = head.number >= at.number && head.number - at.number <= LOOK_BACK
  if (!isNear) throw new RpcError('absent', `the node is at block ${head.number}, asked for ${at.number}`)
  return head
}

/** Questions about the token at booked blocks. What was read for one of them is not read again for the next. */
export class TokenQueries {
  /** Blocks that were read to tell what moved in them, of each node. */
  private readonly read = new WeakMap<TronNode, Promise<ReadonlyMap<number, ReadBlock>>>()
  private readonly newest = new NewestBlock()
  /** What the token's list said at a block. */
  private listed: { readonly at: string; readonly answers: Map<string, Promise<boolean>> } | undefined

  /** @param heads as far as each node was seen to have solidified */
  constructor(
    private readonly rules: TokenRules,
    private readonly heads: WeakMap<TronNode, number>,
  ) {}

  /**
   * What an address held at a booked block. A node tells only what it holds now. Nothing moved there since, as a rule: then
   * that is the answer, and one look at where the node stands is enough for all addresses that are asked about at once.
   *
   * @param address 20 bytes
   * @throws KeptForBlocks; NodeFault, `absent` where the node is not there yet, or too far ahead
   */
  async balanceAt(view: View, address: string, at: BlockRef, canWait: boolean): Promise<Usdt> {
    if (canWait && view.node.budget.beyondBlocks < CALLS_OF_LOOKS) throw new CallsReservedForBlocks()
    await this.requireReached(view, at)
    const balance = await this.balanceOf(view, address)
    const head = requireNear(await this.newest.after(view), at)
    const moved = await this.movedSince(view, address, at, head.number)
    return moved === undefined ? inBooks(balance) : this.lookClosely(view, address, at)
  }

  /** What moved since that block is undone, as far as the node stands still meanwhile. */
  private async lookClosely(view: View, address: string, at: BlockRef): Promise<Usdt> {
    for (let tries = 0; tries < LOOKS; tries += 1) {
      const head = requireNear(await solidHead(view), at)
      const balance = await this.balanceOf(view, address)
      const after = await solidHead(view)
      if (after.hash !== head.hash) continue
      const moved = await this.movedSince(view, address, at, head.number)
      return inBooks(balance - (moved ?? 0n))
    }
    throw new RpcError('absent', 'the node does not stand still for a look')
  }

  private async balanceOf(view: View, address: string): Promise<bigint> {
    const parameter = address.padStart(WORD_DIGITS, '0')
    const call = { token: this.rules.token, call: 'balanceOf(address)', parameter }
    const said = await ask(view, 'walletsolidity', call)
    if (said.kind !== 'returned') throw new RpcError('broken', 'the token tells no balance')
    return BigInt(`0x${readHex(said.data, 'balanceOf', WORD_BYTES)}`)
  }

  /**
   * Whether the token's own list has an address, at that block or later: later is safer.
   *
   * @param address 20 bytes
   * @throws NoBlackList; KeptForBlocks; NodeFault, `absent` where the node is not there yet
   */
  isBlacklisted(view: View, address: string, at: BlockRef, canWait: boolean): Promise<boolean> {
    if (this.listed?.at !== at.hash) this.listed = { at: at.hash, answers: new Map() }
    const { answers } = this.listed
    const before = answers.get(address)
    if (before) return before
    if (canWait && view.node.budget.beyondOrders < 1) throw new CallsReservedForBlocks()
    const asking = this.askList(view, address, at)
    answers.set(address, asking)
    asking.catch(() => answers.delete(address))
    return asking
  }

  private async askList(view: View, address: string, at: BlockRef): Promise<boolean> {
    await this.requireReached(view, at)
    const parameter = address.padStart(WORD_DIGITS, '0')
    const { token } = this.rules
    const said = await ask(view, 'walletsolidity', { token, call: 'isBlackListed(address)', parameter })
    // It is in a block that may still go: what it has nobody can tell yet.
    if (said.kind === 'no_contract') throw new RpcError('absent', 'the token is in no solidified block yet')
    const isFound = said.kind === 'returned' && said.data !== ''
    if (!isFound) throw new NoTokenBlacklist('the token has no list of addresses')
    return BigInt(`0x${readHex(said.data, 'isBlackListed', WORD_BYTES)}`) !== 0n
  }

  /** @throws NodeFault `absent` where the node has not solidified that block yet */
  private async requireReached(view: View, at: BlockRef): Promise<void> {
    if ((this.heads.get(view.node) ?? -1) >= at.number) return
    const { number } = await this.newest.after(view)
    if (number < at.number) throw new RpcError('absent', `the node is at block ${number}`)
    this.heads.set(view.node, number)
  }

  /** What came to an address since a block less what left it; undefined where nothing did either. */
  private async movedSince(
    view: View,
    address: string,
    at: BlockRef,
    to: number,
  ): Promise<bigint | undefined> {
    let moved: bigint | undefined
    for (const event of (await this.blocksAfter(view, at, to)).flatMap(({ events }) => events)) {
      if (event.kind !== 'transfer' || event.log.isFailed || event.log.emitter !== this.rules.token) continue
      if (event.to === address) moved = (moved ?? 0n) + event.value
      if (event.from === address) moved = (moved ?? 0n) - event.value
    }
    return moved
  }

  /** Solidified blocks do not change: those that this node told before are asked for no more. */
  private async blocksAfter(view: View, at: BlockRef, to: number): Promise<readonly ReadBlock[]> {
    const numbers = numbersFrom(at.number + 1, to)
    const before = this.read.get(view.node) ?? Promise.resolve(NO_BLOCKS)
    // One after the other: what is asked about at once would be read again for each.
    const reading = before.then(async (known) => {
      const missing = numbers.filter((number) => !known.has(number))
      const read = await readBlocks(view, missing, at.timeAt, this.rules)
      const later = [...known.values()].filter(({ number }) => number > at.number)
      return new Map([...later, ...read].map((block) => [block.number, block]))
    })
    this.read.set(
      view.node,
      reading.catch(() => before),
    )
    const known = await reading
    return numbers.flatMap((number) => known.get(number) ?? [])
  }
}
