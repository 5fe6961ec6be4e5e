import { describe, expect, it } from 'vitest'
import { addVersion } from '../../src/domain/withdrawals/payment-versions.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { tryApply } from '../../src/domain/withdrawals/withdrawals.js'
import { expectBalanced } from '../support/ledger/balance-assertions.js'
import { ENGINES } from '../support/storage/engines.js'
import { begin, ID, type SenderWorld, tick, withdraw } from '../support/withdrawals/scripted-sender.js'

describe.each(ENGINES)('a payment with two signed versions, on %s', (engine) => {
  /** Signs and broadcasts a payment, and stores a second version of it. */
  async function beginTwice() {
    const world = await begin(engine)
    const [{ id }] = (await withdraw(world)) as [Withdrawal]
    for (let ticks = 0; ticks < 2; ticks += 1) await tick(world)
    const second = await addTo(world, id, 'hash-2')
    return { world, id, second }
  }

  const addTo = ({ store, context, clock }: SenderWorld, withdrawalId: string, txHash: string) =>
    store.write(async (tx) => {
      const withdrawal = await tx.withdrawals.lock(withdrawalId)
      const versions = await tx.signedTransactions.findVersions(withdrawalId)
      if (!withdrawal || !versions) throw new Error('nothing is signed')
      const { createdAt } = versions.payment
      const raw = `${withdrawalId} ${txHash}`
      const about = { withdrawalId, kind: 'payment', createdAt: createdAt + 1, maxCost: '0.01' } as const
      const version = {
        ...ID,
        txHash,
        raw,
        wallet: 'T-wallet',
        nonce: clock.now(),
        expiresAt: null,
        ...about,
      }
      return addVersion(tx, context, withdrawal, version)
    })

  const read = ({ store }: SenderWorld, id: string) =>
    store.read(async (tx) => ({
      withdrawal: await tx.withdrawals.find(id),
      versions: await tx.signedTransactions.findVersions(id),
    }))

  it('names the newest one, broadcasts it and knows both', async () => {
    const { world, id, second } = await beginTwice()
    expect(second).toMatchObject({ status: 'BROADCAST', txHash: 'hash-2' })
    await tick(world)
    expect(world.network.broadcasts.map(({ txHash }) => txHash)).toEqual(['hash-1', 'hash-2'])
    const { versions } = await read(world, id)
    expect(versions?.payment).toMatchObject({ txHash: 'hash-2', maxCost: '0.01' })
    expect(versions?.others.map(({ txHash }) => txHash)).toEqual(['hash-1'])
    for (const txHash of ['hash-1', 'hash-2'])
      expect(await world.store.read((tx) => tx.signedTransactions.isKnown({ ...ID, txHash }))).toBe(true)
  })

  it('is completed by the first one, and names it from then on', async () => {
    const { world, id } = await beginTwice()
    world.network.fates.set(id, { kind: 'mined', confirmations: 1, version: 'hash-1' })
    await tick(world)
    expect((await read(world, id)).withdrawal?.txHash).toBe('hash-2')
    world.network.fates.set(id, { kind: 'completed', confirmations: 3, version: 'hash-1' })
    await tick(world)
    const { withdrawal, versions } = await read(world, id)
    expect(withdrawal).toMatchObject({ status: 'COMPLETED', txHash: 'hash-1' })
    expect(versions?.payment.txHash).toBe('hash-1')
    expect(versions?.others.map(({ txHash }) => txHash)).toEqual(['hash-2'])
    await expectBalanced(world.store)
  })

  it('is completed by the second one', async () => {
    const { world, id } = await beginTwice()
    world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    await tick(world)
    expect((await read(world, id)).withdrawal).toMatchObject({ status: 'COMPLETED', txHash: 'hash-2' })
    await expectBalanced(world.store)
  })

  it('uses the highest nonce of both', async () => {
    const { world } = await beginTwice()
    const wallet = { ...ID, wallet: 'T-wallet' }
    const next = await world.store.read((tx) => tx.signedTransactions.nextNonce(wallet))
    expect(next).toBe(world.clock.now() + 1)
    expect((await world.store.read((tx) => tx.explanations.noncesOf(wallet))).signed).toBe(next)
  })

  it('gets no third one once its replacement is requested', async () => {
    const { world, id, second } = await beginTwice()
    if (!second) throw new Error('there is no second version')
    await world.store.write((tx) => tryApply(tx, world.context, second, { kind: 'replacement_requested' }))
    expect(await addTo(world, id, 'hash-3')).toBeUndefined()
    expect((await read(world, id)).versions?.payment.txHash).toBe('hash-2')
  })
})
