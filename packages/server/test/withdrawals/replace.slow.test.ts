import { Transaction } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { replaceWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type Engine, openDatabase } from '../support/storage/engines.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { LossyNetwork } from '../support/withdrawals/payout-faults.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const ERC20 = { environment: 'test', network: 'ERC20' } as const
const TEN_MINUTES = 600_000
const GWEI = 10n ** 9n
const MANDATE = { actor: 'operator', reason: 'stuck' }

describe.skipIf(isAnvilSkipped)('a payment that is stuck', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  const askToReplace = (world: PayoutWorld, { context }: Life, { id }: Withdrawal) =>
    world.store.write((tx) => replaceWithdrawal(tx, context, id, MANDATE))

  async function beginStuck(maxFee = 100, engine: Engine = 'sqlite') {
    const { store } = await openDatabase(engine)
    const world = await PayoutWorld.begin(network, store)
    const lossy = new LossyNetwork()
    const life = await world.live({ fetch: lossy.fetchOf(fetch), maxFee })
    const stuck = await world.withdraw(life)
    for (let ticks = 0; ticks < 4; ticks += 1) {
      await life.tick()
      await network.mine()
    }
    expect((await world.read(stuck.id)).status).toBe('BROADCAST')
    return { world, life, stuck }
  }

  it('can be replaced after ten minutes', async () => {
    const { world, life, stuck } = await beginStuck()
    await expect(askToReplace(world, life, stuck)).rejects.toThrow('less than 10 minutes ago')
    network.wait(TEN_MINUTES)
    await askToReplace(world, life, stuck)
    await expect(askToReplace(world, life, stuck)).rejects.toThrow('is already being replaced')
    await life.tick()
    await life.tick()
    await network.finalise()
    const [replaced] = await world.finish(life, [stuck])
    expect([replaced?.status, replaced?.failureCode]).toEqual(['FAILED', 'broadcast_rejected'])
    // The replacement is ours, so the signer is not paused.
    expect(await world.pausedFor()).toBeUndefined()
    await world.verify([stuck])
  })

  it('is replaced while the signer is paused, because a replacement pays no address', async () => {
    const { world, life, stuck } = await beginStuck(100, 'postgres')
    network.wait(TEN_MINUTES)
    await askToReplace(world, life, stuck)
    await world.store.write((tx) => pauseSigner(tx, life.context, ERC20, 'the key is known elsewhere'))
    const next = await world.withdraw(life)
    await life.tick()
    expect((await world.signedFor(stuck.id)).map(({ kind }) => kind)).toEqual(['payment', 'void'])
    await life.tick()
    await network.finalise()
    const [replaced] = await world.finish(life, [stuck])
    expect([replaced?.status, replaced?.failureCode]).toEqual(['FAILED', 'broadcast_rejected'])
    expect(await world.signedFor(next.id)).toEqual([])
    await world.verify([stuck])
  })

  it('is replaced by an empty transaction with the same nonce and fees that are higher by an eighth', async () => {
    const { world, life, stuck } = await beginStuck()
    network.wait(TEN_MINUTES)
    await askToReplace(world, life, stuck)
    await life.tick()
    const signed = await world.signedFor(stuck.id)
    expect(signed.map(({ kind }) => kind)).toEqual(['payment', 'void'])
    const [payment, replacement] = signed.map(({ raw }) => Transaction.from(raw))
    expect(replacement).toMatchObject({
      nonce: payment?.nonce,
      to: network.wallet,
      value: 0n,
      data: '0x',
      gasLimit: 21_000n,
    })
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect((replacement?.[fee] ?? 0n) * 8n).toBeGreaterThanOrEqual((payment?.[fee] ?? 0n) * 9n)
    }
    expect(replacement?.maxFeePerGas).toBeLessThanOrEqual(100n * GWEI)
    await life.tick()
    await network.finalise()
    await world.finish(life, [stuck])
    await world.verify([stuck])
  })

  it('is not replaced where its fee is at the cap, which is reported', async () => {
    const baseFee = 6n * GWEI
    await network.anvil.call('anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`])
    await network.mine()
    const { world, life, stuck } = await beginStuck(20)
    const [payment] = await world.signedFor(stuck.id)
    const atCap = Transaction.from(payment?.raw).maxFeePerGas ?? 0n
    expect(atCap).toBeLessThanOrEqual(20n * GWEI)
    const tight = await world.live({ maxFee: Number(atCap / GWEI) + 1 })
    network.wait(TEN_MINUTES)
    await askToReplace(world, life, stuck)
    await expect(tight.tick()).rejects.toThrow()
    expect(await world.signedFor(stuck.id)).toHaveLength(1)
    const roomy = await world.live()
    network.wait(TEN_MINUTES)
    await roomy.tick()
    expect(await world.signedFor(stuck.id)).toHaveLength(2)
    await roomy.tick()
    await network.finalise()
    await world.finish(roomy, [stuck])
    await world.verify([stuck])
  })

  it('is paid after all when it is mined before its replacement', async () => {
    const world = await PayoutWorld.begin(network)
    await network.anvil.call('evm_setAutomine', [false])
    const life = await world.live()
    const late = await world.withdraw(life)
    for (let ticks = 0; ticks < 3; ticks += 1) await life.tick()
    network.wait(TEN_MINUTES)
    await askToReplace(world, life, late)
    const lossy = new LossyNetwork()
    const isolated = await world.live({ fetch: lossy.fetchOf(fetch) })
    for (let ticks = 0; ticks < 3; ticks += 1) await isolated.tick()
    expect((await world.signedFor(late.id)).map(({ kind }) => kind)).toEqual(['payment', 'void'])
    await network.mine()
    await network.anvil.call('evm_setAutomine', [true])
    const [paid] = await world.finish(isolated, [late])
    expect(paid?.status).toBe('COMPLETED')
    await network.finalise()
    await isolated.tick()
    await world.verify([late])
  })
})
