import { Transaction } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTrc20Signer } from '../../src/chain/trc20/trc20-signing.js'
import { localKey } from '../../src/chain/wallet/wallet-key.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { startTronPayouts, type TronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

const MINUTE_MS = 60_000
const GWEI = 10n ** 9n
const SUN = 1_000_000
const OTHER_KEY = '0e'.repeat(32)
const PRICES = { energyFee: 100, byteFee: 1_000, maxFeeLimit: 15_000_000_000 }

describe.skipIf(isAnvilSkipped)('the fee of a payment on Ethereum', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  const setBaseFee = async (gwei: bigint) => {
    await network.anvil.call('anvil_setNextBlockBaseFeePerGas', [`0x${(gwei * GWEI).toString(16)}`])
    await network.mine()
  }

  it('is never above the cap: the payment waits for a lower fee, and is then sent', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ maxFee: 20 })
    const waiting = await world.withdraw(life)
    await setBaseFee(40n)
    await life.tick()
    expect(await world.read(waiting.id)).toMatchObject({ status: 'REVIEW', reviewReason: 'network_fee' })
    await setBaseFee(4n)
    await life.tick()
    // The withdrawal is retried once a minute, not at each tick.
    expect((await world.read(waiting.id)).status).toBe('REVIEW')
    network.wait(MINUTE_MS)
    const before = await network.coins()
    const [done] = await world.finish(life, [waiting])
    expect(done?.status).toBe('COMPLETED')
    const [{ raw = '' } = {}] = await world.signedFor(waiting.id)
    const { gasLimit, maxFeePerGas } = Transaction.from(raw)
    expect(maxFeePerGas).toBeLessThanOrEqual(20n * GWEI)
    expect(before - (await network.coins())).toBeLessThanOrEqual(gasLimit * (maxFeePerGas ?? 0n))
    await world.verify([waiting])
  })

  it('must be covered in the worst case: nothing is spent on an attempt', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    const coins = await network.coins()
    await network.setCoins(GWEI)
    await network.mine()
    const waiting = await world.withdraw(life)
    await life.tick()
    expect(await world.read(waiting.id)).toMatchObject({ status: 'REVIEW', reviewReason: 'funds' })
    expect(await network.coins()).toBe(GWEI)
    await network.setCoins(coins)
    network.wait(MINUTE_MS)
    await network.mine()
    await world.finish(life, [waiting])
    await world.verify([waiting])
  })
})

describe('the fee of a payment on TRON', () => {
  let network: TronPayouts
  beforeAll(async () => {
    network = await startTronPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  it('is never above the cap: the payment waits, and nothing is spent', async () => {
    const world = await PayoutWorld.begin(network)
    const poor = await world.live({ maxFee: 15 })
    await poor.tick()
    await network.mine(3)
    // A transfer to an address that never held the token takes twice the energy.
    const waiting = await world.withdraw(poor)
    const before = await network.coins()
    await poor.tick()
    expect(await world.read(waiting.id)).toMatchObject({ status: 'REVIEW', reviewReason: 'network_fee' })
    expect(await network.coins()).toBe(before)
    const rich = await world.live({ maxFee: 50 })
    await rich.tick()
    await network.mine(3)
    const [done] = await world.finish(rich, [waiting])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([waiting])
  })

  it('is estimated within 5 %, and never exceeds its limit', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    const to = network.newPayee()
    const paid = []
    for (let n = 0; n < 3; n += 1) {
      const trial = await network.trialEnergy(to, 10_000_000n)
      const withdrawal = await world.withdraw(life, { to })
      await world.finish(life, [withdrawal])
      paid.push({ id: withdrawal.id, trial })
    }
    const signer = await openTrc20Signer(localKey(HOT_KEY), network.token)
    for (const { id, trial } of paid) {
      const [signed] = await world.signedFor(id)
      if (!signed) throw new Error('nothing was signed')
      const { feeLimit, bytes } = signer.read(signed)
      const { fee, energyFee, netFee } = await network.chargedFor(signed.txHash)
      expect(energyFee).toBeLessThanOrEqual(feeLimit)
      expect(feeLimit).toBeLessThanOrEqual(50 * SUN)
      // The free bandwidth of a day covers one payment.
      const estimate = trial * PRICES.energyFee + (netFee === 0 ? 0 : bytes * PRICES.byteFee)
      expect(Math.abs(estimate - fee) / fee).toBeLessThan(0.05)
      expect(feeLimit).toBe(Math.max(15 * SUN, Math.ceil((trial * PRICES.energyFee * 6) / 5)))
    }
  })

  it('is paid with delegated energy, and coins are required only for what is missing of its limit', async () => {
    const world = await PayoutWorld.begin(network)
    const { node, token } = network
    const { wallet, walletHex: address } = await openTrc20Signer(localKey(OTHER_KEY), token)
    await node.control('faucet', { address, sun: 1 })
    await network.pay(wallet, 1_000_000_000n)
    const life = await world.live({ key: OTHER_KEY })
    await life.tick()
    await network.mine(3)
    const waiting = await world.withdraw(life)
    const quote = () =>
      life.chain.sender?.quote?.(
        { to: waiting.destinationAddress, amount: waiting.amount },
        AbortSignal.timeout(10_000),
      )
    const need = await network.trialEnergy(waiting.destinationAddress, 10_000_000n)
    const limit = Math.ceil((need * PRICES.energyFee * 6) / 5) / PRICES.energyFee
    await network.finalise()
    await life.tick()
    expect(await world.read(waiting.id)).toMatchObject({ status: 'REVIEW', reviewReason: 'funds' })
    expect(await quote()).toEqual({
      costs: [
        { name: 'energy', needed: need, staked: 0, coins: (need * PRICES.energyFee) / SUN },
        { name: 'bandwidth', needed: 350, staked: 350, coins: 0 },
      ],
      requiredCoins: (Math.floor(limit) * PRICES.energyFee) / SUN,
    })
    const bank = node.bank.address
    const [most, last] = [Math.floor(limit) - 1, 1]
    await node.control('stake', { address: bank, energy: 1_000_000, bandwidth: 0 })
    await node.control('delegate', { from: bank, to: address, energy: most, bandwidth: 0 })
    network.wait(MINUTE_MS)
    await life.tick()
    expect((await world.read(waiting.id)).status).toBe('REVIEW')
    await node.control('delegate', { from: bank, to: address, energy: last, bandwidth: 0 })
    expect(await quote()).toMatchObject({ costs: [{ staked: need, coins: 0 }, {}], requiredCoins: 0 })
    network.wait(MINUTE_MS)
    const [done] = await world.finish(life, [waiting])
    expect(done?.status).toBe('COMPLETED')
    expect(await network.chargedFor(done?.txHash ?? '')).toMatchObject({ fee: 0 })
  })

  it('is required in coins where the node does not tell the energy of the account', async () => {
    const world = await PayoutWorld.begin(network)
    const path = '/wallet/getaccountresource'
    const body = { Error: 'this API is unavailable due to config' }
    await network.node.control('faults', { path, kind: 'body', body, times: 0 })
    const life = await world.live()
    const [done] = await world.finish(life, [await world.withdraw(life)])
    expect(done?.status).toBe('COMPLETED')
    await fetch(`${network.url}/control/faults`, { method: 'DELETE' })
  })
})
