import { describe, expect, it } from 'vitest'
import { updateWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import { ENGINES } from '../support/storage/engines.js'
import { type Answer, DeliveryEngine, failed, tick, work } from '../support/webhooks/delivery-engine.js'
import { claimDue } from '../support/webhooks/due-deliveries.js'

const MINUTE = 60_000
const pending: Answer = () => new Promise(() => undefined)

describe.each(ENGINES)('the delivery lag on %s', (engine) => {
  it('is the lag of the delivery that waits longest, and 0 without one', async () => {
    const one = await DeliveryEngine.start(engine)
    const dispatcher = one.dispatcher()
    expect(await dispatcher.oldestDueMs()).toBe(0)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    one.pass(MINUTE)
    await one.enqueue(1, { ownUrl: 'https://other.example/' })
    one.pass(MINUTE)
    expect(await dispatcher.oldestDueMs()).toBe(2 * MINUTE)
    await work(dispatcher)
    expect(await dispatcher.oldestDueMs()).toBe(0)
  })

  it('excludes deliveries that wait for a slot of their target or host', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    await one.endpoint('https://shop.example/one')
    await one.endpoint('https://shop.example/two')
    await one.enqueue(5)
    const dispatcher = one.dispatcher()
    await tick(dispatcher)
    one.clock.businessAt += MINUTE
    expect([one.sent.length, await dispatcher.oldestDueMs()]).toEqual([4, 0])
  })

  it('excludes deliveries that wait for slots that another process uses', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = pending
    await one.enqueue(5, { ownUrl: 'https://shop.example/' })
    await tick(one.dispatcher())
    one.clock.businessAt += MINUTE
    expect([one.sent.length, await one.dispatcher('two').oldestDueMs()]).toEqual([4, 0])
  })

  it('excludes deliveries held back by an open circuit breaker', async () => {
    const one = await DeliveryEngine.start(engine)
    one.answer = () => failed('timeout')
    await one.enqueue(12, { ownUrl: 'https://shop.example/' })
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    one.pass(2 * MINUTE)
    expect(await dispatcher.oldestDueMs()).toBe(0)
    expect(await one.dispatcher('new').oldestDueMs()).toBe(MINUTE)
  })

  it('excludes deliveries that wait for an inactive endpoint', async () => {
    const one = await DeliveryEngine.start(engine)
    const { id } = await one.endpoint('https://shop.example/')
    await one.enqueue()
    one.pass(MINUTE)
    const setActive = (isActive: boolean) =>
      one.database.store.write((tx) =>
        updateWebhook(tx, one.context, { merchantId: 'shop', environment: 'test' }, id, { isActive }),
      )
    await setActive(false)
    const dispatcher = one.dispatcher()
    expect(await dispatcher.oldestDueMs()).toBe(0)
    await setActive(true)
    expect(await dispatcher.oldestDueMs()).toBe(MINUTE)
  })

  it('is the lag of the delivery itself, not of the due time that its target had before', async () => {
    const one = await DeliveryEngine.start(engine)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    one.pass(MINUTE)
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    const now = one.clock.realAt
    const lease = { owner: 'another', dueAt: one.clock.now(), now, until: now + MINUTE, limit: 1 }
    const target = await one.database.store.write(async (tx) => {
      const query = { dueAt: one.clock.now(), after: undefined, exceptMerchants: [], limit: 1 }
      const [due] = await tx.webhookTargets.listDue(query)
      await claimDue(tx, { ...lease, target: due?.target ?? '' })
      return due
    })
    one.clock.businessAt += 1_000
    expect(target?.nextDueAt).toBe(one.clock.now() - MINUTE - 1_000)
    expect(await one.dispatcher().oldestDueMs()).toBe(1_000)
  })

  it('is found behind many targets that take no more', async () => {
    const one = await DeliveryEngine.start(engine, ['shop', 'other'])
    one.answer = pending
    const dispatcher = one.dispatcher()
    for (let n = 0; n < 70; n += 1) await one.enqueue(1, { ownUrl: `https://shop-${n}.example/` })
    for (let n = 0; n < 4; n += 1) await tick(dispatcher)
    expect(one.sent).toHaveLength(64)
    for (let n = 0; n < 70; n += 1) await one.enqueue(1, { ownUrl: `https://shop-${n}.example/` })
    one.clock.businessAt += 1_000
    await one.enqueue(1, { ownUrl: 'https://other.example/', merchantId: 'other' })
    one.clock.businessAt += 1_000
    expect(await dispatcher.oldestDueMs()).toBe(1_000)
  })
})
