import { describe, expect, it } from 'vitest'
import { type Json, type Keys, useHarness } from '../../support/server/harness.js'
import { fund, withdraw } from '../../support/withdrawals/withdrawals.js'

const UNKNOWN = '019b0e5e-3333-7bbb-8ccc-0123456789ab'

describe('GET /v1/withdrawals', () => {
  const shared = useHarness()
  const list = async (keys: Keys, query = '') =>
    (await shared.harness.call('GET', `/v1/withdrawals${query}`, { keys })).json
  const idsOf = ({ withdrawals }: Json) => (withdrawals as Json[]).map(({ id }) => id) // the contract's array

  it('lists newest first, page by page, with the total of all', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys, '100')
    const ids: string[] = []
    for (let made = 0; made < 5; made += 1) {
      ids.unshift((await withdraw(harness, keys)).json.id)
      harness.clock.advance(made % 2)
    }
    expect(await list(keys)).toMatchObject({ total: 5 })
    expect(idsOf(await list(keys))).toEqual(ids)
    expect(idsOf(await list(keys, '?limit=2&offset=1'))).toEqual(ids.slice(1, 3))
    expect(await list(keys, '?limit=2&offset=5')).toEqual({ withdrawals: [], total: 5, next: null })
  })

  it('shows each withdrawal as its own URL does', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys, '100')
    const created = await withdraw(harness, keys, { description: 'Payout', metadata: { run: 7 } })
    expect((await list(keys)).withdrawals).toEqual([created.json])
    const { json } = await harness.call('GET', `/v1/withdrawals/${created.json.id}`, { keys })
    expect(json).toEqual(created.json)
  })

  it('shows none of other merchants, and none of the other environment', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    await fund(harness, keys, '100')
    await withdraw(harness, keys)
    const live = await harness.liveKeys(keys)
    for (const stranger of [other, live]) {
      expect(await list(stranger)).toEqual({ withdrawals: [], total: 0, next: null })
    }
  })

  it.each([
    ['limit=0', 'invalid limit'],
    ['limit=101', 'invalid limit'],
    ['limit=ten', 'invalid limit'],
    ['offset=-1', 'invalid offset'],
  ])('refuses %s', async (query, message) => {
    const keys = await shared.harness.register()
    const { status, errorText: text } = await shared.harness.call('GET', `/v1/withdrawals?${query}`, { keys })
    expect([status, text]).toEqual([400, JSON.stringify({ error: message })])
  })
})

describe('GET /v1/withdrawals/{id}', () => {
  const shared = useHarness()

  it('answers 404 for one that is missing, another merchant’s, of the other environment, or not a UUID', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    await fund(harness, keys, '100')
    const { id } = (await withdraw(harness, keys)).json
    const live = await harness.liveKeys(keys)
    const asked: [Keys, string][] = [
      [keys, UNKNOWN],
      [keys, 'wdr_4HV8N2RC6T0E'],
      [other, id],
      [live, id],
    ]
    for (const [who, what] of asked) {
      const { status, text } = await harness.call('GET', `/v1/withdrawals/${what}`, { keys: who })
      expect([status, text]).toEqual([404, '{"error":"withdrawal not found"}'])
    }
  })
})
