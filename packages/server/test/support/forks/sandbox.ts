import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import type { SandboxTransfer } from '../../../src/domain/sandbox/sandbox-transfer.js'
import { CHAIN_STEP, usdt } from '../../../src/domain/shared/money.js'
import type { Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { type HandClock, handClock } from '../domain/context.js'
import type { Dice } from '../ledger/dice.js'
import type { ForkingNetwork, Payment } from './network.js'

const EVERYTHING = { after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER }

/** A sandbox network: a dropped transfer makes another branch from its block on. */
export class SandboxForks implements ForkingNetwork {
  readonly id = { environment: 'test', network: 'TRC20' } as const
  readonly blockMs = 3_000
  readonly clock: HandClock = handClock()
  private first: { readonly store: Store; readonly chain: SandboxChain } | undefined

  async head(): Promise<number> {
    return (await this.opened.chain.head()).number
  }

  async open(store: Store, ids: Ids): Promise<Chain> {
    const isNew = this.first !== undefined && this.first.store !== store
    // The blocks of a sandbox are rows, so a second store gets a copy of them.
    if (isNew) await this.copyTo(store)
    const chain = await openSandbox({ ...this.id, store, clock: this.clock, ids, blockMs: this.blockMs })
    if (!isNew) this.first = { store, chain }
    return chain
  }

  async extend(blocks: number, payments: readonly (readonly Payment[])[]): Promise<void> {
    for (const payment of payments.flat()) await this.pay(payment)
    this.clock.businessAt += blocks * this.blockMs
  }

  async reorganise(depth: number, dice: Dice, payments: readonly (readonly Payment[])[]): Promise<void> {
    const { store, chain } = this.opened
    const head = await chain.head()
    await store.write(async (tx) => {
      const newest = (await this.everything(tx)).filter(
        ({ blockNumber }) => blockNumber > head.number - depth,
      )
      for (const transfer of newest) if (dice.chance(50)) await chain.drop(tx, transfer)
    })
    for (const payment of payments.flat()) await this.pay(payment)
    this.clock.businessAt += this.blockMs
  }

  async catchUp(): Promise<void> {}

  async stop(): Promise<void> {}

  private get opened() {
    if (!this.first) throw new Error('the network is not open yet')
    return this.first
  }

  private async pay({ to, value }: Payment): Promise<void> {
    const { store, chain } = this.opened
    await store.write(async (tx) => {
      const cursor = await tx.cursors.find(this.id)
      if (!cursor) throw new Error('the network has no cursor')
      const payment = { to, value: usdt(value * CHAIN_STEP), cursor: cursor.block, isFlagged: false }
      await chain.pay(tx, payment)
    })
  }

  private everything = async (tx: Tx): Promise<SandboxTransfer[]> =>
    tx.sandbox.listTransfers({ ...this.id }, EVERYTHING)

  /** Reads before the unit of work begins, which awaits only its own statements. */
  private async copyTo(store: Store): Promise<void> {
    const { epoch, transfers, forks } = await this.opened.store.read(async (ours) => ({
      epoch: await ours.sandbox.latestEpoch(this.id),
      transfers: await this.everything(ours),
      forks: await ours.sandbox.listNewestForks(this.id, EVERYTHING.upTo, EVERYTHING.limit),
    }))
    await store.write(async (tx) => {
      if (epoch) await tx.sandbox.insertEpoch(epoch)
      for (const transfer of transfers) await tx.sandbox.insertTransfer(transfer)
      for (const fork of forks.reverse()) await tx.sandbox.insertFork(this.id, fork)
    })
  }
}
