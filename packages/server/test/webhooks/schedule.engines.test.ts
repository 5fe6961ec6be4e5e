import { describe, expect, it } from 'vitest'
import { OutcomeUnknown, type Store, Unavailable } from '../../src/domain/store/store.js'
import { START } from '../support/domain/context.js'
import { gate } from '../support/net/gate.js'
import { ENGINES } from '../support/storage/engines.js'
import {
  DELIVERED,
  DeliveryEngine,
  failed,
  LEASE_MS,
  tick,
  work,
} from '../support/webhooks/delivery-engine.js'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DELAYS = [60, 300, 1_800, 7_200, 86_400].map((seconds) => seconds * SECOND)

/** Expects that every attempt has the same bytes and a signature of its own second. */
function expectSameBytesSignedAnew({ sent }: DeliveryEngine): void {
  expect(new Set(sent.map(({ bodyHash }) => bodyHash)).size).toBe(1)
  const signedAt = sent.map(({ signature }) => Number(/^t=([0-9]+),/.exec(signature)?.[1]))
  expect(signedAt).toEqual(sent.map(({ at }) => at / SECOND))
}

describe.each(ENGINES)('a delivery on %s', (engine) => {
  it('has its target due at its next attempt once the last one is recorded', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('HTTP 500')
    await work(one.dispatcher())
    const side = await one.database.side()
    expect(await side.rows('SELECT next_due_at FROM webhook_targets')).toEqual([
      { next_due_at: BigInt(START + 60 * SECOND) },
    ])
  })

  it('is attempted after 0, 60, 300, 1,800, 7,200 and 86,400 s, and is FAILED after the sixth attempt', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = () => failed('HTTP 500')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    for (const delay of DELAYS) {
      one.pass(delay - 1)
      await work(dispatcher)
      one.pass(1)
      await work(dispatcher)
    }
    const times = one.sent.map(({ at }) => at - START)
    expect(times).toEqual([0, 60, 360, 2_160, 9_360, 95_760].map((seconds) => seconds * SECOND))
    one.pass(1_000 * HOUR)
    await work(dispatcher)
    expect(one.sent).toHaveLength(6)
    expect(await one.deliveries()).toMatchObject([{ status: 'FAILED', attempts: 6n, last_error: 'HTTP 500' }])
    expectSameBytesSignedAnew(one)
  })

  it('is DELIVERED by a 2xx on the third attempt, and sends the same bytes with a new t each time', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = ({ attempt }) => (attempt === 3 ? DELIVERED : failed('timeout'))
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    for (const delay of DELAYS) {
      one.pass(delay)
      await work(dispatcher)
    }
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 3n, last_error: null }])
    expect(one.sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expectSameBytesSignedAnew(one)
  })

  it('is postponed without an attempt by a server that cannot decrypt the secret, and sent once it can', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    const errors: unknown[] = []
    one.onError = (error) => errors.push(error)
    const side = await one.database.side()
    await side.script("UPDATE webhook_secrets SET sealed_secret = '-' || sealed_secret")
    const dispatcher = one.dispatcher()
    for (let leases = 0; leases < 10; leases += 1) {
      await work(dispatcher)
      one.pass(LEASE_MS + SECOND)
    }
    expect(errors).toHaveLength(10)
    expect(await one.deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0n }])
    expect(one.sent).toEqual([])
    await side.script('UPDATE webhook_secrets SET sealed_secret = SUBSTR(sealed_secret, 2)')
    await work(dispatcher)
    expect(one.sent).toMatchObject([{ attempt: 1 }])
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1n }])
  })

  it('records each of its attempts', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = ({ attempt }) => (attempt === 2 ? DELIVERED : failed('dns_error'))
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    one.pass(60 * SECOND)
    await work(dispatcher)
    const [{ id = '' } = {}] = await one.deliveries()
    const attempts = await one.database.store.read((tx) => tx.webhookAttempts.list(id))
    expect(attempts).toMatchObject([
      { deliveryId: id, number: 1, startedAt: START, signedAt: START / SECOND, outcome: 'dns_error' },
      { number: 2, startedAt: START + 60 * SECOND, outcome: null },
    ])
  })

  it('is sent by another process after the lease of a dead one, and counts one attempt', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = () => new Promise(() => undefined)
    await tick(one.dispatcher('dead'))
    one.answer = () => DELIVERED
    const successor = one.dispatcher('successor')
    one.pass(LEASE_MS - 1)
    await work(successor)
    expect(one.sent).toHaveLength(1)
    one.pass(SECOND)
    await work(successor)
    expect(one.sent).toHaveLength(2)
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1n }])
  })

  it('is not changed by a process that lost its lease', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    const { opened, open } = gate()
    one.answer = () => opened.then(() => failed('timeout'))
    const late = one.dispatcher('late')
    await tick(late)
    one.answer = () => DELIVERED
    one.pass(LEASE_MS + SECOND)
    await work(one.dispatcher('successor'))
    open()
    await late.idle()
    await work(late)
    const [delivery] = await one.deliveries()
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1n, last_error: null })
    const attempts = await one.database.store.read((tx) => tx.webhookAttempts.list(delivery?.id ?? ''))
    expect(attempts).toHaveLength(1)
  })

  it('keeps its outcome in memory while the database is away, and nothing new is sent until it is recorded', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    const { store } = one.database
    let isAway = false
    const flaky: Store = {
      ...store,
      read: (work) => store.read(work),
      write: (work) => (isAway ? Promise.reject(new Unavailable('the disk is full')) : store.write(work)),
    }
    const dispatcher = one.dispatcher('one', flaky)
    await tick(dispatcher)
    await dispatcher.idle()
    isAway = true
    await one.enqueue()
    for (let n = 0; n < 3; n += 1) await expect(tick(dispatcher)).rejects.toThrow(Unavailable)
    expect(one.sent).toHaveLength(1)
    isAway = false
    await work(dispatcher)
    expect(await one.deliveries()).toMatchObject([
      { status: 'DELIVERED', attempts: 1n },
      { status: 'DELIVERED', attempts: 1n },
    ])
    expect(one.sent).toHaveLength(2)
  })

  it.each([
    ['was committed', true],
    ['was not', false],
  ])('is recorded once where the outcome of its commit is unknown, and it %s', async (_, isDone) => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.onError = () => undefined
    const { store } = one.database
    let isAway = false
    const flaky: Store = {
      ...store,
      read: (work) => store.read(work),
      async write(work) {
        if (!isAway) return store.write(work)
        if (isDone) await store.write(work)
        throw new OutcomeUnknown('planted')
      },
    }
    const dispatcher = one.dispatcher('one', flaky)
    await tick(dispatcher)
    await dispatcher.idle()
    isAway = true
    await one.enqueue()
    await expect(tick(dispatcher)).rejects.toThrow(OutcomeUnknown)
    isAway = false
    await work(dispatcher)
    one.pass(LEASE_MS + SECOND)
    await work(dispatcher)
    const deliveries = await one.deliveries()
    expect(deliveries).toMatchObject([
      { status: 'DELIVERED', attempts: 1n },
      { status: 'DELIVERED', attempts: 1n },
    ])
    expect(one.sent).toHaveLength(2)
    for (const { id } of deliveries)
      expect(await store.read((tx) => tx.webhookAttempts.list(id))).toHaveLength(1)
  })

  it('is free at once where a clock that ran an hour ahead had leased it', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.clock.realAt += HOUR
    one.answer = () => new Promise(() => undefined)
    await tick(one.dispatcher('ahead'))
    one.clock.realAt -= HOUR
    one.answer = () => DELIVERED
    await work(one.dispatcher('right'))
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1n }])
  })

  it('is released without a counted attempt when its process stops', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = () => new Promise(() => undefined)
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    await dispatcher.drain(1)
    expect(await one.deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0n, claimed_by: null }])
    one.answer = () => DELIVERED
    await work(one.dispatcher('next'))
    expect(one.sent.map(({ attempt }) => attempt)).toEqual([1, 1])
  })

  it('waits without a counted attempt while its endpoint is inactive, and goes on after', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    const side = await one.database.side()
    await side.script('UPDATE webhook_endpoints SET is_active = 0')
    const dispatcher = one.dispatcher()
    one.pass(HOUR)
    await work(dispatcher)
    expect(one.sent).toEqual([])
    await side.script('UPDATE webhook_endpoints SET is_active = 1')
    await work(dispatcher)
    expect(one.sent.map(({ attempt }) => attempt)).toEqual([1])
  })

  it('goes to the URL that its endpoint has when it is sent', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.endpoint('https://shop.example/hook')
    await one.enqueue()
    one.answer = ({ url }) => (url.includes('new') ? DELIVERED : failed('HTTP 404'))
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    await (await one.database.side()).script("UPDATE webhook_endpoints SET url = 'https://new.example/hook'")
    one.pass(60 * SECOND)
    await work(dispatcher)
    expect(one.sent.map(({ url }) => url)).toEqual(['https://shop.example/hook', 'https://new.example/hook'])
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2n }])
  })
})
