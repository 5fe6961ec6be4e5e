import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/shared/policy.js'
import { Harness, ORDER, type Registered } from '../../support/server/harness.js'
import { ENGINES, sideOf } from '../../support/storage/engines.js'

interface Listed {
  readonly events: { readonly cursor: string; readonly payload: { readonly data: { order_id?: string } } }[]
  readonly cursor: string
  readonly next: string | null
}

class Shop {
  private constructor(
    readonly harness: Harness,
    readonly keys: Registered,
  ) {}

  static async open(engine: (typeof ENGINES)[number]): Promise<Shop> {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    await harness.work()
    return new Shop(harness, keys)
  }

  /** An order whose window ended. @returns its id */
  async expire(fields: object = {}): Promise<string> {
    const body = { ...ORDER, ...fields }
    const { json } = await this.harness.call('POST', '/v1/orders', { keys: this.keys, body })
    const path = `/v1/test_helpers/orders/${json.id}/simulate`
    await this.harness.call('POST', path, { keys: this.keys, body: { action: 'expire' } })
    await this.harness.work()
    return json.id
  }

  ask(query: Record<string, string> = {}) {
    return this.harness.call('GET', `/v1/events?${new URLSearchParams(query)}`, { keys: this.keys })
  }

  async list(query: Record<string, string> = {}): Promise<Listed> {
    const { status, json } = await this.ask(query)
    expect([status, json.error]).toEqual([200, undefined])
    return json as unknown as Listed
  }

  /** Leaves the row of a recovery that began and ended now. */
  async restore(): Promise<void> {
    const at = this.harness.clock.now()
    const side = await sideOf(this.harness.database)
    await side.script(`INSERT INTO recoveries (id, is_open, cause, reason, backup_at, begun_at, finished_at)
      VALUES (1, NULL, 'restore', 'a test', NULL, ${at}, ${at})`)
  }
}

const idsOf = ({ events }: Listed) => events.map(({ payload }) => payload.data.order_id)

describe.each(ENGINES)('GET /v1/events on %s', (engine) => {
  it('has the bytes that a webhook carries', async () => {
    const shop = await Shop.open(engine)
    const metadata = { größer: '\u2028 "&"', 10: 1.5, 2: [null, { __proto__: 1 }], url: 'https://a/b' }
    await shop.expire({ metadata: JSON.parse(JSON.stringify(metadata)) })
    const { text } = await shop.ask()
    const body = await (await sideOf(shop.harness.database)).value('SELECT body FROM webhook_events')
    expect(text).toContain(`"payload":${body}}`)
  })

  it('refuses the cursors of an earlier recovery, and names the time from which nothing is missed', async () => {
    const shop = await Shop.open(engine)
    const first = await shop.expire()
    const { cursor } = await shop.list()
    await shop.restore()
    const second = await shop.expire()
    const refused = await shop.ask({ after: cursor })
    expect([refused.status, refused.json.error]).toEqual([400, 'invalid cursor'])
    const from = String(refused.json.read_from)
    const again = await shop.list({ created_from: from })
    expect(idsOf(again)).toEqual([first, second])
    expect(idsOf(await shop.list({ after: again.cursor }))).toEqual([])
  })

  it('keeps a cursor for 30 days, and then names the oldest time that is listed', async () => {
    const shop = await Shop.open(engine)
    await shop.expire()
    const { cursor } = await shop.list()
    shop.harness.clock.advance(30 * DAY_MS + 1)
    await shop.harness.work()
    expect(idsOf(await shop.list())).toEqual([])
    expect(idsOf(await shop.list({ after: cursor }))).toEqual([])
    shop.harness.clock.advance(DAY_MS)
    const { status, json } = await shop.ask({ after: cursor })
    const oldest = new Date(shop.harness.clock.now() - 30 * DAY_MS).toISOString()
    expect([status, json.error, json.read_from]).toEqual([400, 'invalid cursor', oldest])
  })

  it('moves the cursor of a merchant without events on with the time', async () => {
    const shop = await Shop.open(engine)
    let { cursor } = await shop.list()
    for (let day = 0; day < 100; day += 20) {
      shop.harness.clock.advance(20 * DAY_MS)
      await shop.harness.work()
      cursor = (await shop.list({ after: cursor })).cursor
    }
    const id = await shop.expire()
    expect(idsOf(await shop.list({ after: cursor }))).toEqual([id])
  })

  it('begins at a time, with what was committed since', async () => {
    const shop = await Shop.open(engine)
    await shop.expire()
    shop.harness.clock.advance(HOUR_MS)
    const since = new Date(shop.harness.clock.now()).toISOString()
    const second = await shop.expire()
    expect(idsOf(await shop.list({ created_from: since }))).toEqual([second])
  })
})
