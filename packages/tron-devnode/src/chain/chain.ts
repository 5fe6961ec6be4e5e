/**
 * The chain: blocks, the pool of pending transactions, mining and reorganisations. Calls that use the virtual machine
 * run one after another, so that none sees half a block.
 */

import type { Transaction } from '../encoding/transaction-codec.js'
import { execute, type Workspace } from '../execution/execution.js'
import { type BlockContext, Machine } from '../execution/machine.js'
import { newAccountRecord, type Stake } from '../execution/resources.js'
import { blockSlotMs, type Settings } from '../settings.js'
import {
  type Block,
  type BlockHeader,
  type ChainState,
  genesisHeader,
  type IncludedTransaction,
  nextHeader,
} from './block.js'
import { checkSignature, type Permission } from './permissions.js'
import { TransactionRejected } from './rejection.js'
import { checkContract, checkPlacement } from './validation.js'

export type View = 'head' | 'solid'

export interface MineOptions {
  blocks?: number
  /** The first block's time in milliseconds; the others follow at stepMs. */
  time?: number
  stepMs?: number
}

export interface ReorgOptions {
  /** How many blocks are removed from the head. */
  depth: number
  /** Whether their transactions return to the pool, as on a real network, or are dropped. Default keep. */
  transactions?: 'keep' | 'drop'
  /**
   * How many blocks are mined at once; default `depth + 1`. With fewer than `depth` the head ends up lower. They have the
   * times of those that they replace.
   */
  blocks?: number
  /** How many of the new blocks stay empty before the kept transactions return. Default 0. */
  delay?: number
}

export class Chain {
  readonly stakes = new Map<string, Stake>()
  /** Active permissions by their account. */
  readonly permissions = new Map<string, readonly Permission[]>()
  private blocks: Block[] = []
  private pool: Transaction[] = []
  private places = new Map<string, { block: number; index: number }>()
  private branch = 0
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(
    readonly settings: Settings,
    private readonly machine: Machine,
  ) {}

  static async create(settings: Settings): Promise<Chain> {
    const machine = await Machine.create()
    const header = genesisHeader(settings.chainId, settings.genesisTime)
    const accounts = new Map<string, ReturnType<typeof newAccountRecord>>()
    for (const [address, sun] of Object.entries(settings.balances)) {
      await machine.addBalance(address, sun)
      accounts.set(address, newAccountRecord(header.timestamp))
    }
    const chain = new Chain(settings, machine)
    const state = { root: await machine.root(), accounts, contracts: new Map(), delegations: new Map() }
    chain.blocks.push({ ...header, transactions: [], state })
    return chain
  }

  get head(): Block {
    const head = this.blocks.at(-1)
    if (head === undefined) throw new Error('a chain has a block 0')
    return head
  }

  get pending(): readonly Transaction[] {
    return this.pool
  }

  /** The energy and bandwidth that the stakes of an account give it, a copy. */
  stakeOf(address: string): Stake {
    return { energy: 0, bandwidth: 0, ...this.stakes.get(address) }
  }

  /** The highest block of a view. */
  top(view: View): Block {
    return view === 'head'
      ? this.head
      : (this.block(this.head.number - this.settings.solidLag) ?? this.genesis)
  }

  get genesis(): Block {
    return this.blocks[0] ?? this.head
  }

  block(number: number, view: View = 'head'): Block | undefined {
    return view === 'solid' && number > this.top('solid').number ? undefined : this.blocks[number]
  }

  blockById(id: string, view: View = 'head'): Block | undefined {
    const block = this.block(Number.parseInt(id.slice(0, 16), 16), view)
    return block?.id === id ? block : undefined
  }

  transaction(id: string, view: View = 'head'): IncludedTransaction | undefined {
    const place = this.places.get(id)
    return place === undefined ? undefined : this.block(place.block, view)?.transactions[place.index]
  }

  /** All blocks, from block 0 on. */
  history(): readonly Block[] {
    return this.blocks
  }

  /**
   * Adds a transaction to the pool.
   *
   * @throws TransactionRejected
   */
  submit(transaction: Transaction): Promise<void> {
    return this.inTurn(async () => {
      if (this.pool.length >= this.settings.maxPending)
        throw new TransactionRejected('SERVER_BUSY', 'Server busy.')
      if (this.pool.some(({ id }) => id === transaction.id)) {
        throw new TransactionRejected('DUP_TRANSACTION_ERROR', 'Transaction already exists.')
      }
      checkSignature(transaction, this.permissions)
      await this.admissible(transaction, this.workspaceAfter(this.head), false)
      this.pool.push(transaction)
    })
  }

  /** Runs `work` on the state of a view, then undoes its changes. */
  peek<T>(view: View, work: (space: Workspace) => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const { state, number, timestamp } = this.top(view)
      if (state !== this.head.state) await this.machine.goTo(state.root)
      try {
        return await this.machine.attempt(
          () => work(this.workspace(state, { number, timestamp })),
          () => false,
        )
      } finally {
        if (state !== this.head.state) await this.machine.goTo(this.head.state.root)
      }
    })
  }

  mine({ blocks = 1, time, stepMs = blockSlotMs }: MineOptions = {}): Promise<BlockHeader> {
    return this.inTurn(async () => {
      for (let count = 0; count < blocks; count += 1) {
        await this.mineOne(count === 0 && time !== undefined ? time : this.head.timestamp + stepMs)
      }
      return this.head
    })
  }

  reorg({ depth, transactions = 'keep', blocks = depth + 1, delay = 0 }: ReorgOptions): Promise<BlockHeader> {
    return this.inTurn(async () => {
      const removed = this.blocks.splice(this.blocks.length - depth)
      const returning = removed.flatMap((block) => block.transactions.map(({ transaction }) => transaction))
      for (const { id } of returning) this.places.delete(id)
      await this.machine.goTo(this.head.state.root)
      this.branch += 1
      const waiting = transactions === 'keep' ? [...returning, ...this.pool] : this.pool
      this.pool = delay > 0 ? [] : waiting
      for (let count = 0; count < blocks; count += 1) {
        if (count === delay) this.pool = waiting
        await this.mineOne(removed[count]?.timestamp ?? this.head.timestamp + blockSlotMs)
      }
      this.pool = blocks > delay ? this.pool : waiting
      return this.head
    })
  }

  /** Drops one pending transaction, or all of them. Returns the number of dropped transactions. */
  forget(id: string | undefined): number {
    const kept = id === undefined ? [] : this.pool.filter((transaction) => transaction.id !== id)
    const dropped = this.pool.length - kept.length
    this.pool = kept
    return dropped
  }

  /**
   * Mines a block of a saved chain again with the same transactions.
   *
   * @throws Error when its id differs from the saved one
   */
  restore(transactions: Transaction[], timestamp: number, branch: number, id: string): Promise<void> {
    return this.inTurn(async () => {
      this.branch = branch
      this.pool = transactions
      await this.mineOne(timestamp)
      if (this.head.id !== id) throw new Error(`block ${this.head.number} differs from the saved one`)
    })
  }

  private async mineOne(timestamp: number): Promise<void> {
    const parent = this.head
    if (timestamp <= parent.timestamp) throw new RangeError('a block must be later than the one before it')
    const { included, state } = await this.runPool(parent, timestamp)
    const transactions = included.map(({ transaction }) => transaction)
    const header = nextHeader(parent, timestamp, transactions, this.branch)
    this.blocks.push({ ...header, transactions: included, state })
    included.forEach(({ transaction }, index) => {
      this.places.set(transaction.id, { block: header.number, index })
    })
    this.pool = []
  }

  private async runPool(
    parent: Block,
    timestamp: number,
  ): Promise<{ included: IncludedTransaction[]; state: ChainState }> {
    // Blocks without transactions share their state, so that a day of them needs little memory.
    if (this.pool.length === 0) return { included: [], state: parent.state }
    const space = this.workspaceAfter(parent, timestamp)
    const included: IncludedTransaction[] = []
    for (const transaction of this.pool) {
      const info = await this.infoIfAdmissible(transaction, space)
      if (info !== undefined) included.push({ transaction, info })
    }
    const { accounts, contracts, delegations } = space
    return { included, state: { root: await this.machine.root(), accounts, contracts, delegations } }
  }

  /** A block leaves out transactions that became invalid while they were pending, as on a real network. */
  private async infoIfAdmissible(transaction: Transaction, space: Workspace) {
    try {
      return await this.admissible(transaction, space, true)
    } catch (error) {
      if (error instanceof TransactionRejected) return undefined
      throw error
    }
  }

  private async admissible(transaction: Transaction, space: Workspace, keeps: boolean) {
    checkPlacement(transaction, this.blocks)
    if (this.places.has(transaction.id))
      throw new TransactionRejected('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    await checkContract(transaction, space)
    return this.machine.attempt(
      () => execute(transaction, space),
      () => keeps,
    )
  }

  private workspaceAfter(parent: Block, timestamp = parent.timestamp + blockSlotMs): Workspace {
    return this.workspace(parent.state, { number: parent.number + 1, timestamp })
  }

  private workspace(state: ChainState, block: BlockContext): Workspace {
    return {
      machine: this.machine,
      settings: this.settings,
      stakes: this.stakes,
      accounts: new Map(state.accounts),
      contracts: new Map(state.contracts),
      delegations: new Map(state.delegations),
      block,
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work)
    this.turn = result.catch(() => undefined)
    return result
  }
}
