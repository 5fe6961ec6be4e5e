import { CallsReservedForBlocks, NoTokenBlacklist, WrongChain } from '../../domain/chain/chain.js'
import { CHAIN_STEP, type Usdt, usdt } from '../../domain/shared/money.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { TRC20 } from '../../networks/trc20.js'
import { readHex } from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { TokenRules } from '../token/token-events.js'
import type { TokenState } from '../token/token-facts.js'
import { type ConstantCallResult, readConstantCall, type TronHeader } from './trc20-answers.js'
import { numbersFrom, type ReadBlock, readBlocks } from './trc20-blocks.js'
import { NewestBlock } from './trc20-newest.js'
import { solidHead } from './trc20-scan.js'
import type { NodeApi, TronNode, View } from './trc20-transport.js'

const PREFIX = '41'
const ZERO_ACCOUNT = PREFIX + '0'.repeat(40)
const WORD_BYTES = 32
const WORD_DIGITS = 64
/** Maximum number of blocks whose transfers are undone to compute an earlier balance. */
const MAX_DISTANCE = 20
const MAX_TRIES = 3
/**
 * Calls that a few balance checks take, with the blocks that are new since: with fewer left, checks that can wait are
 * deferred.
 */
const CALLS_OF_BALANCE_CHECKS = 20

/** @throws RpcError */
export async function callToken(
  { node, signal }: { node: TronNode; signal: AbortSignal },
  api: NodeApi,
  { token, call, parameter = '' }: { token: string; call: string; parameter?: string },
): Promise<ConstantCallResult> {
  const body = {
    owner_address: ZERO_ACCOUNT,
    contract_address: PREFIX + token,
    function_selector: call,
    parameter,
  }
  return readConstantCall(await node.call(`${api}/triggerconstantcontract`, body, signal))
}

/** @throws WrongChain where the token is not USDT; RpcError */
export async function requireToken(node: TronNode, token: string, signal: AbortSignal): Promise<void> {
  const decimals = await callToken({ node, signal }, 'wallet', { token, call: 'decimals()' })
  if (decimals.kind === 'no_contract') throw new WrongChain('the token address has no contract')
  const count = decimals.kind === 'returned' ? numberOf(decimals.data) : undefined
  if (count !== BigInt(TRC20.decimals)) {
    throw new WrongChain(`the token has ${count ?? 'no'} decimals, expected ${TRC20.decimals}`)
  }
}

/** @throws RpcError */
export async function readTokenState(
  node: TronNode,
  token: string,
  signal: AbortSignal,
): Promise<TokenState> {
  const isTrue = async (call: string) => {
    const result = await callToken({ node, signal }, 'wallet', { token, call })
    // A test token may have no such functions.
    return result.kind === 'returned' && (numberOf(result.data) ?? 0n) !== 0n
  }
  return { isTokenPaused: await isTrue('paused()'), isTokenDeprecated: await isTrue('deprecated()') }
}

const numberOf = (data: string): bigint | undefined =>
  data.length === WORD_DIGITS ? BigInt(`0x${data}`) : undefined

const NO_BLOCKS: ReadonlyMap<number, ReadBlock> = new Map()

const toUsdt = (units: bigint): Usdt => usdt(units * CHAIN_STEP)

/** Checks that the node's head is close enough to the block for its state to be of use. */
function requireNear(head: TronHeader, at: BlockRef): TronHeader {
  const isNear = head.number >= at.number && head.number - at.number <= MAX_DISTANCE
  if (!isNear) throw new RpcError('absent', `the node is at block ${head.number}, asked for ${at.number}`)
  return head
}

/** Queries the token at recorded blocks. Blocks read for one query are reused by the next. */
export class TokenQueries {
  /** Blocks read for their transfers, per node. */
  private readonly read = new WeakMap<TronNode, Promise<ReadonlyMap<number, ReadBlock>>>()
  private readonly newest = new NewestBlock()
  /** Blacklist answers at a block. */
  private blacklist: { readonly at: string; readonly answers: Map<string, Promise<boolean>> } | undefined

  /** @param heads newest solidified block seen at each node */
  constructor(
    private readonly rules: TokenRules,
    private readonly heads: WeakMap<TronNode, number>,
  ) {}

  /**
   * Returns the balance of an address at a recorded block. A node reports only its present balances. Usually nothing
   * has moved since that block, and then the present balance is the answer, with one request for the head shared by
   * all addresses queried at once.
   *
   * @param address 20 bytes
   * @throws CallsReservedForBlocks; RpcError, `absent` where the node has not reached the block, or is too far ahead
   */
  async balanceAt(view: View, address: string, at: BlockRef, canWait: boolean): Promise<Usdt> {
    if (canWait && view.node.budget.beyondBlocks < CALLS_OF_BALANCE_CHECKS) throw new CallsReservedForBlocks()
    await this.requireReached(view, at)
    const balance = await this.balanceOf(view, address)
    const head = requireNear(await this.newest.after(view), at)
    const moved = await this.movedSince(view, address, at, head.number)
    return moved === undefined ? toUsdt(balance) : this.balanceAtStableHead(view, address, at)
  }

  /** Undoes the transfers since that block, provided that the node's head stays the same during the read. */
  private async balanceAtStableHead(view: View, address: string, at: BlockRef): Promise<Usdt> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const head = requireNear(await solidHead(view), at)
      const balance = await this.balanceOf(view, address)
      const after = await solidHead(view)
      if (after.hash !== head.hash) continue
      const moved = await this.movedSince(view, address, at, head.number)
      return toUsdt(balance - (moved ?? 0n))
    }
    throw new RpcError('absent', 'the head of the node moved during each balance check')
  }

  private async balanceOf(view: View, address: string): Promise<bigint> {
    const parameter = address.padStart(WORD_DIGITS, '0')
    const call = { token: this.rules.token, call: 'balanceOf(address)', parameter }
    const result = await callToken(view, 'walletsolidity', call)
    if (result.kind !== 'returned') throw new RpcError('broken', 'the token returned no balance')
    return BigInt(`0x${readHex(result.data, 'balanceOf', WORD_BYTES)}`)
  }

  /**
   * Whether the token's blacklist contains an address, at that block or later: a later state is the better one to decide by.
   *
   * @param address 20 bytes
   * @throws NoTokenBlacklist; CallsReservedForBlocks; RpcError, `absent` where the node has not reached the block
   */
  isBlacklisted(view: View, address: string, at: BlockRef, canWait: boolean): Promise<boolean> {
    if (this.blacklist?.at !== at.hash) this.blacklist = { at: at.hash, answers: new Map() }
    const { answers } = this.blacklist
    const before = answers.get(address)
    if (before) return before
    if (canWait && view.node.budget.beyondOrders < 1) throw new CallsReservedForBlocks()
    const asking = this.readBlacklist(view, address, at)
    answers.set(address, asking)
    asking.catch(() => answers.delete(address))
    return asking
  }

  private async readBlacklist(view: View, address: string, at: BlockRef): Promise<boolean> {
    await this.requireReached(view, at)
    const parameter = address.padStart(WORD_DIGITS, '0')
    const { token } = this.rules
    const result = await callToken(view, 'walletsolidity', {
      token,
      call: 'isBlackListed(address)',
      parameter,
    })
    // The contract is in a block that may still be replaced, so its functions are unknown.
    if (result.kind === 'no_contract') throw new RpcError('absent', 'the token is in no solidified block yet')
    const isFound = result.kind === 'returned' && result.data !== ''
    if (!isFound) throw new NoTokenBlacklist('the token has no list of addresses')
    return BigInt(`0x${readHex(result.data, 'isBlackListed', WORD_BYTES)}`) !== 0n
  }

  /** @throws RpcError `absent` where the node has not solidified that block yet */
  private async requireReached(view: View, at: BlockRef): Promise<void> {
    if ((this.heads.get(view.node) ?? -1) >= at.number) return
    const { number } = await this.newest.after(view)
    if (number < at.number) throw new RpcError('absent', `the node is at block ${number}`)
    this.heads.set(view.node, number)
  }

  /** Returns incoming less outgoing transfers of an address since a block; undefined where there were none. */
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

  /** Solidified blocks do not change: blocks that this node served before are not requested again. */
  private async blocksAfter(view: View, at: BlockRef, to: number): Promise<readonly ReadBlock[]> {
    const numbers = numbersFrom(at.number + 1, to)
    const before = this.read.get(view.node) ?? Promise.resolve(NO_BLOCKS)
    // In sequence: concurrent queries would otherwise read the same blocks again.
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
