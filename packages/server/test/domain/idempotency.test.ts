import { describe, expect, it } from 'vitest'
import { findReplay, type Replay, rememberReplay } from '../../src/domain/idempotency.js'
import type { Scope } from '../../src/domain/ports.js'
import { contextAt, handClock } from '../support/unit-context.js'
import { temporaryStore } from '../support/unit-store.js'
import { appOrder, merchant } from '../support/unit-store-rows.js'

const DAY = 86_400_000
const scope: Scope = { merchantId: 'shop', environment: 'test' }
const call: Replay = { operation: 'createAppOrder', key: 'one', input: ['FIXED', 2_500_000_000n, 2, null] }

/** A store in which the call above made the order `first`. */
async function afterOneCall() {
  const { store } = await temporaryStore()
  const clock = handClock()
  const context = contextAt(clock)
  await store.write(async (tx) => {
    for (const id of ['shop', 'other shop']) await tx.merchants.insert(merchant(id))
    for (const id of ['first', 'second']) await tx.orders.insert(appOrder(id, 'shop'))
    await rememberReplay(tx, context, scope, call, 'first')
  })
  const find = (replay: Partial<Replay> = {}, by: Partial<Scope> = {}) =>
    store.read((tx) => findReplay(tx, context, { ...scope, ...by }, { ...call, ...replay }))
  return { store, clock, context, find }
}

describe('an idempotency key', () => {
  it('brings back the order that its first call made', async () => {
    const { find } = await afterOneCall()
    expect((await find())?.id).toBe('first')
  })

  it('brings back the order as it stands now', async () => {
    const { store, find } = await afterOneCall()
    await store.write((tx) =>
      tx.orders.update({ ...appOrder('first', 'shop'), status: 'EXPIRED', version: 2 }),
    )
    expect(await find()).toMatchObject({ status: 'EXPIRED', version: 2 })
  })

  const others: Record<string, Replay['input']> = {
    'another amount': ['FIXED', 2_500_000_001n, 2, null],
    'another scale': ['FIXED', 2_500_000_000n, 3, null],
    'a text where there was none': ['FIXED', 2_500_000_000n, 2, ''],
    'the text null where there was none': ['FIXED', 2_500_000_000n, 2, 'null'],
    'one parameter more': ['FIXED', 2_500_000_000n, 2, null, null],
    'two parameters exchanged': ['FIXED', 2, 2_500_000_000n, null],
  }
  for (const [what, input] of Object.entries(others)) {
    it(`is refused with ${what}`, async () => {
      const { find } = await afterOneCall()
      await expect(find({ input })).rejects.toMatchObject({
        name: 'DomainError',
        code: 'duplicate_idempotency_key',
      })
    })
  }

  it('is unknown under another name', async () => {
    const { find } = await afterOneCall()
    expect(await find({ key: 'ONE' })).toBeUndefined()
  })

  it('is unknown to another operation', async () => {
    const { find } = await afterOneCall()
    expect(await find({ operation: 'createOrder' })).toBeUndefined()
  })

  it('is unknown to another merchant', async () => {
    const { find } = await afterOneCall()
    expect(await find({}, { merchantId: 'other shop' })).toBeUndefined()
  })

  it('is unknown in the other environment', async () => {
    const { find } = await afterOneCall()
    expect(await find({}, { environment: 'live' })).toBeUndefined()
  })

  it('is known until 24 hours have passed and unknown then', async () => {
    const { clock, find } = await afterOneCall()
    clock.businessAt += DAY - 1
    expect((await find())?.id).toBe('first')
    clock.businessAt += 1
    expect(await find()).toBeUndefined()
  })

  it('may be used for another call after 24 hours', async () => {
    const { store, clock, context, find } = await afterOneCall()
    clock.businessAt += DAY
    const input = ['CUSTOM', null, 2, null]
    await store.write((tx) => rememberReplay(tx, context, scope, { ...call, input }, 'second'))
    expect((await find({ input }))?.id).toBe('second')
  })

  it('that is absent is neither found nor kept', async () => {
    const { store, context, find } = await afterOneCall()
    await store.write((tx) => rememberReplay(tx, context, scope, { ...call, key: undefined }, 'second'))
    expect(await find({ key: undefined })).toBeUndefined()
  })
})
