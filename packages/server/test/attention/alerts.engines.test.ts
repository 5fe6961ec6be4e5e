import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import { alertSender } from '../../src/workers/attention/alert-sender.js'
import { attentionWatcher } from '../../src/workers/attention/attention-watcher.js'
import type { Worker } from '../../src/workers/worker.js'
import { ALERT_SECRET, AlertReceiver } from '../support/attention/alert-receiver.js'
import { contextAt, handClock } from '../support/domain/context.js'
import type { TestDatabase } from '../support/storage/engines.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const COMPARED_MS = 15_000
const DAY_MS = 24 * 3_600_000
const ID = { environment: 'live', network: 'ERC20' } as const
const HALTED = { kind: 'halted', reason: 'planted', sinceAt: 1 } as const

interface Line {
  readonly level: 'info' | 'warn' | 'error'
  readonly msg: string
  readonly details: object
}

/** A log that keeps its lines. */
function keptLog() {
  const lines: Line[] = []
  const at = (level: Line['level']) => (details: object, msg: string) =>
    void lines.push({ level, msg, details })
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } }
}

const tick = (worker: Worker) => worker.tick(new AbortController().signal)

describe.each(ENGINES)('alerts on %s', (engine) => {
  async function begin() {
    const database: TestDatabase = await openDatabase(engine)
    // Receivers compare the time of a signature with their own clock.
    const clock = Object.assign(handClock(Date.now()), { wall: () => Date.now() })
    const context = contextAt(clock)
    const receiver = await AlertReceiver.start()
    const { lines, log } = keptLog()
    const { store } = database
    const watcherOn = (on: Store, hasUrl = true) =>
      attentionWatcher(on, context, { receivers: { hasUrl, mail: [] }, log, actor: 'mira' })
    const url = `http://ops:pass@127.0.0.1:${receiver.port}/alerts?team=money`
    const sender = alertSender(store, context, { url, secret: ALERT_SECRET, timeoutMs: 5_000, log })
    const watcher = watcherOn(store)
    return {
      database,
      store,
      clock,
      receiver,
      lines,
      watcher,
      watcherOn,
      set: () => store.write((tx) => tx.chainConditions.set(ID, HALTED)),
      clear: () => store.write((tx) => tx.chainConditions.clear(ID, 'halted')),
      async pass(ms: number) {
        clock.businessAt += ms
        clock.realAt += ms
        await tick(watcher)
        while ((await tick(sender)) > 0);
      },
    }
  }

  it('name the item, and go to the whole URL with its login', async () => {
    const { set, pass, receiver } = await begin()
    await set()
    await pass(0)
    expect(receiver.alerts).toMatchObject([
      {
        event: 'attention.opened',
        timestamp: expect.stringMatching(/Z$/),
        data: {
          id: expect.any(String),
          kind: 'halted',
          subject: 'live/ERC20',
          since: '1970-01-01T00:00:00.001Z',
          amount: null,
          text: 'planted',
          command:
            'merchantpay-server chains resume --environment live --network ERC20 --kind halted --reason "..."',
        },
      },
    ])
    const authorization = `Basic ${Buffer.from('ops:pass').toString('base64')}`
    expect(receiver.requests).toEqual([{ authorization, path: '/alerts?team=money' }])
  })

  it('say which other commands there are, as the log does, also once the item is gone', async () => {
    const { store, pass, receiver, lines, clock } = await begin()
    const place = { merchantId: 'shop', environment: 'live', network: 'TRC20', address: 'T2' } as const
    const times = { createdAt: clock.now(), usableAt: clock.now() + 1 }
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.destinations.insert({ id: 'new', label: 'Treasury', ...place, ...times })
    })
    await pass(0)
    await pass(COMPARED_MS)
    const text = expect.stringMatching(/is its own; `destinations delete` removes it$/)
    expect(receiver.alerts).toMatchObject([
      { event: 'attention.opened', data: { text } },
      { event: 'attention.resolved', data: { text } },
    ])
    expect(lines.map(({ details }) => details)).toMatchObject([{ reason: text }, { reason: text }])
  })

  it('are repeated on the schedule of webhooks under one id, and dropped with one line', async () => {
    const { set, pass, receiver, lines, store } = await begin()
    receiver.status = 503
    await set()
    await pass(0)
    for (const ms of [59_999, 1, 300_000, 1_800_000, 7_200_000]) await pass(ms)
    expect(receiver.requests).toHaveLength(5)
    await pass(DAY_MS)
    await pass(DAY_MS)
    expect(receiver.requests).toHaveLength(6)
    const dropped = lines.filter(({ msg }) => msg.includes('dropped'))
    expect(dropped).toMatchObject([{ level: 'error', details: { attempts: 6, error: 'HTTP 503' } }])
    expect(await store.read((tx) => tx.attentionItems.list())).toMatchObject({ items: [{ kind: 'halted' }] })
  })

  it('follow no redirect', async () => {
    const { set, pass, receiver } = await begin()
    receiver.status = 307
    receiver.location = `http://127.0.0.1:${receiver.port}/elsewhere`
    await set()
    await pass(0)
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/alerts?team=money'])
  })

  it('arrive in their order for each item, each with an id of its own', async () => {
    const { set, clear, pass, receiver } = await begin()
    receiver.status = 503
    await set()
    await pass(0)
    await clear()
    await pass(COMPARED_MS)
    expect(receiver.requests).toHaveLength(1)
    receiver.status = 200
    await pass(60_000)
    expect(receiver.alerts.map(({ event }) => event)).toEqual(['attention.opened', 'attention.resolved'])
    expect(new Set(receiver.alerts.map(({ deliveryId }) => deliveryId)).size).toBe(2)
    expect(new Set(receiver.alerts.map(({ data }) => data.id)).size).toBe(1)
  })

  it('are not made for what comes and goes between two comparisons', async () => {
    const { set, clear, pass, receiver, lines } = await begin()
    await pass(0)
    await set()
    await clear()
    await pass(COMPARED_MS)
    expect([receiver.requests, lines]).toEqual([[], []])
  })

  it('tell a new receiver of what was open before', async () => {
    const { store, set, clear, pass, receiver, watcherOn, lines } = await begin()
    await set()
    await tick(watcherOn(store, false))
    await pass(0)
    expect(receiver.kindsOf('attention.opened')).toEqual(['halted'])
    await clear()
    await pass(COMPARED_MS)
    expect(receiver.kindsOf('attention.resolved')).toEqual(['halted'])
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'attention needed'],
      ['info', 'attention no longer needed'],
    ])
  })

  it('are made and logged by one of several servers', async () => {
    const { database, set, pass, receiver, watcherOn, lines } = await begin()
    const stores =
      engine === 'sqlite' ? [database.store, database.store] : [database.store, await database.another()]
    await set()
    await Promise.all(stores.map((store) => tick(watcherOn(store))))
    await pass(COMPARED_MS)
    expect(receiver.kindsOf('attention.opened')).toEqual(['halted'])
    expect(lines).toHaveLength(1)
  })

  it('are deleted after 30 days', async () => {
    const { database, set, clear, pass } = await begin()
    const side = await database.side()
    const count = async () => Number(await side.value('SELECT COUNT(*) FROM alerts'))
    await set()
    await pass(0)
    expect(await count()).toBe(1)
    await clear()
    await pass(30 * DAY_MS)
    expect(await count()).toBe(1)
    expect(await side.value('SELECT event FROM alerts')).toBe('attention.resolved')
  })
})
