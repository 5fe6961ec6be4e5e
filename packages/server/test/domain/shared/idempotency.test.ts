import { describe, expect, it } from 'vitest'
import { type CallInput, claimKey, type KeyedCall } from '../../../src/domain/shared/idempotency.js'
import type { Scope } from '../../../src/domain/shared/types.js'
import { contextAt, handClock } from '../../support/domain/context.js'
import { openDatabase } from '../../support/storage/engines.js'
import { merchant } from '../../support/storage/store-rows.js'

const DAY = 86_400_000
const scope: Scope = { merchantId: 'shop', environment: 'test' }
const FIXED: CallInput = [
  ['amount_mode', 'FIXED'],
  ['amount', 2_500_000_000n],
  ['amount', 2],
  ['description', null],
]
const call: KeyedCall = {
  operation: 'createAppOrder',
  key: 'one',
  input: FIXED,
  resourceId: 'first',
  inputOf: async () => FIXED,
}

/** A store in which the call above was the first with its key; `claim` is a later one, which would make `second`. */
async function afterOneCall() {
  const { store } = await openDatabase('sqlite')
  const clock = handClock()
  const context = contextAt(clock)
  await store.write(async (tx) => {
    for (const id of ['shop', 'other shop']) await tx.merchants.insert(merchant(id))
    await claimKey(tx, context, scope, call)
  })
  const claim = (again: Partial<KeyedCall> = {}, by: Partial<Scope> = {}) =>
    store.write((tx) =>
      claimKey(tx, context, { ...scope, ...by }, { ...call, resourceId: 'second', ...again }),
    )
  return { store, clock, context, claim }
}

describe('an idempotency key', () => {
  it('is the first call’s to make something of', async () => {
    const { claim } = await afterOneCall()
    expect(await claim({ key: 'new' })).toBeUndefined()
  })

  it('brings back what its first call made', async () => {
    const { claim } = await afterOneCall()
    expect([await claim(), await claim({ resourceId: 'third' })]).toEqual(['first', 'first'])
  })

  it('brings it back to a version that knows another parameter, unless the call gives it a value', async () => {
    const { claim } = await afterOneCall()
    const withRemark = (remark: string | null): CallInput => [...FIXED, ['remark', remark]]
    const inputOf = async () => withRemark(null)
    expect(await claim({ input: withRemark(null), inputOf })).toBe('first')
    await expect(claim({ input: withRemark('hello'), inputOf })).rejects.toMatchObject({
      code: 'duplicate_idempotency_key',
      details: { param: 'remark' },
    })
  })

  it('an idempotency key that a hundred calls claim at once belongs to one of them', async () => {
    const { claim } = await afterOneCall()
    const calls = Array.from({ length: 100 }, (_, n) => claim({ key: 'new', resourceId: `order ${n}` }))
    const made = await Promise.all(calls)
    expect(made.filter((earlier) => earlier === undefined)).toHaveLength(1)
    const winner = `order ${made.indexOf(undefined)}`
    expect(new Set(made)).toEqual(new Set([undefined, winner]))
  })

  it('is free again when its first call came to nothing', async () => {
    const { store, context, claim } = await afterOneCall()
    const refusal = new Error('no')
    const failed = store.write(async (tx) => {
      await claimKey(tx, context, scope, { ...call, key: 'new' })
      throw refusal
    })
    await expect(failed).rejects.toBe(refusal)
    expect(await claim({ key: 'new' })).toBeUndefined()
  })

  const changed = (at: number, value: CallInput[number][1]): CallInput =>
    FIXED.map(([field, before], n) => [field, n === at ? value : before])
  const others: Record<string, [input: CallInput, field: string]> = {
    'another mode': [changed(0, 'CUSTOM'), 'amount_mode'],
    'another amount': [changed(1, 2_500_000_001n), 'amount'],
    'another scale': [changed(2, 3), 'amount'],
    'a text where there was none': [changed(3, ''), 'description'],
    'the text null where there was none': [changed(3, 'null'), 'description'],
    'one parameter more': [[...FIXED, ['metadata', null]], 'metadata'],
  }
  for (const [what, [input, field]] of Object.entries(others)) {
    it(`is refused with ${what}, which the refusal names`, async () => {
      const { claim } = await afterOneCall()
      await expect(claim({ input })).rejects.toMatchObject({
        name: 'DomainError',
        code: 'duplicate_idempotency_key',
        details: { param: field, detail: `the key was used for first, with another ${field}` },
      })
      expect(await claim()).toBe('first')
    })
  }

  const elsewhere: Record<string, [Partial<KeyedCall>, Partial<Scope>]> = {
    'under another name': [{ key: 'ONE' }, {}],
    'to another operation': [{ operation: 'createOrder' }, {}],
    'to another merchant': [{}, { merchantId: 'other shop' }],
    'in the other environment': [{}, { environment: 'live' }],
  }
  for (const [where, [again, by]] of Object.entries(elsewhere)) {
    it(`is unknown ${where}`, async () => {
      const { claim } = await afterOneCall()
      expect(await claim(again, by)).toBeUndefined()
      expect(await claim()).toBe('first')
    })
  }

  it('is known until 24 hours have passed and unknown then', async () => {
    const { clock, claim } = await afterOneCall()
    clock.businessAt += DAY - 1
    expect(await claim()).toBe('first')
    clock.businessAt += 1
    expect(await claim()).toBeUndefined()
  })

  it('may be used for another call after 24 hours, and is that call’s for 24 more', async () => {
    const { clock, claim } = await afterOneCall()
    const other = { input: changed(0, 'CUSTOM'), resourceId: 'later' }
    clock.businessAt += DAY
    expect(await claim(other)).toBeUndefined()
    clock.businessAt += DAY - 1
    expect(await claim({ ...other, resourceId: 'last' })).toBe('later')
    await expect(claim({ inputOf: async () => other.input })).rejects.toMatchObject({
      code: 'duplicate_idempotency_key',
    })
  })

  it('an idempotency key that is absent is neither found nor kept', async () => {
    const { claim } = await afterOneCall()
    expect([await claim({ key: undefined }), await claim({ key: undefined })]).toEqual([undefined, undefined])
  })
})
