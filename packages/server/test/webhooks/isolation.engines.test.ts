import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import type { WebhookTargetTable } from '../../src/domain/store/webhook-tables.js'
import { deleteWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import type { WebhookDispatcher } from '../../src/workers/webhooks/webhook-dispatcher.js'
import { ENGINES } from '../support/storage/engines.js'
import { replaceTables } from '../support/storage/replace-tables.js'
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

/** Lists the due target first on a page that is filled up with busy targets, and then once more on the next page. */
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

/** Works just before each of the retry delays is over, and once when it is over. */
async function workOverDelays(one: DeliveryEngine, dispatcher: WebhookDispatcher): Promise<void> {
  for (const delay of DELAYS) {
    one.pass(delay - 1)
    await work(dispatcher)
    one.pass(1)
    await work(dispatcher)
  }
}

/** The times at which each delivery was sent, in seconds after `since`. */
function timesOf(sent: readonly Sent[], since: number): number[][] {
  const times = new Map<string, number[]>()
  for (const { id, at } of sent) times.set(id, [...(times.get(id) ?? []), (at - since) / SECOND])
  return [...times.values()]
}
const TIMES = [0, 60, 360, 2_160, 9_360, 95_760]

describe.each(ENGINES)('deliveries on %s', (engine) => {
  it('go on to 99 receivers while one never answers', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = ({ url }) => (url.includes('black') ? pending() : DELIVERED)
    await one.enqueue(40, { ownUrl: 'https://black.example/' })
    const healthy = Array.from({ length: 99 }, (_, n) => `https://shop-${n}.example/`)
    await Promise.all(healthy.map((ownUrl) => one.enqueue(1, { ownUrl })))
    const dispatcher = one.dispatcher()
    // A tick takes 32 targets: four ticks cover all of them, and waiting attempts take no place.
    for (let n = 0; n < 4; n += 1) {
      await tick(dispatcher)
      await new Promise(setImmediate)
    }
    const reached = new Set(one.sent.map(({ url }) => url))
    expect(reached.size).toBe(100)
    expect(one.sent.filter(({ url }) => url.includes('black'))).toHaveLength(4)
  })

  it('deliveries to 60 targets with 10 each go out in turn: no target waits twice the mean for its first', async () => {
    const merchants = ['a', 'b', 'c', 'd']
    const size = { targets: 60, each: 10 }
    const one = await DeliveryEngine.start(engine, merchants)
    expect(findBacklogFaults(await sendBacklog(one, { ...size, merchants }), size)).toEqual([])
  })

  /** Starts the due attempts, and ends the oldest `endAtOnce` of them before each of eight ticks. @returns the count per URL */
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
  ])('deliveries to equal targets go on equally where $when', async ({ targets, endAtOnce }) => {
    const one = await DeliveryEngine.start(engine)
    const urls = Array.from({ length: targets }, (_, n) => `https://shop-${n}.example/`)
    for (const ownUrl of urls) await one.enqueue(60, { ownUrl })
    const counts = await sendInTurn(one, urls, endAtOnce)
    expect(one.sent).toHaveLength(64 + 8 * endAtOnce)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4)
  })

  it('deliveries to targets of a merchant share its slots evenly beside another merchant, which has slots of its own', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    const urls = Array.from({ length: 24 }, (_, n) => `https://shop-${n}.example/`)
    for (const ownUrl of urls) await one.enqueue(60, { ownUrl })
    await one.enqueue(60, { ownUrl: 'https://other.example/', merchantId: 'other' })
    const counts = await sendInTurn(one, urls, 68)
    expect(counts).toEqual(urls.map(() => (9 * 64) / 24))
  })

  it('deliveries to two endpoints of a host share its slots while one slot is taken and a third target has its own', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    one.answer = pending
    const hung = await one.endpoint('https://shop.example/hung')
    await one.enqueue()
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    const scope = { merchantId: 'shop', environment: 'test' } as const
    await one.database.store.write((tx) => deleteWebhook(tx, one.context, scope, hung.id))
    const urls = ['https://shop.example/one', 'https://shop.example/two']
    for (const url of urls) await one.endpoint(url)
    await one.enqueue(30)
    await one.enqueue(60, { ownUrl: 'https://other.example/', merchantId: 'other' })
    const [first, second] = await sendInTurn(one, urls, 7, dispatcher)
    expect([first, second].sort()).toEqual([13, 14])
  })

  it('take slots that targets with fewer deliveries leave free', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    for (let n = 0; n < 32; n += 1)
      await one.enqueue(n % 2 === 0 ? 1 : 20, { ownUrl: `https://shop-${n}.example/` })
    await tick(one.dispatcher())
    expect(one.sent).toHaveLength(64)
  })

  it('take no slot for a target whose last delivery is under way, however few slots there were', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    for (let n = 0; n < 4; n += 1) await one.endpoint(`https://shop.example/${n}`)
    await one.enqueue()
    await tick(one.dispatcher())
    const query = { dueAt: one.clock.now(), after: undefined, exceptMerchants: [], limit: 64 }
    expect(one.sent).toHaveLength(4)
    expect(await one.database.store.read((tx) => tx.webhookTargets.listDue(query))).toEqual([])
  })

  it('go out once where another process moves a target between two pages of targets', async () => {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.database
    await one.enqueue(3, { ownUrl: 'https://shop.example/' })
    const moved: Store = {
      ...store,
      forWorkers: () => moved,
      read: (work) => store.read(work),
      write: (work) =>
        store.write((tx) =>
          work(replaceTables(tx, { webhookTargets: { ...tx.webhookTargets, listDue: listMoved(tx) } })),
        ),
    }
    const dispatcher = one.dispatcher('one', moved)
    await tick(dispatcher)
    await dispatcher.idle()
    expect(one.sent.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
    expect(new Set(one.sent.map(({ id }) => id)).size).toBe(3)
  })

  it('never run more than 4 at once to a target or to a merchant’s host, and 64 to a merchant', async () => {
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

  it('never run more than 256 at once in a process, though five merchants have more due', async () => {
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

  it('deliveries of two processes run no more than 4 at once to a target together', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    await one.enqueue(20, { ownUrl: 'https://shop.example/' })
    const processes = [one.dispatcher('one'), one.dispatcher('two', await one.database.another())]
    for (const each of [...processes, ...processes]) await tick(each)
    expect(one.sent).toHaveLength(4)
  })

  it('deliveries to a target that does not answer are held back, and go on with their attempts once it answers', async () => {
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
    // Three probes, and the delivery that goes out after the last of them.
    const sentLater = one.sent.slice(12).map(({ id }) => id)
    expect(new Set(sentLater).size).toBe(4)
    const unsent = (await one.deliveries()).filter(({ id }) => !sentLater.includes(id))
    const untouched = { status: 'PENDING', claimed_by: null }
    expect(unsent).toMatchObject([
      ...Array(12).fill({ ...untouched, attempts: 1n, last_error: 'connection_refused' }),
      ...Array(16).fill({ ...untouched, attempts: 0n, last_error: null }),
    ])
  })

  it('deliveries that were held back for 300 s go out anyway, two at once', async () => {
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

  it('keep their times to the second while fewer than three wait, though the breaker is open', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(12, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('timeout')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    expect(dispatcher.countOpenBreakers()).toBe(1)
    // The deliveries that opened the breaker are gone; the breaker does not know.
    await (await one.database.side()).script(
      "UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL",
    )
    const since = one.clock.now()
    await one.enqueue(2, { ownUrl: 'https://shop.example/' })
    await work(dispatcher)
    await workOverDelays(one, dispatcher)
    expect(timesOf(one.sent.slice(12), since)).toEqual([TIMES, TIMES])
    expect(dispatcher.countOpenBreakers()).toBe(1)
  })

  it('keep their times to the second where two fail', async () => {
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

  it('are found by the second check of a target whose due time was overwritten', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    // This happens when the first check runs between the delivery and its commit.
    const unsure = `UPDATE webhook_targets SET next_due_at = 9000000000000000, unsure_since = ${one.clock.real()}`
    await (await one.database.side()).script(unsure)
    await work(dispatcher)
    expect(one.sent).toHaveLength(1)
    one.pass(16 * SECOND)
    await work(dispatcher)
    expect(one.sent).toHaveLength(2)
  })
})
