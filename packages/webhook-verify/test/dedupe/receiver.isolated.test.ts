import { describe, expect, test } from 'vitest'
import { createTestClock } from '../../../testing/src/clock/test-clock.js'
import { memoryDedupe } from '../../src/dedupe/memory.js'
import type { DedupeStore, WebhookVerificationError } from '../../src/index.node.js'
import {
  BUSY,
  bodyOf,
  builds,
  DUPLICATE,
  deferred,
  FAILED,
  RECEIVED,
  receiving,
  STORE_DOWN,
} from '../support/receiving.js'
import { BODY, headerOf, NOW, T } from '../support/webhooks.js'
import { backends } from './backends.js'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const codes = (errors: unknown[]) => errors.map((error) => (error as WebhookVerificationError).code)

/** A store that fails on command. */
function fragile(store: DedupeStore) {
  const faults: Partial<Record<keyof DedupeStore, () => Promise<never> | undefined>> = {}
  const wrapped: DedupeStore = {
    claim: (...call) => faults.claim?.() ?? store.claim(...call),
    renew: (...call) => faults.renew?.() ?? store.renew(...call),
    done: (...call) => faults.done?.() ?? store.done(...call),
    release: (...call) => faults.release?.() ?? store.release(...call),
  }
  return { store: wrapped, faults }
}

const down = () => Promise.reject(new Error('connection refused'))

const places = backends.flatMap((backend) => builds.map((build) => ({ ...backend, ...build })))

for (const { name, isHere, open, build, createReceiver } of places) {
  describe.runIf(isHere)(`events in ${name}, on the ${build} build`, () => {
    test('a retry with a new signature is a duplicate', async () => {
      const { stores } = open()
      const { send, handled, clock } = receiving(createReceiver, { dedupe: stores[0] })
      expect(await send()).toBe(RECEIVED)
      await clock.advance(60 * SECOND)
      expect(await send()).toBe(DUPLICATE)
      expect(handled).toEqual(['PAID'])
    })

    test('an event whose handler throws is handled by the retry', async () => {
      const { stores } = open()
      let runs = 0
      const fail = () => {
        runs += 1
        if (runs === 1) throw new Error('the shop is closed')
      }
      const on = { 'payment.confirmed': fail }
      const { send } = receiving(createReceiver, { dedupe: stores[0], on })
      expect([await send(), await send(), await send()]).toEqual([FAILED, RECEIVED, DUPLICATE])
      expect(runs).toBe(2)
    })

    test('of two at once, in two processes, one is handled and the other is retried', async () => {
      const { stores } = open()
      const [started, end] = [deferred(), deferred()]
      const on = {
        async 'payment.confirmed'() {
          started.resolve()
          await end.promise
        },
      }
      const one = receiving(createReceiver, { dedupe: stores[0], on })
      const two = receiving(createReceiver, { dedupe: stores[1], on })
      const first = one.send()
      await started.promise
      expect(await two.handle(BODY, headerOf(T))).toEqual({
        status: 503,
        body: '{"error":"in_progress"}',
        headers: { 'content-type': 'application/json', 'retry-after': '30' },
      })
      end.resolve()
      expect(await first).toBe(RECEIVED)
      expect(await two.send()).toBe(DUPLICATE)
    })

    test('an order that expires and is paid later has both events handled', async () => {
      const { stores } = open()
      const events: string[] = []
      const note = ({ event }: { event: string }) => void events.push(event)
      const on = { 'payment.confirmed': note, 'payment.expired': note }
      const { send } = receiving(createReceiver, { dedupe: stores[0], on })
      expect(await send(bodyOf('payment.expired'))).toBe(RECEIVED)
      expect(await send(bodyOf('payment.confirmed'))).toBe(RECEIVED)
      expect(await send(bodyOf('payment.expired'))).toBe(DUPLICATE)
      expect(events).toEqual(['payment.expired', 'payment.confirmed'])
    })
  })
}

describe.each(builds)('de-duplication in the $build build', ({ createReceiver: create }) => {
  test('a signature is used once with a replay store, however its header is written', async () => {
    const { handle, handled, errors, clock } = receiving(create, {
      replay: memoryDedupe(),
      dedupe: false,
    })
    const send = async (header: string) => (await handle(BODY, header)).body
    const header = headerOf(T)
    expect(await send(header)).toBe('{"received":true}')
    expect(await send(header)).toBe('{"error":"replayed"}')
    expect(await send(header.replace(',', ' , v0=x,'))).toBe('{"error":"replayed"}')
    await clock.advance(SECOND)
    expect(await send(headerOf(T + 1))).toBe('{"received":true}')
    expect(handled).toHaveLength(2)
    expect(codes(errors)).toEqual(['replayed', 'replayed'])
  })

  test('a signature from as far ahead as is accepted is remembered until it is too old', async () => {
    const clock = createTestClock({ now: NOW })
    const replay = memoryDedupe({ clock: clock.now })
    const { handle } = receiving(create, { replay, dedupe: false }, clock)
    const send = async () => (await handle(BODY, headerOf(T + 300))).body
    expect(await send()).toBe('{"received":true}')
    await clock.advance(600 * SECOND + 999)
    expect(await send()).toBe('{"error":"replayed"}')
    await clock.advance(1)
    expect(await send()).toBe('{"error":"timestamp_too_old"}')
  })

  test('a signature stays usable when its event was not handled', async () => {
    let runs = 0
    const fail = () => {
      runs += 1
      if (runs === 1) throw new Error('the shop is closed')
    }
    const { send } = receiving(create, { replay: memoryDedupe(), on: { 'payment.confirmed': fail } })
    expect([await send(), await send(), (await send()).slice(0, 3)]).toEqual([FAILED, RECEIVED, '409'])
  })

  test('an event is refused while the store is down, and handled when it is back', async () => {
    const { store, faults } = fragile(memoryDedupe())
    const { send, handled, errors } = receiving(create, { dedupe: store })
    faults.claim = down
    expect(await send()).toBe(STORE_DOWN)
    expect(errors).toMatchObject([{ code: 'store_unavailable', cause: { message: 'connection refused' } }])
    faults.claim = () => {
      throw new Error('not even a promise')
    }
    expect(await send()).toBe(STORE_DOWN)
    expect(handled).toEqual([])
    delete faults.claim
    expect(await send()).toBe(RECEIVED)
  })

  test('a store that does not answer is down after 5 seconds', async () => {
    const { store, faults } = fragile(memoryDedupe())
    const asked = deferred()
    faults.claim = () => {
      asked.resolve()
      return new Promise(() => undefined)
    }
    const { send, clock } = receiving(create, { dedupe: store })
    const answer = send()
    await asked.promise
    await clock.advance(5 * SECOND)
    expect(await answer).toBe(STORE_DOWN)
  })

  test.each([undefined, true, 'toString'])('a store that answers %j to claim is down', async (reply) => {
    const store = { ...memoryDedupe(), claim: async () => reply as 'claimed' } // plain JavaScript may answer anything
    for (const stores of [{ dedupe: store }, { dedupe: false as const, replay: store }]) {
      const { send, handled } = receiving(create, stores)
      expect([await send(), handled]).toEqual([STORE_DOWN, []])
    }
  })

  test('told to process, a receiver handles the event all the same', async () => {
    const { store, faults } = fragile(memoryDedupe())
    faults.claim = down
    const options = { dedupe: store, replay: store, onStoreError: 'process' as const }
    const { send, handled, errors } = receiving(create, options)
    expect([await send(), await send()]).toEqual([RECEIVED, RECEIVED])
    expect(handled).toHaveLength(2)
    expect(codes(errors)).toEqual(Array(4).fill('store_unavailable'))
  })

  test('an event that was handled is acknowledged even if the store cannot note it', async () => {
    const { store, faults } = fragile(memoryDedupe())
    faults.done = down
    const { send, handled, errors } = receiving(create, { dedupe: store })
    expect(await send()).toBe(RECEIVED)
    expect([handled, codes(errors)]).toEqual([['PAID'], ['store_unavailable']])
  })

  test('a handler that fails is told as such even if the store cannot free the key', async () => {
    const { store, faults } = fragile(memoryDedupe())
    faults.release = down
    const on = {
      'payment.confirmed'() {
        throw new Error('the shop is closed')
      },
    }
    const { send, errors } = receiving(create, { dedupe: store, on })
    expect(await send()).toBe(FAILED)
    expect(errors).toMatchObject([{ message: 'the shop is closed' }, { code: 'store_unavailable' }])
  })

  test.each([
    ['32 days unless told otherwise', undefined, 32 * 24 * HOUR],
    ['as long as doneTtlMs', 27 * HOUR, 27 * HOUR],
  ])('an event that was handled is remembered for %s', async (_, doneTtlMs, ms) => {
    const { send, handled, clock } = receiving(create, { doneTtlMs })
    expect(await send()).toBe(RECEIVED)
    await clock.advance(ms - 1)
    expect(await send()).toBe(DUPLICATE)
    await clock.advance(1)
    expect(await send()).toBe(RECEIVED)
    expect(handled).toHaveLength(2)
  })

  test('an event is still remembered when its last redelivery makes its last attempt', async () => {
    const { send, clock } = receiving(create)
    expect(await send()).toBe(RECEIVED)
    await clock.advance(30 * 24 * HOUR + 27 * HOUR)
    expect(await send()).toBe(DUPLICATE)
  })

  test('the same event with other bytes goes to onRepeat, once for each body', async () => {
    const repeats: unknown[] = []
    const onRepeat = (event: { data: unknown }) => void repeats.push(event.data)
    const { send, handled } = receiving(create, { onRepeat })
    const [other, third] = [bodyOf('payment.confirmed', { n: 2 }), bodyOf('payment.confirmed', { n: 3 })]
    expect([await send(), await send(), await send(other), await send(other)]).toEqual([
      RECEIVED,
      DUPLICATE,
      DUPLICATE,
      DUPLICATE,
    ])
    expect([await send(third), await send(other), await send()]).toEqual(Array(3).fill(DUPLICATE))
    expect([handled, repeats]).toMatchObject([['PAID'], [{ n: 2 }, { n: 3 }]])
  })

  test('a repeat whose handler fails is retried', async () => {
    let runs = 0
    const onRepeat = () => {
      runs += 1
      if (runs === 1) throw new Error('the shop is closed')
    }
    const { send } = receiving(create, { onRepeat })
    const other = bodyOf('payment.confirmed', { n: 2 })
    expect([await send(), await send(other), await send(other)]).toEqual([RECEIVED, FAILED, DUPLICATE])
    expect(runs).toBe(2)
  })

  test.each([
    ['first', 1],
    ['second', 2],
  ])('the same bytes are no repeat, though the %s mark of their handling failed', async (_, failing) => {
    const clock = createTestClock({ now: NOW })
    const { store, faults } = fragile(memoryDedupe({ clock: clock.now }))
    let marks = 0
    faults.done = () => {
      marks += 1
      return marks === failing ? down() : undefined
    }
    const repeats: unknown[] = []
    const onRepeat = (event: unknown) => void repeats.push(event)
    const { send, handled } = receiving(create, { dedupe: store, onRepeat }, clock)
    expect([await send(), await send()]).toEqual([RECEIVED, BUSY])
    await clock.advance(30 * SECOND)
    expect([await send(), await send()]).toEqual([RECEIVED, DUPLICATE])
    expect([handled, repeats]).toEqual([['PAID', 'PAID'], []])
  })

  test('an event that arrives with other bytes is a duplicate without onRepeat', async () => {
    const { send, handled } = receiving(create)
    expect([await send(), await send(bodyOf('payment.confirmed', { n: 2 }))]).toEqual([RECEIVED, DUPLICATE])
    expect(handled).toHaveLength(1)
  })

  test('a handler that throws is run by the retry, though onError never ends', async () => {
    let runs = 0
    const on = {
      'payment.confirmed'() {
        runs += 1
        if (runs === 1) throw new Error('the shop is closed')
      },
    }
    const told = deferred()
    const onError = () => {
      told.resolve()
      return new Promise(() => undefined)
    }
    const { send, clock } = receiving(create, { on, onError })
    const first = send()
    await told.promise
    await clock.advance(2_000)
    expect(await first).toBe(FAILED)
    expect([await send(), runs]).toEqual([RECEIVED, 2])
  })

  test('a slow handler keeps its event as long as it takes', async () => {
    const [started, end] = [deferred(), deferred()]
    const on = {
      async 'payment.confirmed'() {
        started.resolve()
        await end.promise
      },
    }
    const { send, clock, errors } = receiving(create, { on })
    const first = send()
    await started.promise
    for (let n = 0; n < 9; n += 1) {
      await clock.advance(35 * SECOND)
      expect(await send()).toBe(BUSY)
    }
    expect(errors).toEqual(Array(9).fill(new Error('another attempt still handles this event')))
    end.resolve()
    expect(await first).toBe(RECEIVED)
    await clock.advance(60 * SECOND)
    expect(await send()).toBe(DUPLICATE)
  })

  test('a process that dies while it handles an event holds it for 30 seconds', async () => {
    const { send, store, clock } = receiving(create)
    const { data } = JSON.parse(BODY) as { data: { order_id: string } } // as written there
    await store.claim(JSON.stringify(['payment.confirmed', data.order_id]), 'the dead', 30 * SECOND)
    expect(await send()).toBe(BUSY)
    await clock.advance(30 * SECOND)
    expect(await send()).toBe(RECEIVED)
  })

  test('a renewal that fails once does not lose the claim', async () => {
    const clock = createTestClock({ now: NOW })
    const { store, faults } = fragile(memoryDedupe({ clock: clock.now }))
    const [started, end] = [deferred(), deferred()]
    const on = {
      async 'payment.confirmed'() {
        started.resolve()
        await end.promise
      },
    }
    const { send } = receiving(create, { dedupe: store, on }, clock)
    const first = send()
    await started.promise
    faults.renew = down
    await clock.advance(10 * SECOND)
    delete faults.renew
    await clock.advance(25 * SECOND)
    expect(await send()).toBe(BUSY)
    end.resolve()
    expect(await first).toBe(RECEIVED)
  })

  test('a handler that ends while its claim is renewed waits for that, and is the last of it', async () => {
    const store = memoryDedupe()
    const [started, end, renewal] = [deferred(), deferred(), deferred<boolean>()]
    const calls: string[] = []
    const slow: DedupeStore = {
      ...store,
      renew() {
        calls.push('renew')
        return renewal.promise
      },
      done(...call) {
        calls.push('done')
        return store.done(...call)
      },
    }
    const on = {
      async 'payment.confirmed'() {
        started.resolve()
        await end.promise
      },
    }
    const { send, clock } = receiving(create, { dedupe: slow, on })
    const answer = send()
    await started.promise
    await clock.advance(10 * SECOND)
    end.resolve()
    await new Promise(setImmediate)
    expect(calls).toEqual(['renew'])
    renewal.resolve(true)
    expect(await answer).toBe(RECEIVED)
    await clock.advance(60 * SECOND)
    expect(calls).toEqual(['renew', 'done'])
  })

  test('a claim that another took over meanwhile is reported, and the event acknowledged', async () => {
    const store = memoryDedupe()
    const stolen: DedupeStore = { ...store, renew: async () => false, done: async () => false }
    const [started, end] = [deferred(), deferred()]
    const on = {
      async 'payment.confirmed'() {
        started.resolve()
        await end.promise
      },
    }
    const { send, clock, errors } = receiving(create, { dedupe: stolen, on })
    const answer = send()
    await started.promise
    await clock.advance(100 * SECOND)
    end.resolve()
    expect(await answer).toBe(RECEIVED)
    expect(errors).toMatchObject([
      { code: 'store_unavailable', cause: { message: expect.stringMatching('lost') } },
    ])
  })

  test('an unknown event about neither order nor withdrawal is known by its bytes', async () => {
    const seen: string[] = []
    const onUnknown = ({ event }: { event: string }) => void seen.push(event)
    const { send } = receiving(create, { onUnknown })
    const of = (data: object) => JSON.stringify({ event: 'order.archived', timestamp: '', data })
    const bodies = [
      { n: 1 },
      { n: 2 },
      { order_id: 'A' },
      { withdrawal_id: 'B', order_id: 'A' },
      { order_id: 7 },
    ]
    for (const data of bodies) expect(await send(of(data))).toBe(RECEIVED)
    for (const data of bodies) expect(await send(of(data))).toBe(DUPLICATE)
    expect(await send(of({ order_id: 'A', n: 9 }))).toBe(DUPLICATE)
    expect(seen).toHaveLength(5)
  })

  test('an event without a handler is acknowledged and not remembered', async () => {
    const { send, store } = receiving(create, { on: {} })
    expect(await send()).toBe(RECEIVED)
    expect(await send(bodyOf('order.archived'))).toBe(RECEIVED)
    expect(store.size).toBe(0)
  })
})
