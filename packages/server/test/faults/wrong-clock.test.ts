/** A machine whose clock is wrong, for a moment or for good. */
import { describe, expect, it, vi } from 'vitest'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { SetClock } from '../support/server/set-clock.js'
import { Receiver, silentReceiver, type TrustedCertificate } from '../support/webhooks/receiver.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const STEP = 5 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const APP_ORDER = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }

/** A server on a machine whose clock can be set, and a merchant with the correct time. */
class Machine {
  merchantIsWrongByMs = 0

  private constructor(
    readonly harness: Harness,
    readonly time: SetClock,
    readonly certificate: TrustedCertificate,
    private readonly keys: Registered,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Machine> {
    const time = new SetClock()
    const [harness, certificate] = await Harness.startForWebhooks(env, { time })
    return new Machine(harness, time, certificate, await harness.register())
  }

  call(method: string, target: string, body?: unknown) {
    const timestamp = Math.floor((this.time.now() + this.merchantIsWrongByMs) / SECOND)
    return this.harness.call(method, target, { keys: this.keys, body, timestamp })
  }

  async status(orderId: string): Promise<unknown> {
    return (await this.call('GET', `/v1/orders/${orderId}`)).json.status
  }

  async simulate(orderId: string, action: string): Promise<void> {
    await this.call('POST', `/v1/test_helpers/orders/${orderId}/simulate`, { action })
  }

  async subscribe(url: string): Promise<string> {
    const made = await this.call('POST', '/v1/webhooks', { url, events: ['payment.expired'] })
    return made.json.id
  }

  /** Advances time in steps of five seconds, in which the server works; the last step is the remainder. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP) {
      this.time.pass(Math.min(STEP, left))
      await this.harness.work()
    }
  }

  /** Sets the clock, and lets the server notice it. */
  async set(wrongByMs: number): Promise<void> {
    this.time.wrongByMs = wrongByMs
    await this.harness.work()
  }
}

describe('a clock that is wrong for half a minute', () => {
  it('a clock that is wrong for half a minute by a month deletes nothing', async () => {
    const machine = await Machine.start()
    const receiver = await Receiver.start(machine.certificate)
    const webhookId = await machine.subscribe(receiver.url)
    const order = (await machine.call('POST', '/v1/app/orders', APP_ORDER)).json
    await machine.simulate(order.id, 'expire')
    await machine.harness.work()
    await machine.set(31 * DAY)
    await machine.pass(30 * SECOND)
    await machine.set(0)
    const { json } = await machine.call('GET', `/v1/webhooks/${webhookId}/deliveries`)
    expect(json.deliveries).toMatchObject([{ status: 'DELIVERED' }])
  })

  it.each([HOUR, -HOUR])(
    'a clock that is wrong for half a minute by %i ms does not appear in ids, which begin with the time',
    async (wrong) => {
      const machine = await Machine.start()
      await machine.pass(MINUTE)
      await machine.set(wrong)
      machine.merchantIsWrongByMs = wrong
      const order = (await machine.call('POST', '/v1/app/orders', APP_ORDER)).json
      expect(parseInt(order.id.replace('-', '').slice(0, 12), 16)).toBe(machine.time.now())
    },
  )

  it('resends no delivery that is under way', async () => {
    const machine = await Machine.start({ MERCHANTPAY_WEBHOOK_TIMEOUT_MS: '60000' })
    const { url } = await silentReceiver(machine.certificate)
    await machine.subscribe(url)
    const order = (await machine.call('POST', '/v1/app/orders', APP_ORDER)).json
    await machine.simulate(order.id, 'expire')
    const { dispatcher, workers } = machine.harness.server
    const { signal } = new AbortController()
    const tick = () => dispatcher.tick(signal)
    for (const worker of workers) if (worker !== dispatcher) await worker.tick(signal)
    expect(await tick()).toBe(1)
    machine.time.wrongByMs = HOUR
    expect(await tick()).toBe(0)
    await dispatcher.drain(0)
  })
})

describe('a clock that is set for good', () => {
  async function setFor(by: number) {
    const machine = await Machine.start({ MERCHANTPAY_METRICS_PORT: '0' })
    const order = (await machine.call('POST', '/v1/app/orders', APP_ORDER)).json
    await machine.set(by)
    machine.merchantIsWrongByMs = by
    return { machine, id: order.id, expireAt: Date.parse(String(order.expire_at)) }
  }

  it('ahead ends expired orders by the new time after a minute', async () => {
    const { machine, id } = await setFor(HOUR)
    await machine.pass(MINUTE - 1)
    expect(await machine.status(id)).toBe('OPEN')
    await machine.pass(1)
    expect(await machine.status(id)).toBe('EXPIRED')
    const numbers = await (await fetch(machine.harness.server.metricsUrl ?? '')).text()
    expect(numbers).toMatch(/^merchantpay_clock_steps_total 1$/m)
  })

  it('back ends no order before the new time reaches its end', async () => {
    const { machine, id, expireAt } = await setFor(-HOUR)
    await machine.pass(MINUTE)
    machine.time.pass(expireAt - machine.time.wall() - 1)
    await machine.harness.work()
    expect(await machine.status(id)).toBe('OPEN')
    await machine.pass(1)
    expect(await machine.status(id)).toBe('EXPIRED')
  })
})

it('a machine that slept for longer than a payment window makes orders with full windows', async () => {
  const machine = await Machine.start({ MERCHANTPAY_SANDBOX_BLOCK_MS: '3000' })
  await machine.pass(MINUTE)
  machine.time.sleep(HOUR)
  const order = (await machine.call('POST', '/v1/orders', ORDER)).json
  await machine.pass(2 * MINUTE)
  await machine.simulate(order.id, 'pay')
  await machine.pass(2 * MINUTE)
  expect(await machine.status(order.id)).toBe('PAID')
})

it('another time zone changes no time of the API', async () => {
  const machine = await Machine.start()
  const order = (await machine.call('POST', '/v1/app/orders', APP_ORDER)).json
  const before = (await machine.call('GET', `/v1/orders/${order.id}`)).text
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  expect((await machine.call('GET', `/v1/orders/${order.id}`)).text).toBe(before)
})
