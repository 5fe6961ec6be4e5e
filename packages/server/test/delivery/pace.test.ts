import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DELIVERED, DeliveryEngine, tick } from '../support/delivery-engine.js'

/** So long a tick waits at most for attempts to end. */
const PAUSE_MS = 10

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('ticks', () => {
  /** An engine with as many attempts in flight, each to a target of its own, and what ends one of them. */
  async function inFlight(count: number) {
    const one = await DeliveryEngine.start('sqlite')
    const ends: (() => void)[] = []
    one.answer = () => new Promise((resolve) => ends.push(() => resolve(DELIVERED)))
    for (let n = 0; n < count; n += 1) await one.enqueue(1, { ownUrl: `https://shop-${n}.example/` })
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    await settle()
    expect(ends).toHaveLength(count)
    return { one, dispatcher, endOne: () => ends.pop()?.() }
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
