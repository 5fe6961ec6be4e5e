import { expect, it } from 'vitest'
import { listAttention } from '../../src/domain/attention/attention.js'
import { CHAIN_STEP } from '../../src/domain/shared/money.js'
import type { WalletLimits } from '../../src/domain/shared/policy.js'
import { WalletFunds } from '../../src/domain/withdrawals/wallet-funds.js'
import { walletFundsReader } from '../../src/workers/withdrawals/wallet-funds-reader.js'
import { amount } from '../support/domain/context.js'
import { openDatabase } from '../support/storage/engines.js'
import { HOT_UNITS } from '../support/withdrawals/payout-network.js'
import { describePayouts } from '../support/withdrawals/payout-setup.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

const VALID_MS = 30 * 60_000
const ONE_COIN = { BEP20: 10n ** 18n, ERC20: 10n ** 18n, TRC20: 10n ** 6n } as const
/** Of an account without a stake. */
const RESOURCES = {
  BEP20: [],
  ERC20: [],
  TRC20: [
    { name: 'energy', left: 0 },
    { name: 'bandwidth', left: 600 },
  ],
} as const
const signal = new AbortController().signal

describePayouts('the funds of the hot wallet', (setup) => {
  it('are read from the node, and forgotten after half an hour without an answer', async () => {
    const { network, engine, name } = setup
    const { store } = await openDatabase(engine)
    const life = await (await PayoutWorld.begin(network, store)).live()
    await setup.tick(life, 1)
    let now = 0
    const funds = new WalletFunds(() => now)
    const id = { environment: 'test', network: name } as const
    const reader = walletFundsReader(store, life.context, { chain: life.chain, funds })
    await network.setCoins((246_913n * ONE_COIN[name]) / 2n)
    await network.finalise()
    await reader.tick(signal)
    expect(funds.find(id)).toMatchObject({
      tokens: HOT_UNITS * CHAIN_STEP,
      coins: 123_456.5,
      resources: RESOURCES[name],
    })
    const refuse = () => Promise.reject(new Error('no node'))
    const deaf = walletFundsReader(store, life.context, {
      chain: { ...life.chain, balanceAt: refuse },
      funds,
    })
    now += VALID_MS
    await deaf.tick(signal)
    expect(funds.find(id)?.coins).toBe(123_456.5)
    now += 1
    expect(funds.find(id)).toBeUndefined()
  })
  it('are an item of attention while they are below the minimum of the operator', async () => {
    const { network, engine, name } = setup
    const { store } = await openDatabase(engine)
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    await setup.tick(life, 1)
    const funds = new WalletFunds(() => 0)
    const { policy } = life.context
    const readWith = async (limits: Partial<WalletLimits>) => {
      const wallet = { ...policy.wallets.test[name], ...limits }
      const wallets = { ...policy.wallets, test: { ...policy.wallets.test, [name]: wallet } }
      const context = { ...life.context, policy: { ...policy, wallets } }
      await walletFundsReader(store, context, { chain: life.chain, funds }).tick(signal)
      const items = await store.read((tx) => listAttention(tx, context))
      return items.filter(({ kind }) => kind === 'hot_wallet_low')
    }
    await world.withdraw(life, { usdt: '25' })
    const plenty = { tokensMinimum: amount('1'), coinsMinimum: 1 }
    expect(await readWith(plenty)).toEqual([])
    const [item, ...more] = await readWith({ tokensMinimum: amount('900000000'), coinsMinimum: 1e9 })
    expect(more).toEqual([])
    expect(item).toMatchObject({ subject: `test/${name}`, amount: amount('25') })
    const coin = name === 'ERC20' ? 'ETH' : 'TRX'
    expect(item?.text).toMatch(
      new RegExp(
        `^${network.wallet} holds [0-9.]+ USDT of at least 900000000.00 and [0-9.e+]+ ${coin} of at least 1000000000: send it more; 25.00 USDT wait to go out$`,
      ),
    )
    expect(await readWith(plenty)).toEqual([])
  })
})
