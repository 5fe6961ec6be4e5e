import { type ChainFacts, NoBlackList, WrongChain } from '../domain/chains.js'
import { CHAIN_STEP, type Usdt, usdt } from '../domain/money.js'
import type { BlockRef } from '../domain/payments.js'
import { NodeFault, readHex } from './answer.js'
import { TOKEN_DECIMALS } from './networks.js'
import type { TokenRules } from './token-events.js'
import { readTrial, type TrialOutcome } from './trc20-answers.js'
import { numbersFrom, type ReadBlock, readBlocks, type View } from './trc20-blocks.js'
import { solidHead } from './trc20-scan.js'
import type { Face, TronNode } from './trc20-transport.js'

const PREFIX = '41'
const NOBODY = PREFIX + '0'.repeat(40)
const WORD_BYTES = 32
const WORD_DIGITS = 64
/** Blocks that a look undoes at most, to tell what an address held at an earlier one. */
const LOOK_BACK = 20
const LOOKS = 3

async function ask(
  { node, signal }: { node: TronNode; signal: AbortSignal },
  face: Face,
  { token, call, parameter = '' }: { token: string; call: string; parameter?: string },
): Promise<TrialOutcome> {
  const body = {
    owner_address: NOBODY,
    contract_address: PREFIX + token,
    function_selector: call,
    parameter,
  }
  return readTrial(await node.call(`${face}/triggerconstantcontract`, body, signal))
}

/** @throws WrongChain where the token is not USDT; NodeFault */
export async function readTokenFacts(
  node: TronNode,
  chainId: number,
  token: string,
  signal: AbortSignal,
): Promise<ChainFacts> {
  const trial = (call: string) => ask({ node, signal }, 'wallet', { token, call })
  const decimals = await trial('decimals()')
  if (decimals.kind === 'no_contract') throw new WrongChain('the token address has no contract')
  const count = decimals.kind === 'returned' ? numberOf(decimals.data) : undefined
  if (count !== BigInt(TOKEN_DECIMALS)) {
    throw new WrongChain(`the token has ${count ?? 'no'} decimals, expected ${TOKEN_DECIMALS}`)
  }
  // A test token may have no such functions.
  const isTrue = (said: TrialOutcome) => said.kind === 'returned' && (numberOf(said.data) ?? 0n) !== 0n
  const [paused, deprecated] = [await trial('paused()'), await trial('deprecated()')]
  return { chainId, isTokenPaused: isTrue(paused), isTokenDeprecated: isTrue(deprecated) }
}

const numberOf = (data: string): bigint | undefined =>
  data.length === WORD_DIGITS ? BigInt(`0x${data}`) : undefined

/** Questions about the token at booked blocks. What was read for one of them is not read again for the next. */
export class TokenQuestions {
  /** Blocks that were read to tell what moved in them, of each node. */
  private readonly read = new WeakMap<TronNode, ReadonlyMap<number, ReadBlock>>()
  /** What the token's list said at a block. */
  private listed: { readonly at: string; readonly answers: Map<string, Promise<boolean>> } | undefined

  /** @param heads as far as each node was seen to have solidified */
  constructor(
    private readonly rules: TokenRules,
    private readonly heads: WeakMap<TronNode, number>,
  ) {}

  /**
   * What an address held at a booked block. A node tells only what it holds now: what moved since that block is undone.
   *
   * @param address 20 bytes
   * @throws NodeFault, `absent` where the node is not there yet, or too far ahead
   */
  async lookAt(view: View, address: string, at: BlockRef): Promise<Usdt> {
    const parameter = address.padStart(WORD_DIGITS, '0')
    for (let tries = 0; tries < LOOKS; tries += 1) {
      const head = await solidHead(view)
      const isNear = head.number >= at.number && head.number - at.number <= LOOK_BACK
      if (!isNear)
        throw new NodeFault('absent', `the node is at block ${head.number}, asked for ${at.number}`)
      const call = { token: this.rules.token, call: 'balanceOf(address)', parameter }
      const said = await ask(view, 'walletsolidity', call)
      if (said.kind !== 'returned') throw new NodeFault('broken', 'the token tells no balance')
      const balance = BigInt(`0x${readHex(said.data, 'balanceOf', WORD_BYTES)}`)
      const after = await solidHead(view)
      if (after.hash !== head.hash) continue
      const moved = await this.movedSince(view, address, at, head.number)
      return usdt((balance - moved) * CHAIN_STEP)
    }
    throw new NodeFault('absent', 'the node does not stand still for a look')
  }

  /**
   * Whether the token's own list has an address, at that block or later: later is safer.
   *
   * @param address 20 bytes
   * @throws NoBlackList; NodeFault, `absent` where the node is not there yet; Error where calls are kept for blocks
   */
  isListed(view: View, address: string, at: BlockRef, canWait: boolean): Promise<boolean> {
    if (this.listed?.at !== at.hash) this.listed = { at: at.hash, answers: new Map() }
    const { answers } = this.listed
    const before = answers.get(address)
    if (before) return before
    if (canWait && view.node.budget.beyondBlocks < 1)
      throw new Error('the calls that are left of the day are kept for blocks')
    const asking = this.askList(view, address, at)
    answers.set(address, asking)
    asking.catch(() => answers.delete(address))
    return asking
  }

  private async askList(view: View, address: string, at: BlockRef): Promise<boolean> {
    if ((this.heads.get(view.node) ?? -1) < at.number) {
      const { number } = await solidHead(view)
      if (number < at.number) throw new NodeFault('absent', `the node is at block ${number}`)
      this.heads.set(view.node, number)
    }
    const parameter = address.padStart(WORD_DIGITS, '0')
    const { token } = this.rules
    const said = await ask(view, 'walletsolidity', { token, call: 'isBlackListed(address)', parameter })
    // It is in a block that may still go: what it has nobody can tell yet.
    if (said.kind === 'no_contract') throw new NodeFault('absent', 'the token is in no solidified block yet')
    const isFound = said.kind === 'returned' && said.data !== ''
    if (!isFound) throw new NoBlackList('the token has no list of addresses')
    return BigInt(`0x${readHex(said.data, 'isBlackListed', WORD_BYTES)}`) !== 0n
  }

  private async movedSince(view: View, address: string, at: BlockRef, to: number): Promise<bigint> {
    let moved = 0n
    for (const event of (await this.blocksAfter(view, at, to)).flatMap(({ events }) => events)) {
      if (event.kind !== 'transfer' || event.log.isFailed || event.log.emitter !== this.rules.token) continue
      if (event.to === address) moved += event.value
      if (event.from === address) moved -= event.value
    }
    return moved
  }

  /** Solidified blocks do not change: those that this node told before are asked for no more. */
  private async blocksAfter(view: View, at: BlockRef, to: number): Promise<readonly ReadBlock[]> {
    const before = this.read.get(view.node) ?? new Map<number, ReadBlock>()
    const numbers = numbersFrom(at.number + 1, to)
    const missing = numbers.filter((number) => !before.has(number))
    const read = await readBlocks(view, missing, at.timeAt, this.rules)
    const known = new Map([...before, ...read.map((block) => [block.number, block] as const)])
    const blocks = numbers.flatMap((number) => known.get(number) ?? [])
    this.read.set(view.node, new Map(blocks.map((block) => [block.number, block])))
    return blocks
  }
}
