import { describe, expect, it } from 'vitest'
import { listAttention } from '../../../src/domain/attention/attention.js'
import {
  type PayoutTarget,
  resumePayouts,
  stopPayouts,
} from '../../../src/domain/withdrawals/payout-stops.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { ENGINES } from '../../support/storage/engines.js'
import {
  begin,
  ID,
  SCOPE,
  type SenderWorld,
  statuses,
  tick,
  withdraw,
} from '../../support/withdrawals/scripted-sender.js'

const MANDATE = { actor: 'mira', reason: 'fees are high' }
const MINUTE_MS = 60_000
const ALL: PayoutTarget = { kind: 'all' }
const NETWORK: PayoutTarget = { kind: 'network', network: ID.network }
const MERCHANT: PayoutTarget = { kind: 'merchant', merchantId: SCOPE.merchantId }

const stop = ({ store, context }: SenderWorld, target: PayoutTarget) =>
  store.write((tx) => stopPayouts(tx, context, { environment: 'test', target }, MANDATE))
const resume = ({ store, context }: SenderWorld, target: PayoutTarget) =>
  store.write((tx) => resumePayouts(tx, context, { environment: 'test', target }, MANDATE))
const reasonOf = async ({ store }: SenderWorld, { id }: Withdrawal) =>
  (await store.read((tx) => tx.withdrawals.find(id)))?.reviewReason

describe.each(ENGINES)('stopped payouts, on %s', (engine) => {
  it.each([
    ['all networks', ALL],
    ['the network', NETWORK],
    ['the merchant', MERCHANT],
  ])(
    'of %s hold withdrawals from before and after the stop, which go out once it ends',
    async (_, target) => {
      const world = await begin(engine)
      const [before] = (await withdraw(world, 1)) as [Withdrawal]
      await stop(world, target)
      const [after] = (await withdraw(world, 1)) as [Withdrawal]
      expect([after.status, after.reviewReason]).toEqual(['REVIEW', 'payouts_stopped'])
      await tick(world)
      expect(await statuses(world, [before, after])).toEqual(['REVIEW', 'REVIEW'])
      expect(await reasonOf(world, before)).toBe('payouts_stopped')
      expect(world.network.signed).toBe(0)
      await resume(world, target)
      world.clock.businessAt += MINUTE_MS
      await tick(world)
      expect(await statuses(world, [before, after])).toEqual(['PROCESSING', 'PROCESSING'])
    },
  )

  it('of one merchant leave those of others alone', async () => {
    const world = await begin(engine, ['shop', 'other'])
    await stop(world, MERCHANT)
    const made = [...(await withdraw(world, 1)), ...(await withdraw(world, 1, { merchantId: 'other' }))]
    await tick(world)
    expect(await statuses(world, made)).toEqual(['REVIEW', 'PROCESSING'])
  })

  it('discard a signature that is made while the stop commits', async () => {
    for (const target of [NETWORK, MERCHANT]) {
      const world = await begin(engine)
      const [withdrawal] = (await withdraw(world, 1)) as [Withdrawal]
      let isStopped = false
      world.network.onPrepare = async () => {
        if (!isStopped) await stop(world, target)
        isStopped = true
      }
      await tick(world)
      expect(isStopped).toBe(true)
      expect(await statuses(world, [withdrawal])).not.toContain('PROCESSING')
      expect(world.network.broadcasts).toEqual([])
    }
  })

  it('let an approved withdrawal wait, and a payment that is signed go on', async () => {
    const world = await begin(engine)
    const [signed] = (await withdraw(world, 1)) as [Withdrawal]
    await tick(world)
    await stop(world, NETWORK)
    await tick(world)
    expect(await statuses(world, [signed])).toEqual(['BROADCAST'])
  })

  it('show as an item with the command that ends the stop, and are refused twice', async () => {
    const world = await begin(engine)
    await expect(resume(world, NETWORK)).rejects.toThrow('not stopped')
    await expect(resume(world, MERCHANT)).rejects.toThrow('not stopped')
    await expect(stop(world, { kind: 'merchant', merchantId: 'nobody' })).rejects.toThrow('no merchant')
    await stop(world, NETWORK)
    await stop(world, MERCHANT)
    await expect(stop(world, NETWORK)).rejects.toThrow('stopped already')
    await expect(stop(world, MERCHANT)).rejects.toThrow('stopped already')
    const items = await world.store.read((tx) => listAttention(tx, world.context))
    expect(items.filter(({ kind }) => kind === 'payouts_stopped')).toMatchObject([
      {
        key: 'payouts_stopped/test/TRC20',
        text: 'mira: fees are high',
        command: 'merchantpay-server payouts resume --environment test --network TRC20 --reason "..."',
      },
    ])
    // Stopping all adds the networks that run, and resuming all leaves the merchant stopped.
    await stop(world, ALL)
    await resume(world, ALL)
    expect(await world.store.read((tx) => tx.payoutStops.list('test'))).toMatchObject([SCOPE])
  })
})
