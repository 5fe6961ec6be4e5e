import { expect } from 'vitest'
import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { ChainHealth } from '../../../src/domain/chain/chain-health.js'
import type { Context } from '../../../src/domain/context.js'
import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { post } from '../../../src/domain/ledger/ledger.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { createWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { chainWatcher } from '../../../src/workers/chain/chain-watcher.js'
import { withdrawalSender } from '../../../src/workers/withdrawals/withdrawal-sender.js'
import { amount, contextAt } from '../domain/context.js'
import { expectBalanced } from '../ledger/balance-assertions.js'
import { openDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'
import type { OpenOptions, PayoutNetwork } from './payout-network.js'

export const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const CALLER: Caller = {
  ...SCOPE,
  keyId: 'mk_test_1',
  scopes: KEY_SCOPES,
  issuedBy: null,
  merchant: merchant('shop'),
}
const PLENTY = '1000000'
const TICKS = 60
const BLOCKS_BETWEEN = 5
const signal = new AbortController().signal

/** One process of our server, from its start on: it watches, signs and sends. */
export interface Life {
  readonly chain: Chain
  readonly context: Context
  /** Watches, then sends. @throws the errors of the sender */
  tick(): Promise<void>
  /** Reads new blocks. */
  watch(): Promise<void>
  /** Signs and sends the due withdrawals. */
  send(): Promise<void>
}

/** A merchant with a large balance, and a network to withdraw on. */
export class PayoutWorld {
  private constructor(
    readonly network: PayoutNetwork,
    readonly store: Store,
    private readonly plain: Context,
  ) {}

  static async begin(network: PayoutNetwork, store?: Store): Promise<PayoutWorld> {
    // The blocks of this world begin after the payments of earlier worlds.
    await network.mine(BLOCKS_BETWEEN)
    const opened = store ?? (await openDatabase('sqlite')).store
    const plain = contextAt(network.clock)
    const policy = { ...plain.policy, withdrawalDailyLimit: amount(PLENTY) }
    const world = new PayoutWorld(network, opened, { ...plain, policy })
    await opened.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      const debit = platformAccount('test', 'app_rail')
      const credit = merchantAccount(SCOPE, 'available')
      const legs = [{ debit, credit, amount: amount(PLENTY) }]
      await post(tx, plain, [{ environment: 'test', kind: 'adjust', key: 'gift', reference: 'shop', legs }])
    })
    return world
  }

  /** Returns the same merchant and network with another store. */
  with(store: Store): PayoutWorld {
    return new PayoutWorld(this.network, store, this.plain)
  }

  /** Starts a process. @param sending the store of its sender */
  async live(options: OpenOptions & { fetch?: Fetch } = {}, sending: Store = this.store): Promise<Life> {
    const chain = await this.network.open(options)
    const { clock } = this.network
    const health = Object.assign(new ChainHealth(() => clock.real()), { isFollowed: () => true })
    const context: Context = { ...this.plain, chain: () => chain, health }
    const watcher = chainWatcher(this.store, context, chain, 1_000)
    const sender = withdrawalSender(sending, context, chain, { everyMs: 1_000, isProven: () => true })
    const watch = async () => {
      for (let handled = 1; handled > 0; ) handled = await watcher.tick(signal)
    }
    const send = async () => {
      await sender.tick(signal)
    }
    return {
      chain,
      context,
      watch,
      send,
      async tick() {
        await watch()
        await send()
      },
    }
  }

  async withdraw({ context }: Life, { to = this.network.newPayee(), usdt = '10' } = {}): Promise<Withdrawal> {
    const input = {
      amount: usdt,
      network: this.network.network,
      destinationAddress: to,
      description: undefined,
      metadata: undefined,
      webhookUrl: undefined,
      idempotencyKey: undefined,
    }
    return (await this.store.write((tx) => createWithdrawal(tx, context, CALLER, input))).withdrawal
  }

  async read(id: string): Promise<Withdrawal> {
    const found = await this.store.read((tx) => tx.withdrawals.find(id))
    if (!found) throw new Error('no such withdrawal')
    return found
  }

  signedFor(id: string) {
    return this.store.read((tx) => tx.signedTransactions.listByWithdrawal(id))
  }

  /** Returns the reason for which the signer is paused, if it is. */
  async pausedFor(): Promise<string | undefined> {
    const { network } = this.network
    const conditions = await this.store.read((tx) =>
      tx.chainConditions.list({ environment: 'test', network }),
    )
    return conditions.find(({ kind }) => kind === 'signer_paused')?.reason
  }

  /** Ticks, with a block after each tick, until all of these have ended. */
  async finish(life: Life, withdrawals: readonly { id: string }[]): Promise<Withdrawal[]> {
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await life.tick()
      const now = await Promise.all(withdrawals.map(({ id }) => this.read(id)))
      if (now.every(({ status }) => ENDS.has(status))) return now
      await this.network.mine()
    }
    throw new Error('the withdrawals do not end')
  }

  /** Expects one payment per completed withdrawal, none for any other, and a ledger that balances. */
  async verify(withdrawals: readonly { id: string }[]): Promise<void> {
    const payouts = await this.network.payouts()
    const found = await Promise.all(withdrawals.map(({ id }) => this.read(id)))
    const actual = found.map(({ id, status, destinationAddress: to }) => ({
      id,
      status,
      paid: payouts.filter((payout) => payout.to === to).map(({ value }) => value),
    }))
    const expected = found.map(({ id, status, amount: due }) => ({
      id,
      status,
      paid: status === 'COMPLETED' ? [due / 100n] : [],
    }))
    expect(actual).toEqual(expected)
    await expectBalanced(this.store)
  }
}

export const ENDS: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELED'])
