import type { AddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { HandClock } from '../domain/context.js'
import { AnvilStage } from '../hostile/anvil-stage.js'
import { type Account, type Contract, walletOf } from '../hostile/stage.js'
import type { Dice } from '../ledger/dice.js'
import type { ForkingNetwork, Payment } from './network.js'

const SUPPLY = 10n ** 15n

/** A real Ethereum node that replaces blocks on command. */
export class AnvilForks implements ForkingNetwork {
  readonly id = { environment: 'test', network: 'ERC20' } as const
  readonly blockMs = 12_000

  private constructor(
    private readonly stage: AnvilStage,
    private readonly token: Contract,
    private readonly batch: Contract,
    private readonly book: AddressBook,
  ) {}

  static async start(): Promise<AnvilForks> {
    const stage = await AnvilStage.start()
    const token = await stage.deploy('FakeUsdt', 6)
    const batch = await stage.deploy('Batch')
    await stage.call(token, 'mint', [batch, SUPPLY])
    // These blocks are below the start of the cursor, so that every branch has them.
    await stage.mineToDepth()
    return new AnvilForks(stage, token, batch, walletOf('ERC20', 'branches').book)
  }

  get clock(): HandClock {
    return this.stage.clock
  }

  head(): Promise<number> {
    return this.stage.headNumber()
  }

  open(): Promise<Chain> {
    return this.stage.open(this.book, this.token.address)
  }

  async extend(blocks: number, payments: readonly (readonly Payment[])[]): Promise<void> {
    for (const each of payments) await this.pay(each)
    await this.stage.mine(blocks)
  }

  async reorganise(depth: number, dice: Dice, payments: readonly (readonly Payment[])[]): Promise<void> {
    await this.stage.replaceAll(depth, (at) => {
      if (dice.chance(25)) return undefined
      return dice.chance(30) ? dice.below(depth) : at
    })
    for (const each of payments) await this.pay(each)
  }

  async catchUp(): Promise<void> {}

  stop(): Promise<void> {
    return this.stage.stop()
  }

  private async pay(payments: readonly Payment[]): Promise<void> {
    const to: Account[] = payments.map((payment) => this.stage.accountAt(payment.to))
    const values = payments.map(({ value }) => value)
    // Each payer pays once, so that no transaction waits for another one of its account.
    const from = await this.stage.account()
    await this.stage.call(this.batch, 'pay', [this.token, to, values], { from })
  }
}
