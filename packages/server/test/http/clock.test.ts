import { describe, expect, it } from 'vitest'
import { type Store, Unavailable } from '../../src/domain/store/store.js'
import { openStore } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER, useHarness } from '../support/server/harness.js'

const TOKEN = 'operator-token-of-a-test-with-32-characters'
const SETTINGS = { MERCHANTPAY_OPERATOR_TOKEN: TOKEN, MERCHANTPAY_MOVABLE_CLOCK: 'on' }
const use = useHarness(SETTINGS, 'sqlite')
const unmovable = useHarness({ MERCHANTPAY_OPERATOR_TOKEN: TOKEN }, 'sqlite')

async function move(body: object, harness: Harness = use.harness, token = TOKEN) {
  const { status, json } = await harness.call('POST', '/operator/v1/clock', {
    body,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status, error: json.error, at: Date.parse(`${json.now}`), frozen: json.frozen }
}

/** Rolls each unit of work back at its end while `fault` says so. */
function failing(store: Store, fault: { readonly isFailing: boolean }): Store {
  const write = store.write.bind(store)
  store.write = (work) =>
    write(async (tx) => {
      const result = await work(tx)
      if (fault.isFailing) throw new Unavailable('planted')
      return result
    })
  return store
}

describe('the clock of a developer’s server', () => {
  it('advances, and an order expires', async () => {
    const keys = await use.harness.register()
    const { json } = await use.harness.call('POST', '/v1/orders', { body: ORDER, keys })
    const before = await move({})
    const after = await move({ advance_seconds: 1_860 })
    expect(after.at - before.at).toBe(1_860_000)
    await use.harness.work()
    await use.harness.pass(5_000)
    const order = await use.harness.call('GET', `/v1/orders/${json.id}`, { keys })
    expect(order.json.status).toBe('EXPIRED')
  })

  it('keeps the time of signatures', async () => {
    await move({ advance_seconds: 86_400 })
    const keys = await use.harness.register()
    expect((await use.harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
  })

  it('stands still, and runs on from there', async () => {
    const frozen = await move({ frozen: true })
    use.harness.clock.advance(60_000)
    expect(await move({})).toMatchObject({ at: frozen.at, frozen: true })
    expect(await move({ advance_seconds: 5 })).toMatchObject({ at: frozen.at + 5_000, frozen: true })
    expect(await move({ frozen: false })).toMatchObject({ at: frozen.at + 5_000, frozen: false })
    use.harness.clock.advance(1_000)
    expect((await move({})).at).toBe(frozen.at + 6_000)
  })

  it('follows a move only once it is committed', async () => {
    const fault = { isFailing: false }
    const harness = await Harness.start(SETTINGS, {
      engine: 'sqlite',
      openStore: async (options) => failing(await openStore(options), fault),
    })
    const before = await move({}, harness)
    fault.isFailing = true
    expect((await move({ advance_seconds: 3_600 }, harness)).status).toBe(503)
    fault.isFailing = false
    expect(await move({}, harness)).toEqual(before)
  })

  it('keeps its time at a restart', async () => {
    const folder = temporaryFolder()
    const first = await Harness.open(folder, SETTINGS, { engine: 'sqlite' })
    const moved = await move({ advance_seconds: 3_600, frozen: true }, first)
    await first.close()
    const second = await Harness.open(folder, SETTINGS, { engine: 'sqlite' })
    expect(await move({}, second)).toEqual(moved)
    await second.close()
  })

  it.each([{ advance_seconds: 0 }, { advance_seconds: -60 }, { advance_seconds: 1.5 }, { frozen: 'yes' }])(
    'refuses %j',
    async (body) => {
      expect((await move(body)).status).toBe(400)
    },
  )

  it('is not there unless it is switched on, and for no other token', async () => {
    expect(await move({}, unmovable.harness)).toMatchObject({ status: 404, error: 'not found' })
    expect((await move({}, use.harness, 'x'.repeat(40))).status).toBe(401)
  })
})
