import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookDispatcher } from '../../src/workers/webhooks/webhook-dispatcher.js'
import { DELIVERED, DeliveryEngine, tick } from '../support/webhooks/delivery-engine.js'

/** How long a tick waits for attempts to end, at most, where there is no backlog. */
const PAUSE_MS = 10
const PAUSE_OF_BACKLOG_MS = 25
const SHOPS = Array.from({ length: 30 }, (_, n) => ({ ownUrl: `https://shop-${n}.example/` }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('ticks', () => {
  /** Starts an engine with `count` attempts in flight, each to a target of its own, and functions that end them. */
  async function inFlight(count: number, isServing = () => false) {
    const one = await DeliveryEngine.start('sqlite')
    const ends: (() => void)[] = []
    one.answer = () => new Promise((resolve) => ends.push(() => resolve(DELIVERED)))
    for (const shop of SHOPS.slice(0, count)) await one.enqueue(1, shop)
    const dispatcher = one.dispatcher('one', one.database.store, isServing)
    await tick(dispatcher)
    await flush()
    const endAll = async () => {
      for (const end of ends.splice(0)) end()
      await flush()
    }
    return { one, dispatcher, ends, endOne: () => ends.pop()?.(), endAll }
  }

  /** Makes a first tick with `due[n]` deliveries due to shop n, and starts the tick after it. */
  async function tickAfter(due: readonly number[]) {
    const { one, dispatcher, ends, endOne } = await inFlight(0)
    for (const [n, count] of due.entries()) await one.enqueue(count, SHOPS[n])
    await tick(dispatcher)
    await flush()
    const wait = { isOver: false }
    const begun = ends.length
    void tick(dispatcher).then(() => {
      wait.isOver = true
    })
    return { begun, endOne, wait }
  }

  /** Starts a dispatcher that has sent many deliveries and has none left, and lets requests come in from now on. */
  async function warmBesideRequests() {
    let isServing = false
    const warm = await inFlight(0, () => isServing)
    for (let begun = 0; begun < 7 * 128; begun += warm.ends.length, await warm.endAll()) {
      for (const shop of SHOPS) await warm.one.enqueue(2, shop)
      await tickLater(warm.dispatcher)
    }
    while ((await tickLater(warm.dispatcher)) > 0) await warm.endAll()
    isServing = true
    return warm
  }

  it('wait for attempts that have just begun, so that they share a commit', async () => {
    const { dispatcher, endOne } = await inFlight(8)
    endOne()
    const next = tick(dispatcher)
    await flush()
    expect(vi.getTimerCount()).toBe(1)
    endOne()
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(await next).toBe(2)
  })

  it('wait longer in a backlog while attempts keep ending', async () => {
    const { begun, endOne, wait } = await tickAfter(SHOPS.map(() => 6))
    expect(begun).toBe(64)
    for (let ms = 0; ms < PAUSE_OF_BACKLOG_MS; ms += 1) {
      endOne()
      await flush()
      expect(wait.isOver).toBe(false)
      await pass(1)
    }
    expect(wait.isOver).toBe(true)
  })

  it('end their wait in a backlog when no attempt has ended for two milliseconds', async () => {
    const { endOne, wait } = await tickAfter(SHOPS.map(() => 6))
    await pass(PAUSE_MS - 1)
    endOne()
    await flush()
    await pass(1)
    expect(wait.isOver).toBe(false)
    await pass(1)
    expect(wait.isOver).toBe(true)
  })

  it('end their wait early while a receiver with free slots has nothing more due', async () => {
    const { begun, endOne, wait } = await tickAfter([6, 6, 6, 6, 6, 6, 6, 3])
    expect(begun).toBe(31)
    await pass(PAUSE_MS - 1)
    endOne()
    await flush()
    expect(wait.isOver).toBe(false)
    await pass(1)
    expect(wait.isOver).toBe(true)
  })

  it('end their wait when few of the attempts are left', async () => {
    const { dispatcher, endOne } = await inFlight(8)
    const next = tick(dispatcher)
    await flush()
    for (const _ of [1, 2, 3, 4]) endOne()
    expect(await next).toBe(4)
  })

  it('begin one attempt at a time beside requests at first, and the next only after the pause', async () => {
    const { dispatcher, ends, endAll } = await inFlight(30, () => true)
    expect(ends).toHaveLength(1)
    await endAll()
    expect(await tickWaits(dispatcher)).toBe(true)
    await flush()
    expect(ends).toHaveLength(1)
  })

  it('begin at most eight attempts per pause beside requests, once many have begun', async () => {
    const { one, dispatcher, ends, endAll } = await warmBesideRequests()
    for (const shop of SHOPS) await one.enqueue(1, shop)
    await tick(dispatcher)
    await flush()
    expect(ends).toHaveLength(8)
    await endAll()
    expect(await tickWaits(dispatcher)).toBe(true)
  })

  it('begin at most eight attempts per pause for a backlog of one receiver too', async () => {
    const { one, dispatcher, ends, endAll } = await warmBesideRequests()
    await one.enqueue(30, { ownUrl: 'https://busy.example/' })
    for (const _ of [1, 2]) {
      expect(vi.getTimerCount()).toBe(0)
      await tick(dispatcher)
      await flush()
      expect(ends).toHaveLength(4)
      await endAll()
    }
    expect(await tickWaits(dispatcher)).toBe(true)
  })

  it('do not wait beside requests where there is little to send', async () => {
    const { one, dispatcher, ends } = await warmBesideRequests()
    for (const shop of SHOPS.slice(0, 4)) {
      await one.enqueue(1, shop)
      expect(await tick(dispatcher)).toBe(1)
      await flush()
    }
    expect([ends.length, vi.getTimerCount()]).toEqual([4, 0])
  })

  it('spend no slot on targets that have nothing left to send', async () => {
    const { one, dispatcher, ends } = await inFlight(0, () => true)
    for (const shop of SHOPS) await one.enqueue(1, shop)
    for (const _ of SHOPS) {
      await tickLater(dispatcher)
      one.pass(1)
    }
    expect(ends).toHaveLength(SHOPS.length)
    for (const shop of [...SHOPS].reverse()) {
      await one.enqueue(1, shop)
      await tickLater(dispatcher)
      expect(one.sent.at(-1)?.url).toBe(shop.ownUrl)
    }
  })

  it('find in one tick that a target has nothing left, and report more work', async () => {
    const { one, dispatcher, ends, endAll } = await warmBesideRequests()
    await one.enqueue(4, { ownUrl: 'https://busy.example/' })
    expect(await tickLater(dispatcher)).toBe(4)
    await endAll()
    expect(await tickLater(dispatcher)).toBe(5)
    expect(await tickLater(dispatcher)).toBe(0)
    expect(ends).toEqual([])
  })

  it('spend no slot on targets whose leases are all held by other processes', async () => {
    const { one, dispatcher } = await inFlight(0, () => true)
    const slow = SHOPS.slice(0, 8)
    for (const shop of slow) await one.enqueue(6, shop)
    await tick(one.dispatcher('other'))
    await flush()
    expect(one.sent).toHaveLength(4 * slow.length)
    // In the second round the slow targets have waited longer.
    for (const _ of [1, 2]) {
      one.pass(1)
      await one.enqueue(1, { ownUrl: 'https://healthy.example/' })
      expect(await tickLater(dispatcher)).toBe(1)
      expect(one.sent.at(-1)?.url).toBe('https://healthy.example/')
    }
  })

  it('begin as many attempts as there are slots while no request comes in', async () => {
    const { ends } = await inFlight(30)
    expect(ends).toHaveLength(30)
  })

  it('do not wait for receivers that never answer', async () => {
    const { one, dispatcher } = await inFlight(16)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    for (const _ of [1, 2, 3]) {
      await one.enqueue(1, { ownUrl: 'https://healthy.example/' })
      expect(await tick(dispatcher)).toBe(1)
    }
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** Ticks, with time passing until a pause is over. */
async function tickLater(dispatcher: WebhookDispatcher): Promise<number> {
  const next = tick(dispatcher)
  await flush()
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  const handled = await next
  await flush()
  return handled
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await flush()
}

/** Ticks. @returns whether the tick waits for a pause */
async function tickWaits(dispatcher: WebhookDispatcher): Promise<boolean> {
  const next = tick(dispatcher)
  await flush()
  const isWaiting = vi.getTimerCount() === 1
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  await next
  return isWaiting
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
