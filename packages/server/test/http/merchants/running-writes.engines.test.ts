import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/domain/store/store.js'
import { openStore } from '../../../src/storage/open.js'
import { Harness, ORDER } from '../../support/server/harness.js'
import { issueKeys } from '../../support/server/issued-keys.js'
import { ENGINES, type Engine, sideOf } from '../../support/storage/engines.js'

/** A change beside the server, between the admission of a request and its transaction. */
interface Change {
  sql?: string
}

const changing = (store: Store, run: () => Promise<void>): Store => ({
  read: (work) => store.read(work),
  forWorkers: () => store.forWorkers(),
  close: () => store.close(),
  async write(work) {
    await run()
    return store.write(work)
  },
})

async function start(engine: Engine) {
  const change: Change = {}
  const harness: Harness = await Harness.start(
    {},
    {
      engine,
      openStore: async (options) =>
        changing(await openStore(options), async () => {
          if (change.sql !== undefined) await (await sideOf(harness.database)).script(change.sql)
        }),
    },
  )
  const keys = await harness.register()
  const side = await sideOf(harness.database)
  return { harness, keys, side, change }
}

describe.each(ENGINES)('a write that was admitted, on %s', (engine) => {
  it.each<[change: string, sql: string, refusal: [number, string]]>([
    ['whose key was revoked', 'UPDATE api_keys SET revoked_at = 1', [401, 'api key is inactive']],
    ['whose key lost the scope', "UPDATE api_keys SET scopes = 'read'", [403, 'forbidden']],
    [
      'whose merchant was suspended',
      "UPDATE merchants SET status = 'SUSPENDED'",
      [403, 'merchant suspended'],
    ],
  ])('%s since writes nothing', async (_what, sql, refusal) => {
    const { harness, keys, side, change } = await start(engine)
    change.sql = sql
    const { status, json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    expect([status, json.error]).toEqual(refusal)
    expect(await side.value('SELECT COUNT(*) FROM orders')).toBe(0)
  })

  it('a write that was admitted whose key was given more scopes since does not grant them', async () => {
    const { harness, keys, side, change } = await start(engine)
    const narrow = await issueKeys(harness, { ...keys, environment: 'test', scopes: ['keys'] })
    change.sql = "UPDATE api_keys SET scopes = 'orders,read,withdrawals,keys'"
    const body = { environment: 'test', scopes: ['withdrawals'] }
    const refused = await harness.call('POST', '/v1/merchants/api-keys', { keys: narrow, body })
    expect([refused.status, refused.text]).toEqual([403, '{"error":"forbidden"}'])
    expect(await side.value('SELECT COUNT(*) FROM api_keys')).toBe(2)
  })
})
