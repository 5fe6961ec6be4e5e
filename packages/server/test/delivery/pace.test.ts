import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DELIVERED, DeliveryEngine, tick } from '../support/delivery-engine.js'

/** So long a tick waits at most for attempts to end. */
const PAUSE_MS = 10

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('ticks', () => {
  /** An engine with as many attempts in flight, each to a target of its own, and what ends one of them. */
  async function inFlight(count: number, isServing = () => false) {
    const one = await DeliveryEngine.start('sqlite')
    const ends: (() => void)[] = []
    one.answer = () => new Promise((resolve) => ends.push(() => resolve(DELIVERED)))
    for (let n = 0; n < count; n += 1) await one.enqueue(1, { ownUrl: `https://shop-${n}.example/` })
    const dispatcher = one.dispatcher('one', one.books.store, isServing)
    await tick(dispatcher)
    await settle()
    return { one, dispatcher, ends, endOne: () => ends.pop()?.() }
  }

  it('wait for attempts that began just now, so that they share a commit', async () => {
    const { dispatcher, endOne } = await inFlight(8)
    endOne()
    const next = tick(dispatcher)
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    endOne()
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(await next).toBe(2)
  })

  it('go on once few of them are left', async () => {
    const { dispatcher, endOne } = await inFlight(8)
    const next = tick(dispatcher)
    await settle()
    for (const _ of [1, 2, 3, 4]) endOne()
    expect(await next).toBe(4)
  })

  it('begin one by one beside requests at first, and none follows before the pause is over', async () => {
    const { dispatcher, ends } = await inFlight(30, () => true)
    expect(ends).toHaveLength(1)
    for (const end of ends.splice(0)) end()
    await settle()
    const next = tick(dispatcher)
    await settle()
    expect([ends.length, vi.getTimerCount()]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(await next).toBe(1 + 1)
  })

  it('begin eight at most beside requests once many have begun', async () => {
    let isServing = false
    const { one, dispatcher, ends } = await inFlight(0, () => isServing)
    const shops = Array.from({ length: 30 }, (_, n) => ({ ownUrl: `https://shop-${n}.example/` }))
    for (let begun = 0; begun < 7 * 128; begun += ends.splice(0).length) {
      for (const shop of shops) await one.enqueue(2, shop)
      await tick(dispatcher)
      await settle()
      for (const end of ends) end()
      await settle()
    }
    for (const shop of shops) await one.enqueue(1, shop)
    isServing = true
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    await tick(dispatcher)
    await settle()
    expect(ends).toHaveLength(8)
  })

  it('wait for nothing beside requests where there is little to send', async () => {
    const { one, dispatcher, ends } = await inFlight(0, () => true)
    expect(await tick(dispatcher)).toBe(0)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    expect(await tick(dispatcher)).toBe(1)
    expect([ends.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  it('begin as many as there is room for while no request comes', async () => {
    const { ends } = await inFlight(30)
    expect(ends).toHaveLength(30)
  })

  it('wait for no receiver that says nothing', async () => {
    const { one, dispatcher } = await inFlight(16)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    for (const _ of [1, 2, 3]) {
      await one.enqueue(1, { ownUrl: 'https://healthy.example/' })
      expect(await tick(dispatcher)).toBe(1)
    }
    expect(vi.getTimerCount()).toBe(0)
  })
})

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
