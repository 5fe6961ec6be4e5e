import { describe, expect, it } from 'vitest'
import { ChainHealth } from '../../src/domain/chain/chain-health.js'
import { pauseSigner, resumeSigner } from '../../src/domain/chain/signer.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { IN_FLIGHT_MS, type RecoveryCause } from '../../src/domain/recovery/recovery.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { approveWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { cancelWithdrawal } from '../../src/domain/withdrawals/withdrawals.js'
import { MANDATE } from '../support/recovery/recovery-world.js'
import {
  begin,
  ID,
  SCOPE,
  type SenderWorld,
  statuses,
  tick,
  withdraw,
  workerOf,
} from '../support/withdrawals/scripted-sender.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const signal = new AbortController().signal

const recover = ({ store, context }: SenderWorld, cause: RecoveryCause = 'restore') =>
  store.write((tx) =>
    beginRecovery(tx, context, {
      ...{ cause, reason: 'a test', backupAt: null, actor: 'ada', chains: [], skip: 0 },
    }),
  )

/** Records a block that no payment signed before now can follow, which the command that finishes a recovery demands. */
const passLifetimes = ({ store, clock }: SenderWorld) =>
  store.write(async (tx) => {
    const cursor = await tx.cursors.find(ID)
    if (cursor) await tx.cursors.advance(cursor, { ...cursor.block, timeAt: clock.businessAt + IN_FLIGHT_MS })
  })

async function finish(world: SenderWorld): Promise<void> {
  await passLifetimes(world)
  await world.store.write((tx) => tx.recoveries.finish(world.clock.businessAt))
}

async function ticks(world: SenderWorld): Promise<void> {
  const worker = workerOf(world)
  for (let looks = 0; looks < 3; looks += 1) await worker.tick(signal)
}

const reasonOf = async ({ store }: SenderWorld, { id }: Withdrawal) =>
  (await store.read((tx) => tx.withdrawals.find(id)))?.reviewReason

describe('a withdrawal that is about to be signed', () => {
  it('is held if an unknown transfer may be its payment, although it was not held before', async () => {
    const world = await begin()
    const [waiting] = (await withdraw(world)) as [Withdrawal]
    world.network.onPrepare = () =>
      world.store.write((tx) =>
        tx.treasuryTransfers.insert({
          ...{ ...ID, txHash: 'foreign', logIndex: 0, incarnation: 1, kind: 'outgoing', from: 'T-wallet' },
          ...{ to: PAYEE.TRC20, value: waiting.amount, block: { number: 1, hash: 'one', timeAt: 1 } },
          ...{ dueBlock: 1, ignoredReason: null, confirmedAt: null, orphanedAt: null },
        }),
      )
    await tick(world)
    expect(await statuses(world, [waiting])).toEqual(['REVIEW'])
    expect(await reasonOf(world, waiting)).toBe('possible_duplicate')
    const signed = await world.store.read((tx) => tx.signedTransactions.listByWithdrawal(waiting.id))
    expect(signed).toEqual([])
  })
})

describe('a sender that begins after commits may have been lost', () => {
  it('signs only once no earlier payment without a nonce can be in flight', async () => {
    const world = await begin()
    const made = await withdraw(world)
    await world.store.write((tx) => tx.continuity.begin(world.clock.businessAt))
    await ticks(world)
    expect([world.network.signed, ...(await statuses(world, made))]).toEqual([0, 'PENDING'])
    await passLifetimes(world)
    await ticks(world)
    expect(world.network.signed).toBe(1)
  })
})

describe('a recovering database', () => {
  it('signs nothing, approved or not, until the recovery is finished', async () => {
    const world = await begin()
    const [before] = (await withdraw(world)) as [Withdrawal]
    await recover(world)
    const [after, approved] = (await withdraw(world, 2)) as [Withdrawal, Withdrawal]
    await world.store.write((tx) => approveWithdrawal(tx, world.context, approved, MANDATE))
    await ticks(world)
    expect(await statuses(world, [before, after, approved])).toEqual(['PENDING', 'REVIEW', 'REVIEW'])
    expect([await reasonOf(world, before), await reasonOf(world, after)]).toEqual([null, 'recovering'])
    expect(world.network.signed).toBe(0)
    await finish(world)
    await ticks(world)
    // One payment goes ahead of the others.
    const sent = [before, after, approved].filter(({ id }) => world.network.bytesFor(id).length > 0)
    expect(sent).toHaveLength(1)
    for (const { id } of sent) world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    await ticks(world)
    expect((await statuses(world, [before, after, approved])).sort()).toEqual([
      ...['BROADCAST', 'BROADCAST', 'COMPLETED'],
    ])
  })

  it('discards what was being signed when the recovery began', async () => {
    const world = await begin()
    const made = await withdraw(world)
    world.network.onPrepare = async () => {
      await recover(world)
    }
    await ticks(world)
    expect([...world.network.broadcasts, ...(await statuses(world, made))]).toEqual(['PENDING'])
  })

  it('goes on to broadcast and to track what was signed before', async () => {
    const world = await begin()
    const [signed] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    await recover(world)
    await ticks(world)
    expect(world.network.bytesFor(signed.id)).toEqual([`${signed.id} 1`])
    world.network.fates.set(signed.id, { kind: 'completed', confirmations: 3 })
    await ticks(world)
    expect(await statuses(world, [signed])).toEqual(['COMPLETED'])
  })

  it('signs no replacement', async () => {
    const world = await begin()
    const [stuck] = (await withdraw(world)) as [Withdrawal]
    await ticks(world)
    let replacements = 0
    const prepareReplacement = async () => {
      replacements += 1
      return { notNow: 'network_fee' as const }
    }
    Object.assign(world.network, { prepareReplacement })
    world.clock.businessAt += 600_000
    await world.store.write(async (tx) => {
      const current = await tx.withdrawals.lock(stuck.id)
      if (current)
        await tx.withdrawals.update({ ...current, voidRequestedAt: 1, version: current.version + 1 })
    })
    await recover(world)
    await ticks(world)
    expect(replacements).toBe(0)
    await finish(world)
    await ticks(world).catch(() => undefined)
    expect(replacements).toBe(1)
  })

  it('keeps a paused signer paused, and refuses to resume it', async () => {
    const world = await begin()
    await withdraw(world)
    await world.store.write((tx) => pauseSigner(tx, world.context, ID, 'a test'))
    await recover(world)
    const resume = () => world.store.write((tx) => resumeSigner(tx, world.context, ID, MANDATE))
    await expect(resume()).rejects.toThrow('the database is recovering')
    await finish(world)
    await ticks(world)
    expect(world.network.signed).toBe(0)
    await resume()
    await ticks(world)
    expect(world.network.signed).toBe(1)
  })

  it('cancels no withdrawal from before, since it may be paid already', async () => {
    const world = await begin()
    const [before] = (await withdraw(world)) as [Withdrawal]
    world.clock.businessAt += 1
    await recover(world)
    world.clock.businessAt += 1
    const [after] = (await withdraw(world)) as [Withdrawal]
    const cancel = ({ id }: Withdrawal) =>
      world.store.write((tx) => cancelWithdrawal(tx, world.context, SCOPE, id))
    await expect(cancel(before)).rejects.toThrow('withdrawal_not_cancelable')
    await cancel(after)
    await finish(world)
    await cancel(before)
    expect(await statuses(world, [before, after])).toEqual(['CANCELED', 'CANCELED'])
  })

  it('cancels no withdrawal until the blocks from before the start are recorded', async () => {
    const world = await begin()
    const [waiting] = (await withdraw(world)) as [Withdrawal]
    const health = new ChainHealth(() => 0)
    const context = { ...world.context, health }
    const cancel = () => world.store.write((tx) => cancelWithdrawal(tx, context, SCOPE, waiting.id))
    await expect(cancel()).rejects.toThrow('withdrawal_not_cancelable')
    health.noteHead(ID, 12)
    health.noteStep(ID, 11, 12)
    await expect(cancel()).rejects.toThrow('withdrawal_not_cancelable')
    // No address is leased either: the database may lack the orders that have its next ones.
    expect(health.isFollowed(ID)).toBe(false)
    health.noteStep(ID, 12)
    expect(health.isFollowed(ID)).toBe(true)
    expect((await cancel()).status).toBe('CANCELED')
  })

  it('stays in its recovery when a server finds a cause, and begins anew when a backup made in it is restored', async () => {
    const world = await begin()
    const first = await recover(world)
    world.clock.businessAt += 1
    expect(await recover(world, 'unknown_transfer')).toEqual(first)
    const second = await recover(world)
    expect(second).toMatchObject({ id: first.id + 1, begunAt: first.begunAt + 1, finishedAt: null })
    expect(await world.store.read((tx) => tx.recoveries.findOpen())).toEqual(second)
    // A withdrawal that was created in the first one may have been paid after the backup.
    world.clock.businessAt += 1
    const [between] = (await withdraw(world)) as [Withdrawal]
    world.clock.businessAt += 1
    await recover(world)
    const canceled = world.store.write((tx) => cancelWithdrawal(tx, world.context, SCOPE, between.id))
    await expect(canceled).rejects.toThrow('withdrawal_not_cancelable')
  })
})
