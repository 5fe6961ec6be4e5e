import { createHash } from 'node:crypto'
import { getAddress, Transaction } from 'ethers'
import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import { type Block, type EvmTraits, lastOf, type MinedTransaction } from './evm-blocks.js'
import { BANNED, type MinedTransfer, type Payment, type SimulatedChain } from './network.js'
import { PayoutMishaps } from './payout-mishaps.js'

const GWEI = 1_000_000_000n
const USUAL_FEE = GWEI
/** Above the price of every payment that was signed at the usual fee. */
const PEAK_FEE = 40n * GWEI
/** Short, so that one begins while many a payment waits for a block. */
const PEAK_S = 450
/** On average every fourth of these times is a peak. */
const PEAKS = 4
/** A replaced transaction is in a block again this long after the branch at the latest. */
const MOST_RETURN_S = 600
const STRANGER = '5a'.repeat(20)
const CALL_DATA = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** One chain like Ethereum's with its mempool. */
export class Ethereum implements SimulatedChain {
  private made = 0
  /** Transactions that a deep fork has replaced: some had counted. */
  private readonly replacedDeep = new Set<string>()
  /**
   * Wallets that may lack tokens through no fault of a server: a fork has taken a refill back that a payment needs, or a
   * deep fork has replaced payments that had counted.
   */
  private readonly overspent = new Set<string>()
  /** Transfers for which such a wallet lacked tokens, by receiver and value. */
  private readonly uncovered = new Set<string>()
  private readonly mishaps: PayoutMishaps
  private readonly mempool = new Map<string, MinedTransaction>()
  private blocks: Block[] = []
  private readonly byHash = new Map<string, Block>()
  /** The block of each mined transaction. */
  private readonly minedIn = new Map<string, Block>()
  /** Numbers of the blocks with a transaction of a wallet, once for each, in order. */
  private readonly sentIn = new Map<string, number[]>()
  /** The movements of each holder, in order. */
  private readonly moves = new Map<string, { readonly number: number; readonly value: bigint }[]>()

  constructor(
    readonly traits: EvmTraits,
    private readonly seed: number,
    private readonly dice: Dice,
    private readonly now: () => number,
  ) {
    this.mishaps = new PayoutMishaps(now)
    const { blockS, finalLag } = traits
    const first = finalLag < 4 ? finalLag + 1 : 3
    for (let left = first; left > 0; left -= 1) this.mine(now() / 1_000 - left * blockS)
  }

  /** One of the token's smallest units is this part of 1e-6 USDT. */
  get unitsPerMicro(): bigint {
    return 10n ** BigInt(this.traits.decimals - 6)
  }

  get head(): Block {
    return lastOf(this.blocks)
  }

  spell(account: string): string {
    return getAddress(`0x${account}`)
  }

  read(address: string): string {
    return address.slice(2).toLowerCase()
  }

  async catchUp(): Promise<void> {
    const { blockS } = this.traits
    while ((this.head.time + blockS) * 1_000 <= this.now()) this.mine(this.head.time + blockS)
  }

  async pay(to: string, value: bigint, payment: Payment = 'plain'): Promise<string> {
    await this.catchUp()
    const hash = this.hash()
    const from = payment === 'banned' ? BANNED.account : STRANGER
    this.mempool.set(hash, {
      hash,
      from,
      nonce: undefined,
      transfer: { from, to, value },
      ...{ isCounterfeit: payment === 'counterfeit', hasFailed: false },
      maxFee: 1n,
      sentAt: this.head.time,
    })
    return hash
  }

  /** Takes a signed transaction as a node does. @throws Error with the words of geth */
  send(raw: string): string {
    if (!this.mishaps.areHiding) return this.take(raw)
    try {
      this.take(raw)
    } catch {
      // Every answer is the same.
    }
    throw new Error('internal error')
  }

  private take(raw: string): string {
    const signed = Transaction.from(raw)
    const { hash, nonce, data, maxFeePerGas } = signed
    const from = `${signed.from}`.slice(2).toLowerCase()
    if (hash === null) throw new Error('invalid signature')
    if (this.mempool.has(hash)) throw new Error('already known')
    if (nonce < this.countOf(from)) throw new Error('nonce too low')
    const [, to, value] = CALL_DATA.exec(data) ?? []
    const transfer =
      to === undefined || value === undefined
        ? undefined
        : { from, to, value: BigInt(`0x${value}`) / this.unitsPerMicro }
    const sent = {
      ...{ hash, from, nonce, transfer, isCounterfeit: false, hasFailed: false },
      ...{ maxFee: maxFeePerGas ?? 1n, sentAt: this.head.time },
    }
    if (this.mishaps.areDropping) return hash
    const rival = [...this.mempool.values()].find((each) => each.from === from && each.nonce === nonce)
    if (rival && rival.maxFee * 11n > sent.maxFee * 10n)
      throw new Error('replacement transaction underpriced')
    if (rival) this.mempool.delete(rival.hash)
    this.mempool.set(hash, sent)
    return hash
  }

  /** The replaced transactions wait again, some until after the branch, or are lost where a stranger made them. */
  async fork(depth: number, isLossless = false): Promise<void> {
    await this.catchUp()
    const tip = this.head
    const replaced = this.blocks.slice(-depth)
    const isDeep = depth >= this.traits.depth
    for (const { hash, from, transfer } of replaced.flatMap(({ transactions }) => transactions)) {
      if (isDeep) {
        this.replacedDeep.add(hash)
        this.overspent.add(from)
      }
      if (transfer) this.overspent.add(transfer.to)
    }
    this.blocks = this.blocks.slice(0, -depth)
    this.forget(replaced)
    for (const transaction of replaced.flatMap(({ transactions }) => transactions))
      if (isLossless || transaction.nonce !== undefined || !this.dice.chance(25))
        this.mempool.set(transaction.hash, {
          ...transaction,
          ...(this.dice.chance(isLossless ? 80 : 40) && {
            sentAt: this.dice.chance(isLossless ? 90 : 50)
              ? tip.time + this.dice.below(MOST_RETURN_S)
              : Math.max(transaction.sentAt, this.dice.pick(replaced).time),
          }),
        })
    for (const { time } of replaced) this.mine(time)
  }

  blockAt(number: number): Block | undefined {
    return this.blocks[number]
  }

  blocksBetween(from: number, to: number): readonly Block[] {
    return this.blocks.slice(from, to + 1)
  }

  findBlock(hash: string): Block | undefined {
    return this.byHash.get(hash)
  }

  /** Finds the block of a transaction. */
  findMined(hash: string): Block | undefined {
    return this.minedIn.get(hash)
  }

  /** Counts the transactions of a wallet in the blocks up to one. */
  countOf(wallet: string, upTo = this.head.number): number {
    return (this.sentIn.get(wallet) ?? []).filter((number) => number <= upTo).length
  }

  /** The next nonce of a wallet, waiting transactions included. */
  pendingCountOf(wallet: string): number {
    const waiting = [...this.mempool.values()].filter(({ from }) => from === wallet).length
    return this.countOf(wallet) + waiting
  }

  /** The tokens of a holder after a block. */
  balanceOf(holder: string, upTo: number): bigint {
    const moves = (this.moves.get(holder) ?? []).filter(({ number }) => number <= upTo)
    return moves.reduce((sum, { value }) => sum + value, 0n)
  }

  mishap(dice: Dice): string {
    return this.mishaps.begin(dice)
  }

  findByNonce(wallet: string, nonce: number): string | undefined {
    const block = this.blocks[this.sentIn.get(wallet)?.[nonce] ?? -1]
    return block?.transactions.find((each) => each.from === wallet && each.nonce === nonce)?.hash
  }

  hasFailed(to: string, value: bigint): boolean {
    return this.mishaps.hasRefused(to, value) || this.uncovered.has(`${to} ${value}`)
  }

  depths(most: number): number[] {
    const newest = this.blocks.slice(-most).reverse()
    return newest.flatMap(({ transactions }, at) => (transactions.length > 0 ? [at + 1] : []))
  }

  isShallow(hash: string): boolean {
    const block = this.findMined(hash)
    if (block === undefined || this.replacedDeep.has(hash)) return false
    return this.head.number - block.number + 1 < this.traits.depth
  }

  topUps(): readonly string[] {
    return []
  }

  *transfers(): Generator<MinedTransfer> {
    for (const { transactions, time } of this.blocks)
      for (const { hash, transfer, isCounterfeit } of transactions)
        if (transfer && !isCounterfeit) yield { ...transfer, hash, time }
  }

  private mine(time: number): void {
    const baseFee = this.baseFeeAt(time)
    const transactions: MinedTransaction[] = []
    const next = new Map<string, number>()
    const spent = new Map<string, bigint>()
    const waiting = [...this.mempool.values()].sort((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0))
    for (const transaction of waiting) {
      const { from, nonce, hash } = transaction
      if (transaction.sentAt >= time || this.dice.chance(20)) continue
      // The fees of strangers do not matter either.
      if (nonce !== undefined && transaction.maxFee < baseFee) continue
      if (nonce !== undefined) {
        const expected = next.get(from) ?? this.countOf(from)
        if (nonce < expected) this.mempool.delete(hash)
        if (nonce !== expected) continue
        next.set(from, nonce + 1)
      }
      this.mempool.delete(hash)
      transactions.push(this.execute(transaction, spent))
    }
    const parent = this.blocks.at(-1)
    const block = {
      number: (parent?.number ?? -1) + 1,
      hash: this.hash(),
      parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
      time,
      baseFee,
      transactions,
    }
    this.blocks.push(block)
    this.index(block)
  }

  /** The fee jumps for some minutes, at the same times on every branch. */
  private baseFeeAt(time: number): bigint {
    const part = Math.floor(time / PEAK_S)
    const [draw = 0] = createHash('sha256').update(`${this.seed}/fee/${part}`).digest()
    return draw % PEAKS === 0 ? PEAK_FEE : USUAL_FEE
  }

  /** A transfer that the token refuses, or of more than its wallet has, fails. @param spent in this block, by wallet */
  private execute(transaction: MinedTransaction, spent: Map<string, bigint>): MinedTransaction {
    const { from, nonce } = transaction
    if (nonce === undefined || !transaction.transfer) return transaction
    const { transfer: asked } = transaction
    // Servers may have completed what a deep fork replaces.
    const transfer = this.replacedDeep.has(transaction.hash) ? asked : this.mishaps.moveOf(transaction, asked)
    const sum = (spent.get(from) ?? 0n) + (transfer?.value ?? 0n)
    if (!transfer || sum > this.balanceOf(from, this.head.number)) {
      if (transfer && this.overspent.has(from)) this.uncovered.add(`${transfer.to} ${transfer.value}`)
      return { ...transaction, transfer: undefined, hasFailed: true }
    }
    spent.set(from, sum)
    return { ...transaction, transfer }
  }

  private index(block: Block): void {
    const { number, transactions } = block
    this.byHash.set(block.hash, block)
    for (const { hash, from, nonce, transfer, isCounterfeit } of transactions) {
      this.minedIn.set(hash, block)
      if (nonce !== undefined) listIn(this.sentIn, from).push(number)
      if (!transfer || isCounterfeit) continue
      listIn(this.moves, transfer.to).push({ number, value: transfer.value })
      listIn(this.moves, transfer.from).push({ number, value: -transfer.value })
    }
  }

  private forget(replaced: readonly Block[]): void {
    const first = replaced[0]?.number ?? 0
    for (const { hash, transactions } of replaced) {
      this.byHash.delete(hash)
      for (const transaction of transactions) this.minedIn.delete(transaction.hash)
    }
    for (const [wallet, numbers] of this.sentIn)
      this.sentIn.set(
        wallet,
        numbers.filter((number) => number < first),
      )
    for (const [holder, moves] of this.moves)
      this.moves.set(
        holder,
        moves.filter(({ number }) => number < first),
      )
  }

  private hash(): string {
    this.made += 1
    return `0x${createHash('sha256').update(`${this.seed}/${this.made}`).digest('hex')}`
  }
}

function listIn<Item>(lists: Map<string, Item[]>, name: string): Item[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
