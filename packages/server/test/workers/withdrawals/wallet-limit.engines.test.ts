import { describe, expect, it } from 'vitest'
import { listAttention } from '../../../src/domain/attention/attention.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { amount } from '../../support/domain/context.js'
import { ENGINES } from '../../support/storage/engines.js'
import {
  begin,
  count,
  type SenderWorld,
  statuses,
  tick,
  withdraw,
  workerOf,
} from '../../support/withdrawals/scripted-sender.js'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const { signal } = new AbortController()

describe.each(ENGINES)('the daily limit of a hot wallet, on %s', (engine) => {
  async function beginWith(limit: string): Promise<SenderWorld> {
    const world = await begin(engine, ['shop', 'other'])
    const { policy } = world.context
    const limits = { ...policy.wallets.test.TRC20, dailyLimit: amount(limit) }
    const wallets = { ...policy.wallets, test: { ...policy.wallets.test, TRC20: limits } }
    return { ...world, context: { ...world.context, policy: { ...policy, wallets } } }
  }
  const reasonOf = async ({ store }: SenderWorld, { id }: Withdrawal) =>
    (await store.read((tx) => tx.withdrawals.find(id)))?.reviewReason
  const itemsOf = async ({ store, context }: SenderWorld) =>
    (await store.read((tx) => listAttention(tx, context))).filter(({ kind }) => kind === 'wallet_limit')

  it('counts the withdrawals of all merchants, and what is above it waits until midnight UTC', async () => {
    const world = await beginWith('25')
    const made = [
      ...(await withdraw(world, 2)),
      ...(await withdraw(world, 1, { merchantId: 'other' })),
      ...(await withdraw(world, 1, { merchantId: 'other', each: '30' })),
    ]
    await tick(world)
    expect(count(await statuses(world, made), 'PROCESSING')).toBe(2)
    expect(count(await statuses(world, made), 'REVIEW')).toBe(2)
    expect(await itemsOf(world)).toMatchObject([
      {
        key: 'wallet_limit/test/TRC20',
        amount: amount('40'),
        text: expect.stringContaining('2 withdrawals'),
      },
    ])
    // 25 USDT of the next day are enough for one of them; the other is above the limit itself.
    world.clock.businessAt += DAY_MS
    await tick(world)
    expect(count(await statuses(world, made), 'PROCESSING', 'BROADCAST')).toBe(3)
    expect(await reasonOf(world, made[3] as Withdrawal)).toBe('wallet_limit')
  })

  it('lets smaller withdrawals pass, and ends where the limit is raised', async () => {
    const world = await beginWith('15')
    const [large] = (await withdraw(world, 1, { each: '20' })) as [Withdrawal]
    const [small] = (await withdraw(world, 1)) as [Withdrawal]
    await tick(world)
    expect(await statuses(world, [large, small])).toEqual(['REVIEW', 'PROCESSING'])
    const raised = {
      ...world,
      context: { ...world.context, policy: (await beginWith('100')).context.policy },
    }
    await tick(raised)
    expect(await statuses(raised, [large])).toEqual(['PROCESSING'])
    expect(await itemsOf(raised)).toEqual([])
  })

  it('counts in the transaction that stores the signature: of two servers one signs', async () => {
    const world = await beginWith('15')
    const [first, second] = (await withdraw(world, 2)) as [Withdrawal, Withdrawal]
    const other = workerOf(world)
    let isNested = false
    world.network.onPrepare = async () => {
      if (isNested) return
      isNested = true
      await other.tick(signal)
    }
    await tick(world)
    expect(count(await statuses(world, [first, second]), 'PROCESSING', 'BROADCAST')).toBe(1)
    world.clock.businessAt += HOUR_MS
    await tick(world)
    expect(count(await statuses(world, [first, second]), 'PROCESSING', 'BROADCAST')).toBe(1)
  })
})
