import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordableStep } from '../../src/domain/chain/scan-step.js'
import { FinalityResults } from '../../src/domain/payments/finality-queue.js'
import { recordStep } from '../../src/domain/payments/step/record-step.js'
import type { Recovery } from '../../src/domain/recovery/recovery.js'
import { ZERO } from '../../src/domain/shared/money.js'
import { seen, WALLET } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openFile, openOn, sideOf } from '../support/storage/engines.js'
import { begin, ID, tick, withdraw, workerOf } from '../support/withdrawals/scripted-sender.js'

const open = ({ world }: RecoveryWorld): Promise<Recovery | undefined> =>
  world.store.read((tx) => tx.recoveries.findOpen())

describe('a transfer out of the hot wallet that this server did not sign', () => {
  it('begins a recovery when it was made while no server ran', async () => {
    const world = await RecoveryWorld.begin()
    const txHash = world.pay()
    const next = world.restarted()
    await next.watch()
    expect(await open(next)).toMatchObject({
      cause: 'unknown_transfer',
      reason: expect.stringContaining(txHash),
    })
    expect(await next.world.conditions()).toEqual([])
    expect(await next.world.store.read((tx) => tx.recoveries.countSkipped(next.world.id))).toMatchObject({
      count: 10_000,
    })
  })

  it('pauses the signer later, and the reason names the command for the other case', async () => {
    const world = await RecoveryWorld.begin()
    world.pay()
    await world.watch()
    expect(await open(world)).toBeUndefined()
    const [paused] = await world.world.store.read((tx) => tx.chainConditions.list(world.world.id))
    expect(paused).toMatchObject({ kind: 'signer_paused', reason: expect.stringContaining('restore mark') })
  })

  it('pauses the signer too when it was made after a recovery began', async () => {
    const world = await RecoveryWorld.begin()
    await world.begun()
    world.pay()
    await world.watch()
    expect(await world.world.conditions()).toEqual([])
    world.world.pass(16 * MINUTE)
    world.pay()
    await world.watch()
    expect(await world.world.conditions()).toEqual(['signer_paused'])
  })

  it('begins a recovery when a former wallet made it while no server ran, which never signed here', async () => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw()
    const wallet = {
      ...{ ...world.world.id, chainId: 1, token: 'token', xpubHash: 'hash', firstAddress: 'T-0' },
      hotWallet: 'former-wallet',
    }
    await world.write(async (tx) => {
      await tx.wallets.claim(wallet)
      await tx.wallets.update({ ...wallet, hotWallet: WALLET })
    })
    world.world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, 'former-wallet', 'payee', '100')] }))
    const next = world.restarted()
    await next.watch()
    expect(await open(next)).toMatchObject({ cause: 'unknown_transfer' })
    expect(await next.state(id)).toBe('REVIEW possible_duplicate')
  })

  it('is held against withdrawals although an earlier key of the wallet signed it, while recovering', async () => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw()
    const former = { ...world.world.id, txHash: 'tx-old', logIndex: 0, wallet: 'former-wallet' }
    await world.write((tx) =>
      tx.explanations.insert({
        ...former,
        ...{ kind: 'earlier', subject: null, amount: amount('1'), shortfall: ZERO },
        ...{ nonce: 4, explainedAt: 1 },
      }),
    )
    await world.begun()
    world.world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, 'former-wallet', 'payee', '100')] }))
    await world.watch()
    expect(await world.state(id)).toBe('REVIEW possible_duplicate')
  })
})

describe('a payment to an address that no known order had', () => {
  it('begins a recovery when it was made while no server ran', async () => {
    const world = await RecoveryWorld.begin()
    world.world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', 'T-5', '25')] }))
    const next = world.restarted()
    await next.watch()
    expect(await open(next)).toMatchObject({ reason: expect.stringContaining('paid T-5') })
  })

  it.each(['T-0', WALLET])('begins none at %s, which is not for orders', async (to) => {
    const world = await RecoveryWorld.begin()
    world.world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', to, '25')] }))
    const next = world.restarted()
    await next.watch()
    expect(await open(next)).toBeUndefined()
  })
})

describe('a database that was copied back by hand', () => {
  it('recovers by itself, holds what was paid since, and gives out none of the lost addresses', async () => {
    const { store, file } = await openFile()
    const world = await RecoveryWorld.on(store)
    const waiting = await world.withdraw()
    const copy = join(temporaryFolder(), 'copy.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${copy}'`)
    const lost = await world.world.order()
    world.pay()
    await world.confirm()

    const restored = world.restarted(await openOn({ engine: 'sqlite', file: copy }))
    await restored.watch()
    expect((await open(restored))?.cause).toBe('unknown_transfer')
    expect(await restored.state(waiting.id)).toBe('REVIEW possible_duplicate')
    const order = await restored.world.order()
    expect(order.address.address).not.toBe(lost.address.address)
    restored.world.pass(BLOCK_MS, (block) => ({
      transfers: [seen(block, 'payer', lost.address.address, '25')],
    }))
    await restored.confirm()
    expect(await restored.world.balance('suspense')).toBe('-75.00')
    expect((await restored.world.get(order.id)).status).toBe('OPEN')
    expect(await restored.violated()).toEqual([])
  })
})

describe('a database that was set back under a running server', () => {
  it('recovers once, and holds what was paid since', async () => {
    const { store, file } = await openFile()
    const world = await RecoveryWorld.on(store)
    const waiting = await world.withdraw()
    const copy = join(temporaryFolder(), 'copy.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${copy}'`)
    await world.confirm()
    world.pay()

    const older = world.setBackTo(await openOn({ engine: 'sqlite', file: copy }))
    await older.watch()
    const recovery = await open(older)
    expect(recovery).toMatchObject({
      cause: 'restore',
      reason: expect.stringContaining('was set back under running servers'),
    })
    expect(await older.state(waiting.id)).toBe('REVIEW possible_duplicate')
    await older.confirm()
    expect(await open(older)).toEqual(recovery)
  })

  it('records no step that was read before it, although the revision is reached again', async () => {
    const { store, file } = await openFile()
    const world = await RecoveryWorld.on(store)
    const { address } = await world.world.order()
    const copy = join(temporaryFolder(), 'copy.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${copy}'`)
    world.world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    await world.watch()
    const { chain, context, id } = world.world
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (!cursor) throw new Error('the network has no cursor')
    world.world.pass(BLOCK_MS)
    const step = (await chain.next({ cursor: cursor.block, ring: [] })) as RecordableStep // there is a new block

    const older = world.setBackTo(await openOn({ engine: 'sqlite', file: copy }))
    const recorded = await older.write(async (tx) => {
      await tx.cursors.touch(id)
      return recordStep(tx, context, cursor, step, new FinalityResults())
    })
    expect(recorded).toBeUndefined()
    await older.confirm()
    expect(await older.world.balance('custody')).toBe('5025.00')
  })
})

describe('a nonce of the hot wallet that the ledger does not know', () => {
  const foreign = { foreign: 'the wallet has 3 transactions' }

  it('begins a recovery before the first signature of a process', async () => {
    const world = await begin()
    const [first] = await withdraw(world)
    if (!first) throw new Error('no withdrawal')
    world.network.unsigned.set(first.id, foreign)
    await tick(world)
    const recovery = await world.store.read((tx) => tx.recoveries.findOpen())
    expect(recovery).toMatchObject({ cause: 'unknown_nonce', reason: foreign.foreign })
    expect(world.network.signed).toBe(0)
  })

  it('pauses the signer after it', async () => {
    const world = await begin()
    await withdraw(world)
    const worker = workerOf(world)
    await worker.tick(new AbortController().signal)
    const [second] = await withdraw(world)
    if (!second) throw new Error('no withdrawal')
    world.network.unsigned.set(second.id, foreign)
    await worker.tick(new AbortController().signal)
    expect(await world.store.read((tx) => tx.recoveries.findOpen())).toBeUndefined()
    const [paused] = await world.store.read((tx) => tx.chainConditions.list(ID))
    expect(paused?.reason).toBe(
      `${foreign.foreign}; if the database is older than the network, run \`restore mark\``,
    )
  })
})
