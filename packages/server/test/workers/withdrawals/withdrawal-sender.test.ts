import { describe, expect, it } from 'vitest'
import type { ChainConditionKind } from '../../../src/domain/chain/chain-conditions.js'
import { resumeSigner } from '../../../src/domain/chain/signer.js'
import { merchantBalances } from '../../../src/domain/ledger/ledger.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { cancelWithdrawal, getWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { chainWatcher } from '../../../src/workers/chain/chain-watcher.js'
import { amount } from '../../support/domain/context.js'
import {
  begin,
  count,
  ID,
  SCOPE,
  type SenderWorld,
  statuses,
  tick,
  withdraw,
  workerOf,
} from '../../support/withdrawals/scripted-sender.js'

const signal = new AbortController().signal

const setCondition = ({ store, clock }: SenderWorld, kind: ChainConditionKind) =>
  store.write((tx) => tx.chainConditions.set(ID, { kind, reason: 'a test', sinceAt: clock.now() }))

describe('a withdrawal that is canceled', () => {
  it('is neither signed nor sent', async () => {
    const world = await begin()
    const [canceled] = (await withdraw(world)) as [Withdrawal]
    await world.store.write((tx) => cancelWithdrawal(tx, world.context, SCOPE, canceled.id))
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world)
    expect([world.network.signed, world.network.broadcasts]).toEqual([0, []])
  })

  it('a withdrawal that is canceled while it is being signed is never sent, and its money is returned', async () => {
    const world = await begin()
    const [canceled] = (await withdraw(world)) as [Withdrawal]
    world.network.onPrepare = async (id) => {
      await world.store.write((tx) => cancelWithdrawal(tx, world.context, SCOPE, id))
    }
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world)
    expect(world.network.broadcasts).toEqual([])
    expect(await statuses(world, [canceled])).toEqual(['CANCELED'])
    const balances = await world.store.read((tx) => merchantBalances(tx, SCOPE))
    expect(balances).toMatchObject({ available: amount('1000'), held: 0n })
  })
})

describe('a signed transaction', () => {
  it('is stored before it is broadcast', async () => {
    const world = await begin()
    const [withdrawal] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    expect(await statuses(world, [withdrawal])).toEqual(['PROCESSING'])
    expect(world.network.broadcasts).toEqual([])
    const [stored] = await world.store.read((tx) => tx.signedTransactions.listByWithdrawal(withdrawal.id))
    expect(stored).toMatchObject({
      txHash: 'hash-1',
      wallet: 'T-wallet',
      nonce: 0,
      raw: `${withdrawal.id} 1`,
    })
    await tick(world)
    expect(world.network.broadcasts).toEqual([stored])
  })

  it('is broadcast in the same bytes until its fate is known, whatever the network answers', async () => {
    const world = await begin()
    const [withdrawal] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    world.network.onBroadcast = () => {
      throw new Error('connection reset')
    }
    await expect(tick(world)).rejects.toThrow()
    expect(await statuses(world, [withdrawal])).toEqual(['PROCESSING'])
    world.network.onBroadcast = () => undefined
    for (let ticks = 0; ticks < 4; ticks += 1) await tick(world)
    expect(await statuses(world, [withdrawal])).toEqual(['BROADCAST'])
    expect(new Set(world.network.bytesFor(withdrawal.id))).toEqual(new Set([`${withdrawal.id} 1`]))
    world.network.fates.set(withdrawal.id, { kind: 'completed', confirmations: 3 })
    const sent = world.network.broadcasts.length
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world)
    expect(await statuses(world, [withdrawal])).toEqual(['COMPLETED'])
    expect([world.network.signed, world.network.broadcasts.length]).toEqual([1, sent])
  })

  it('is not signed again when it turns out dead: the money is returned', async () => {
    const world = await begin()
    const [withdrawal] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    world.network.fates.set(withdrawal.id, {
      kind: 'dead',
      failureCode: 'broadcast_rejected',
      isForeign: false,
    })
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world)
    expect(await statuses(world, [withdrawal])).toEqual(['FAILED'])
    expect(world.network.signed).toBe(1)
    const balances = await world.store.read((tx) => merchantBalances(tx, SCOPE))
    expect(balances).toMatchObject({ available: amount('1000'), held: 0n })
  })

  it('has a nonce of its own, each one after the other', async () => {
    const world = await begin()
    await withdraw(world, 5)
    for (let ticks = 0; ticks < 2; ticks += 1) await tick(world)
    const nonces = world.network.broadcasts.map(({ nonce }) => nonce)
    expect([...new Set(nonces)].sort()).toEqual([0, 1, 2, 3, 4])
  })
})

describe('a broadcast', () => {
  const HALF_MINUTE = 30_000

  it('goes to one node, half a minute later to all, and not in between', async () => {
    const world = await begin()
    await withdraw(world)
    const worker = workerOf(world)
    for (let looks = 0; looks < 4; looks += 1) await worker.tick(signal)
    expect(world.network.audiences).toEqual(['one'])
    world.clock.businessAt += HALF_MINUTE - 1
    await worker.tick(signal)
    expect(world.network.audiences).toEqual(['one'])
    world.clock.businessAt += 1
    await worker.tick(signal)
    expect(world.network.audiences).toEqual(['one', 'all'])
  })

  it('a broadcast that no node accepts yet does not count: the withdrawal is PROCESSING until one does', async () => {
    const world = await begin()
    const made = await withdraw(world)
    world.network.answer = { kind: 'later', why: 'busy' }
    for (let looks = 0; looks < 3; looks += 1) await tick(world)
    expect(await statuses(world, made)).toEqual(['PROCESSING'])
    world.network.answer = { kind: 'known' }
    await tick(world)
    expect(await statuses(world, made)).toEqual(['BROADCAST'])
  })

  it('a broadcast that is rejected is reported, and leaves the fate of the payment open', async () => {
    const world = await begin()
    const made = await withdraw(world)
    await tick(world)
    world.network.answer = { kind: 'refused', why: 'nonce too low' }
    await expect(tick(world)).rejects.toThrow('1 withdrawals could not be processed')
    expect(await statuses(world, made)).toEqual(['PROCESSING'])
    expect(await world.store.read((tx) => merchantBalances(tx, SCOPE))).toMatchObject({
      held: amount('11.5'),
    })
  })
})

describe('a withdrawal that cannot be signed now', () => {
  const MINUTE = 60_000

  it("waits in REVIEW, is tried again every minute, and goes out without anybody's word", async () => {
    const world = await begin()
    const [waiting] = (await withdraw(world)) as [Withdrawal]
    world.network.unsigned.set(waiting.id, { notNow: 'funds' })
    let tries = 0
    world.network.onPrepare = async () => {
      tries += 1
    }
    const worker = workerOf(world)
    for (let looks = 0; looks < 5; looks += 1) await worker.tick(signal)
    expect([tries, ...(await statuses(world, [waiting]))]).toEqual([1, 'REVIEW'])
    world.clock.businessAt += MINUTE
    for (let looks = 0; looks < 5; looks += 1) await worker.tick(signal)
    expect(tries).toBe(2)
    world.network.unsigned.clear()
    world.clock.businessAt += MINUTE
    for (let looks = 0; looks < 3; looks += 1) await worker.tick(signal)
    expect(await statuses(world, [waiting])).toEqual(['BROADCAST'])
  })

  it('is not even prepared while the token takes a fee', async () => {
    const world = await begin()
    const [waiting] = (await withdraw(world)) as [Withdrawal]
    await setCondition(world, 'token_fee')
    await tick(world)
    const found = await world.store.read((tx) => getWithdrawal(tx, SCOPE, waiting.id))
    expect(found).toMatchObject({ status: 'REVIEW', reviewReason: 'token_fee' })
    expect(world.network.signed).toBe(0)
    await world.store.write((tx) => tx.chainConditions.clear(ID, 'token_fee'))
    for (let looks = 0; looks < 2; looks += 1) await tick(world)
    expect(await statuses(world, [waiting])).toEqual(['BROADCAST'])
  })
})

describe('the signer', () => {
  it.each(['signer_paused', 'halted'] as const)('signs nothing on a network that is %s', async (kind) => {
    const world = await begin()
    const made = await withdraw(world)
    await setCondition(world, kind)
    for (let looks = 0; looks < 3; looks += 1) await tick(world)
    expect([world.network.signed, ...(await statuses(world, made))]).toEqual([0, 'PENDING'])
  })

  it('discards a signed transaction when it is paused in the meantime', async () => {
    const world = await begin()
    const made = await withdraw(world)
    world.network.onPrepare = () => setCondition(world, 'signer_paused')
    for (let looks = 0; looks < 3; looks += 1) await tick(world)
    expect([...world.network.broadcasts, ...(await statuses(world, made))]).toEqual(['PENDING'])
  })

  it('is paused once for a transaction that replaced a payment, and stays resumed', async () => {
    const world = await begin()
    const [displaced, next] = (await withdraw(world, 1)) as [Withdrawal, Withdrawal?]
    expect(next).toBeUndefined()
    await tick(world)
    world.network.fates.set(displaced.id, { kind: 'displaced', why: 'not ours' })
    await tick(world)
    const paused = () => world.store.read((tx) => tx.chainConditions.list(ID))
    expect(await paused()).toMatchObject([
      { kind: 'signer_paused', reason: expect.stringContaining('not ours') },
    ])
    const mandate = { actor: 'operator', reason: 'looked at it' }
    await world.store.write((tx) => resumeSigner(tx, world.context, ID, mandate))
    await tick(world)
    expect(await paused()).toEqual([])
    const again = world.store.write((tx) => resumeSigner(tx, world.context, ID, mandate))
    await expect(again).rejects.toThrow('is not paused')
  })

  it('waits until the blocks that existed at its start are recorded', async () => {
    const world = await begin()
    const made = await withdraw(world)
    const cursor = await world.store.read((tx) => tx.cursors.find(ID))
    world.network.headNumber = (cursor?.block.number ?? 0) + 1
    const worker = workerOf(world)
    for (let looks = 0; looks < 3; looks += 1) await worker.tick(signal)
    expect(await statuses(world, made)).toEqual(['PENDING'])
    world.clock.businessAt += 1_000
    await chainWatcher(world.store, world.context, world.chain, 1_000).tick(signal)
    for (let looks = 0; looks < 2; looks += 1) await worker.tick(signal)
    expect(await statuses(world, made)).toEqual(['BROADCAST'])
  })
})

describe('the wallet', () => {
  it('has at most eight unsettled at once, and takes the next as each settles', async () => {
    const world = await begin()
    const made = await withdraw(world, 12)
    for (let ticks = 0; ticks < 4; ticks += 1) await tick(world)
    let now = await statuses(world, made)
    expect([count(now, 'PROCESSING', 'BROADCAST'), count(now, 'PENDING')]).toEqual([8, 4])
    for (const { id } of made.slice(0, 3)) {
      world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    }
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world)
    now = await statuses(world, made)
    expect([count(now, 'COMPLETED'), count(now, 'PROCESSING', 'BROADCAST'), count(now, 'PENDING')]).toEqual([
      3, 8, 1,
    ])
  })
})

describe('a withdrawal that cannot be handled', () => {
  const fail = (broken: ReadonlySet<string>) => (id: string) => {
    if (broken.has(id)) throw new Error(`no luck with ${id}`)
  }

  it('delays no other from being signed, though more of them wait than the wallet has slots', async () => {
    const world = await begin()
    const made = await withdraw(world, 12)
    const broken = new Set(made.slice(0, 9).map(({ id }) => id))
    world.network.onPrepare = async (id) => fail(broken)(id)
    for (let ticks = 0; ticks < 2; ticks += 1) await tick(world)
    const now = await statuses(world, made)
    expect([count(now, 'PENDING'), count(now, 'BROADCAST')]).toEqual([9, 3])
  })

  it('delays no other from being settled or signed', async () => {
    const world = await begin()
    const [stuck, other] = (await withdraw(world, 2)) as [Withdrawal, Withdrawal]
    for (let ticks = 0; ticks < 2; ticks += 1) await tick(world)
    world.network.onTrack = fail(new Set([stuck.id]))
    world.network.fates.set(other.id, { kind: 'completed', confirmations: 3 })
    const [later] = (await withdraw(world)) as [Withdrawal]
    world.network.fates.set(later.id, { kind: 'completed', confirmations: 3 })
    await tick(world)
    expect(await statuses(world, [stuck, other, later])).toEqual(['BROADCAST', 'COMPLETED', 'PROCESSING'])
    // The last run finds only the stuck one, and reports it.
    for (let ticks = 0; ticks < 3; ticks += 1) await tick(world).catch(() => 0)
    expect(await statuses(world, [stuck, later])).toEqual(['BROADCAST', 'COMPLETED'])
  })

  it('is reported once there is nothing else to do', async () => {
    const world = await begin()
    const [stuck] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    world.network.onTrack = fail(new Set([stuck.id]))
    await expect(tick(world)).rejects.toThrow('1 withdrawals could not be processed')
  })
})
