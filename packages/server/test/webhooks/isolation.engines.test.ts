import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import type { WebhookTargetTable } from '../../src/domain/store/webhook-tables.js'
import { deleteWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import type { WebhookDispatcher } from '../../src/workers/webhooks/webhook-dispatcher.js'
import { ENGINES } from '../support/storage/engines.js'
import { findBacklogFaults, sendBacklog } from '../support/webhooks/backlog.js'
import {
  DELIVERED,
  DeliveryEngine,
  failed,
  type Sent,
  tick,
  work,
} from '../support/webhooks/delivery-engine.js'

const SECOND = 1_000
const DELAYS = [60, 300, 1_800, 7_200, 86_400].map((seconds) => seconds * SECOND)
const pending = () => new Promise<never>(() => undefined)

/** The target that is due, first on a page that hosts which take no more fill up, and then once more. */
const listMoved =
  (tx: Tx): WebhookTargetTable['listDue'] =>
  async (query) => {
    const due = await tx.webhookTargets.listDue({ ...query, after: undefined })
    if (query.after) return due
    const [first] = due
    if (!first) return []
    const full = Array.from({ length: query.limit - 1 }, (_, n) => ({
      target: `full ${n}`,
      url: 'https://full.example/',
    }))
    return [first, ...full.map((one) => ({ ...first, ...one }))]
  }

/** Works once just before each of the delays is over, and once when it is. */
async function workOverDelays(one: DeliveryEngine, dispatcher: WebhookDispatcher): Promise<void> {
  for (const delay of DELAYS) {
    one.pass(delay - 1)
    await work(dispatcher)
    one.pass(1)
    await work(dispatcher)
  }
}

/** When each of the deliveries was sent, in seconds from then on. */
function timesOf(sent: readonly Sent[], since: number): number[][] {
  const times = new Map<string, number[]>()
  for (const { id, at } of sent) times.set(id, [...(times.get(id) ?? []), (at - since) / SECOND])
  return [...times.values()]
}
const TIMES = [0, 60, 360, 2_160, 9_360, 95_760]

describe.each(ENGINES)('deliveries on %s', (engine) => {
  it('40 go on to 99 receivers while one never answers', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = ({ url }) => (url.includes('black') ? pending() : DELIVERED)
    await one.enqueue(40, { ownUrl: 'https://black.example/' })
    const healthy = Array.from({ length: 99 }, (_, n) => `https://shop-${n}.example/`)
    await Promise.all(healthy.map((ownUrl) => one.enqueue(1, { ownUrl })))
    const dispatcher = one.dispatcher()
    // 32 targets a tick: four ticks come round, and no place is taken by those who are still waiting for an answer.
    for (let n = 0; n < 4; n += 1) {
      await tick(dispatcher)
      await new Promise(setImmediate)
    }
    const reached = new Set(one.sent.map(({ url }) => url))
    expect(reached.size).toBe(100)
    expect(one.sent.filter(({ url }) => url.includes('black'))).toHaveLength(4)
  })

  it('41 42 to 60 targets with 10 each go out in turn: none waits twice as long as the mean for its first', async () => {
    const merchants = ['a', 'b', 'c', 'd']
    const size = { targets: 60, each: 10 }
    const one = await DeliveryEngine.start(engine, merchants)
    expect(findBacklogFaults(await sendBacklog(one, { ...size, merchants }), size)).toEqual([])
  })

  /** Starts what is due, and eight times lets some of the attempts end, those first that began first. @returns what each got */
  async function sendInTurn(
    one: DeliveryEngine,
    urls: readonly string[],
    endAtOnce: number,
    dispatcher = one.dispatcher(),
  ) {
    const open: (() => void)[] = []
    one.answer = () => new Promise((resolve) => open.push(() => resolve(DELIVERED)))
    await tick(dispatcher)
    for (let n = 0; n < 8; n += 1) {
      for (const end of open.splice(0, endAtOnce)) end()
      await new Promise(setImmediate)
      await tick(dispatcher)
    }
    return urls.map((url) => one.sent.filter((sent) => sent.url === url).length)
  }

  it.each([
    { targets: 16, endAtOnce: 48, when: 'no tick finds all of them answered' },
    { targets: 24, endAtOnce: 64, when: 'there are slots for two of each and half of them' },
  ])('41 to targets that answer alike go on alike, though $when', async ({ targets, endAtOnce }) => {
    const one = await DeliveryEngine.start(engine)
    const urls = Array.from({ length: targets }, (_, n) => `https://shop-${n}.example/`)
    for (const ownUrl of urls) await one.enqueue(60, { ownUrl })
    const counts = await sendInTurn(one, urls, endAtOnce)
    expect(one.sent).toHaveLength(64 + 8 * endAtOnce)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4)
  })

  it('41 to targets of a merchant share its slots evenly beside another merchant’s, which has enough of its own', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    const urls = Array.from({ length: 24 }, (_, n) => `https://shop-${n}.example/`)
    for (const ownUrl of urls) await one.enqueue(60, { ownUrl })
    await one.enqueue(60, { ownUrl: 'https://other.example/', merchantId: 'other' })
    const counts = await sendInTurn(one, urls, 68)
    expect(counts).toEqual(urls.map(() => (9 * 64) / 24))
  })

  it('41 to two endpoints of a host share its slots, though one slot is out and a third target has its own', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    one.answer = pending
    const hung = await one.endpoint('https://shop.example/hung')
    await one.enqueue()
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    const scope = { merchantId: 'shop', environment: 'test' } as const
    await one.books.store.write((tx) => deleteWebhook(tx, one.context, scope, hung.id))
    const urls = ['https://shop.example/one', 'https://shop.example/two']
    for (const url of urls) await one.endpoint(url)
    await one.enqueue(30)
    await one.enqueue(60, { ownUrl: 'https://other.example/', merchantId: 'other' })
    const [first, second] = await sendInTurn(one, urls, 7, dispatcher)
    expect([first, second].sort()).toEqual([13, 14])
  })

  it('take the slots that others with less to send leave', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    for (let n = 0; n < 32; n += 1)
      await one.enqueue(n % 2 === 0 ? 1 : 20, { ownUrl: `https://shop-${n}.example/` })
    await tick(one.dispatcher())
    expect(one.sent).toHaveLength(64)
  })

  it('leave no turn to a target whose last one is out, however few slots there were', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    for (let n = 0; n < 4; n += 1) await one.endpoint(`https://shop.example/${n}`)
    await one.enqueue()
    await tick(one.dispatcher())
    const query = { dueAt: one.clock.now(), after: undefined, exceptMerchants: [], limit: 64 }
    expect(one.sent).toHaveLength(4)
    expect(await one.books.store.read((tx) => tx.webhookTargets.listDue(query))).toEqual([])
  })

  it('go out once where another process puts a target last between two pages of targets', async () => {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.books
    await one.enqueue(3, { ownUrl: 'https://shop.example/' })
    const moved: Store = {
      ...store,
      forWorkers: () => moved,
      read: (work) => store.read(work),
      write: (work) =>
        store.write((tx) =>
          work({ ...tx, webhookTargets: { ...tx.webhookTargets, listDue: listMoved(tx) } }),
        ),
    }
    const dispatcher = one.dispatcher('one', moved)
    await tick(dispatcher)
    await dispatcher.idle()
    expect(one.sent.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
    expect(new Set(one.sent.map(({ id }) => id)).size).toBe(3)
  })

  it('42 never run more than four at once to a target, to a merchant’s host, and 64 to a merchant', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    one.answer = pending
    await one.endpoint('https://shop.example/one')
    await one.endpoint('https://shop.example/two')
    await one.enqueue(50)
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    await tick(dispatcher)
    expect(one.sent).toHaveLength(4)
    for (let n = 0; n < 30; n += 1) await one.enqueue(4, { ownUrl: `https://shop-${n}.example/` })
    await one.enqueue(8, { ownUrl: 'https://shop.example/', merchantId: 'other' })
    for (let n = 0; n < 4; n += 1) await tick(dispatcher)
    const ids = new Set(one.sent.map(({ id }) => id))
    expect([one.sent.length, ids.size]).toEqual([68, 68])
  })

  it('42 never run more than 256 at once in a process, though five merchants have more due', async () => {
    const merchants = ['a', 'b', 'c', 'd', 'e']
    const one = await DeliveryEngine.start(engine, merchants)
    const ends: (() => void)[] = []
    one.answer = () => new Promise((resolve) => ends.push(() => resolve(DELIVERED)))
    for (const merchantId of merchants) {
      for (let n = 0; n < 20; n += 1)
        await one.enqueue(4, { ownUrl: `https://${merchantId}-${n}.example/`, merchantId })
    }
    const dispatcher = one.dispatcher()
    const ticks = async () => {
      for (let n = 0; n < 8; n += 1) await tick(dispatcher)
      return one.sent.length
    }
    expect(await ticks()).toBe(256)
    for (const end of ends.splice(0, 3)) end()
    await new Promise(setImmediate)
    expect(await ticks()).toBe(259)
    expect(new Set(one.sent.map(({ id }) => id)).size).toBe(259)
  })

  it('42 of two processes run no more than four at once to a target together', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    await one.enqueue(20, { ownUrl: 'https://shop.example/' })
    const processes = [one.dispatcher('one'), one.dispatcher('two', await one.books.another())]
    for (const each of [...processes, ...processes]) await tick(each)
    expect(one.sent).toHaveLength(4)
  })

  it('43 to a target that nothing answers at are held back, and go on with their attempts once it answers', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(12, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('connection_refused')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    expect([one.sent.length, dispatcher.countOpenBreakers()]).toEqual([12, 1])
    one.pass(29 * SECOND)
    await one.enqueue(20, { ownUrl: 'https://shop.example/' })
    await work(dispatcher)
    expect(one.sent).toHaveLength(12)
    const probedAfter: number[] = []
    for (let waited = 30; waited <= 210; waited += 1) {
      const before = one.sent.length
      one.pass(SECOND)
      one.answer = () => failed(probedAfter.length === 2 ? 'HTTP 500' : 'connection_refused')
      await tick(dispatcher)
      await dispatcher.idle()
      if (one.sent.length > before) probedAfter.push(waited)
    }
    expect(probedAfter).toEqual([30, 90, 210])
    await tick(dispatcher)
    expect(dispatcher.countOpenBreakers()).toBe(0)
    // Three probes, and the one that goes out after the last of them.
    const late = one.sent.slice(12).map(({ id }) => id)
    expect(new Set(late).size).toBe(4)
    const held = (await one.deliveries()).filter(({ id }) => !late.includes(id))
    const untouched = { status: 'PENDING', claimed_by: null }
    expect(held).toMatchObject([
      ...Array(12).fill({ ...untouched, attempts: 1n, last_error: 'connection_refused' }),
      ...Array(16).fill({ ...untouched, attempts: 0n, last_error: null }),
    ])
  })

  it('44 that were held for 300 s go out anyway, two at once', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(12, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('timeout')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    await one.enqueue(8, { ownUrl: 'https://shop.example/' })
    one.pass(300 * SECOND)
    one.answer = pending
    const before = one.sent.length
    for (let n = 0; n < 4; n += 1) await tick(dispatcher)
    expect(one.sent.length - before).toBe(2)
  })

  it('45 keep their times to the second while fewer than three wait, though nothing answered the others', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(12, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('timeout')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    expect(dispatcher.countOpenBreakers()).toBe(1)
    // What waited for it is gone; the breaker knows nothing of that.
    await (await one.books.side()).script(
      "UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL",
    )
    const since = one.clock.now()
    await one.enqueue(2, { ownUrl: 'https://shop.example/' })
    await work(dispatcher)
    await workOverDelays(one, dispatcher)
    expect(timesOf(one.sent.slice(12), since)).toEqual([TIMES, TIMES])
    expect(dispatcher.countOpenBreakers()).toBe(1)
  })

  it('45 of two failing ones keep their times to the second', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(2, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('timeout')
    const dispatcher = one.dispatcher()
    const since = one.clock.now()
    await work(dispatcher)
    await workOverDelays(one, dispatcher)
    expect(timesOf(one.sent, since)).toEqual([TIMES, TIMES])
    expect(dispatcher.countOpenBreakers()).toBe(0)
    expect(await one.deliveries()).toMatchObject([{ status: 'FAILED' }, { status: 'FAILED' }])
  })

  it('of a merchant in a store that forgot the mark of a target are found at the second look', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    // As if the look after the first one had happened between this delivery and its commit.
    const unsure = `UPDATE webhook_targets SET next_due_at = 9000000000000000, unsure_since = ${one.clock.real()}`
    await (await one.books.side()).script(unsure)
    await work(dispatcher)
    expect(one.sent).toHaveLength(1)
    one.pass(16 * SECOND)
    await work(dispatcher)
    expect(one.sent).toHaveLength(2)
  })
})
