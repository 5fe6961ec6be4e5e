import { join } from 'node:path'
import { Transaction } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fetch } from '../../src/chain/nodes/node-http.js'
import { pauseSigner, resumeSigner } from '../../src/domain/chain/signer.js'
import { finishRecovery } from '../../src/domain/recovery/open-points.js'
import { beginRecovery, chainsWithNodes } from '../../src/domain/recovery/recoveries.js'
import { replaceWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openFile, openOn, sideOf } from '../support/storage/engines.js'
import { FaultySigner, remoteKeyFor } from '../support/withdrawals/faulty-signer.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import type { OpenOptions } from '../support/withdrawals/payout-network.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const ERC20 = { environment: 'test', network: 'ERC20' } as const
const MANDATE = { actor: 'operator', reason: 'a test' }
const GWEI = 10n ** 9n
const BLOCKS = 20n
/** Blocks. */
const ONE_MINUTE = 5
const THREE_MINUTES = 15
const TEN_MINUTES = 50

interface RpcAnswer {
  readonly id: number
  readonly result: unknown
}

/** A node that answers some methods as it likes, and all others truly. */
const answering =
  (lies: Readonly<Record<string, unknown>>): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const calls = [JSON.parse(String(init?.body))].flat() as { id: number; method: string }[]
    const body = (await response.json()) as RpcAnswer | RpcAnswer[]
    const told = [body].flat().map((answer) => {
      const lie = lies[calls.find(({ id }) => id === answer.id)?.method ?? '']
      return lie === undefined ? answer : { jsonrpc: '2.0', id: answer.id, result: lie }
    })
    return Response.json(Array.isArray(body) ? told : told[0])
  }

describe.skipIf(isAnvilSkipped)('a payment whose fee the network has passed', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts({ areBlocksAwaited: true })
  }, 60_000)
  afterAll(() => network.stop())

  const mineAt = async (baseFee: bigint, blocks = 1) => {
    for (let mined = 0; mined < blocks; mined += 1) {
      await network.anvil.call('anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`])
      await network.mine()
    }
  }
  /** Raises the base fee from 1 to 30 gwei: at once above the first price, then in twenty blocks. */
  const jump = async (life: Life) => {
    for (let block = 1n; block <= BLOCKS; block += 1n) {
      await mineAt((10n + block) * GWEI)
      await life.tick()
    }
  }

  async function beginAtLowFee(options: OpenOptions = {}) {
    const { store, file } = await openFile()
    await mineAt(GWEI)
    const world = await PayoutWorld.begin(network, store)
    await mineAt(GWEI)
    const life = await world.live(options)
    const payout = await world.withdraw(life)
    for (let ticks = 0; ticks < 2; ticks += 1) await life.tick()
    expect((await world.read(payout.id)).status).toBe('BROADCAST')
    return { world, life, payout, file }
  }

  const versionsOf = (world: PayoutWorld, id: string) =>
    world.store.read(async (tx) => {
      const versions = await tx.signedTransactions.findVersions(id)
      return versions ? [...versions.others, versions.payment] : []
    })

  it('is signed again at the price of the market, and completes by itself, once', async () => {
    const { world, life, payout } = await beginAtLowFee()
    await jump(life)
    const versions = await versionsOf(world, payout.id)
    expect(versions.length).toBeGreaterThan(1)
    const signed = versions.map(({ raw }) => Transaction.from(raw))
    expect(new Set(signed.map(({ nonce, data }) => `${nonce} ${data}`)).size).toBe(1)
    for (const [at, { maxFeePerGas, maxPriorityFeePerGas }] of signed.entries()) {
      const before = signed[at - 1]
      if (!before) continue
      expect((maxFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual((before.maxFeePerGas ?? 0n) * 9n)
      expect((maxPriorityFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual(
        (before.maxPriorityFeePerGas ?? 0n) * 9n,
      )
    }
    const [done] = await world.finish(life, [payout])
    expect(done).toMatchObject({ status: 'COMPLETED', txHash: versions.at(-1)?.txHash })
    await world.verify([payout])
    const entries = await world.store.read((tx) => tx.audit.list({ subject: payout.id, limit: 10 }))
    expect(entries.map(({ action }) => action)).toContain('withdrawals reprice')
  })

  it('is completed by its first version where that is mined after all', async () => {
    const { world, life, payout } = await beginAtLowFee()
    await mineAt(10n * GWEI, THREE_MINUTES)
    // Signed and stored, and not broadcast before the next run.
    await life.tick()
    const [first, second] = await versionsOf(world, payout.id)
    expect((await world.read(payout.id)).txHash).toBe(second?.txHash)
    await mineAt(GWEI)
    // Another node had kept it.
    await network.anvil.call('eth_sendRawTransaction', [first?.raw])
    await network.mine()
    const [done] = await world.finish(life, [payout])
    expect(done).toMatchObject({ status: 'COMPLETED', txHash: first?.txHash })
    await world.verify([payout])
  })

  it('is not signed again before two minutes, nor while the signer is paused', async () => {
    const { world, life, payout } = await beginAtLowFee()
    await mineAt(20n * GWEI, ONE_MINUTE)
    await life.tick()
    expect(await versionsOf(world, payout.id)).toHaveLength(1)
    await world.store.write((tx) => pauseSigner(tx, life.context, ERC20, 'a test'))
    await mineAt(20n * GWEI, THREE_MINUTES)
    for (let ticks = 0; ticks < 3; ticks += 1) await life.tick()
    expect(await versionsOf(world, payout.id)).toHaveLength(1)
    await world.store.write((tx) => resumeSigner(tx, life.context, ERC20, MANDATE))
    await world.finish(life, [payout])
    expect(await versionsOf(world, payout.id)).toHaveLength(2)
    await world.verify([payout])
  })

  it('is not signed above its limit, and says why', async () => {
    const { world, payout } = await beginAtLowFee()
    const tight = await world.live({ maxFee: 6 })
    await mineAt(30n * GWEI, THREE_MINUTES)
    for (let ticks = 0; ticks < 2; ticks += 1) await tight.tick()
    const [only, further] = await world.store.read(async (tx) => [
      ...(await tx.signedTransactions.listByWithdrawal(payout.id)),
    ])
    expect([only?.waitsFor, further]).toEqual(['network_fee', undefined])
    await world.finish(await world.live(), [payout])
    await world.verify([payout])
  })

  it('waits while the remote signer gives no usable signature, and says so', async () => {
    const signer = await FaultySigner.start()
    const { world, life, payout } = await beginAtLowFee({
      signer: remoteKeyFor(network, { url: signer.url }),
    })
    signer.fault = 'high s'
    await mineAt(10n * GWEI, THREE_MINUTES)
    await expect(life.tick()).rejects.toThrow()
    expect(await versionsOf(world, payout.id)).toMatchObject([{ waitsFor: 'signer_unavailable' }])
    signer.fault = undefined
    await mineAt(10n * GWEI, ONE_MINUTE)
    await life.tick()
    expect(await versionsOf(world, payout.id)).toMatchObject([{}, { waitsFor: null }])
    const [done] = await world.finish(life, [payout])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([payout])
  })

  it('is outbid by its replacement in its dearest version, and not signed again after it', async () => {
    const { world, life, payout } = await beginAtLowFee()
    await mineAt(10n * GWEI, THREE_MINUTES)
    await life.tick()
    await mineAt(10n * GWEI, TEN_MINUTES)
    await world.store.write((tx) => replaceWithdrawal(tx, life.context, payout.id, MANDATE))
    await life.tick()
    const versions = await versionsOf(world, payout.id)
    const [, replacement] = await world.signedFor(payout.id)
    const [most, offered] = [versions.at(-1), replacement].map((each) => Transaction.from(each?.raw))
    expect((offered?.maxFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual((most?.maxFeePerGas ?? 0n) * 9n)
    await mineAt(90n * GWEI, THREE_MINUTES)
    for (let ticks = 0; ticks < 2; ticks += 1) await life.tick()
    expect(await versionsOf(world, payout.id)).toHaveLength(versions.length)
    await mineAt(GWEI, THREE_MINUTES)
    await life.tick()
    await network.finalise()
    const [done] = await world.finish(life, [payout])
    expect(done?.status).toBe('FAILED')
    await world.verify([payout])
  })

  it('completes a restored database that knows its first version only', async () => {
    const { world, life, payout, file } = await beginAtLowFee()
    const backup = join(temporaryFolder(), 'backup.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${backup}'`)
    await jump(life)
    const [original] = await world.finish(life, [payout])
    expect((await versionsOf(world, payout.id)).length).toBeGreaterThan(1)

    const restored = world.with(await openOn({ engine: 'sqlite', file: backup }))
    const second = await restored.live()
    const recovery = {
      cause: 'restore',
      reason: 'a test',
      backupAt: null,
      actor: 'operator',
      skip: 0,
    } as const
    await restored.store.write((tx) =>
      beginRecovery(tx, second.context, { ...recovery, chains: chainsWithNodes(second.context) }),
    )
    await network.finalise()
    const [done] = await restored.finish(second, [payout])
    expect(done).toMatchObject({ status: 'COMPLETED', txHash: original?.txHash })
    await restored.verify([payout])
    await restored.store.write((tx) => finishRecovery(tx, second.context, [ERC20], MANDATE))
  })
})

describe.skipIf(isAnvilSkipped)('a payment on a network with unusual prices', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts({ areBlocksAwaited: true })
  }, 60_000)
  afterAll(() => network.stop())

  it.each([
    ['whose node suggests no tip', { eth_maxPriorityFeePerGas: '0x0' }],
    ['whose transfers need 160,000 gas', { eth_estimateGas: '0x27100' }],
  ])('is completed once: %s', async (_, lies) => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ fetch: answering(lies) })
    const payout = await world.withdraw(life)
    const [done] = await world.finish(life, [payout])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([payout])
  })

  it('is completed once where its destination is emptied before the block', async () => {
    const { anvil, token } = network
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    const payee = network.newPayee()
    await anvil.call('evm_setAutomine', [true])
    await token.transfer(payee, 5n)
    await anvil.call('anvil_setBalance', [payee, '0xde0b6b3a7640000'])
    await anvil.call('anvil_impersonateAccount', [payee])
    await anvil.call('evm_setAutomine', [false])
    await network.mine()
    const payout = await world.withdraw(life, { to: payee })
    for (let ticks = 0; ticks < 2; ticks += 1) await life.tick()
    const data = `0xa9059cbb${token.owner.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
    const fees = { maxFeePerGas: '0x2540be4000', maxPriorityFeePerGas: '0x2540be400' }
    await anvil.call('eth_sendTransaction', [
      { from: payee, to: token.address, data, gas: '0x30d40', ...fees },
    ])
    await network.mine()
    const [done] = await world.finish(life, [payout])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([payout])
  })
})
