import { describe, expect, it } from 'vitest'
import type { KeyScope } from '../../../src/domain/shared/key-scope.js'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { issueKeys } from '../../support/server/issued-keys.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'

const ALL = ['orders', 'read', 'withdrawals', 'keys']

describe('the scopes of a new key', () => {
  const shared = useHarness()

  const create = async (keys: Keys, environment: string, scopes?: unknown) => {
    const { status, json } = await shared.harness.call('POST', '/v1/merchants/api-keys', {
      keys,
      body: { environment, scopes },
    })
    const made = { keyId: String(json.key_id), secret: String(json.secret) }
    return { status, error: [json.error, json.param, json.detail], scopes: json.scopes, keys: made }
  }

  /** An active merchant with a test key of these scopes. */
  async function activeWith(...scopes: KeyScope[]): Promise<Keys> {
    const { harness } = shared
    const { merchantId } = await harness.register()
    await setMerchantStatus(harness, merchantId, 'ACTIVE')
    return issueKeys(harness, { merchantId, environment: 'test', scopes })
  }

  it('are all for the key of a registration', async () => {
    const { harness } = shared
    const { json } = await harness.call('POST', '/v1/merchants', {
      body: { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' },
    })
    expect(json.api_key).toMatchObject({ scopes: ALL })
  })

  it('are those that were asked for, in the order of the contract, in the answer and in the list', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const made = await create(keys, 'test', ['read', 'orders'])
    expect([made.status, made.scopes]).toEqual([201, ['orders', 'read']])
    const { json } = await harness.call('GET', '/v1/merchants/api-keys', { keys: made.keys })
    const listed = json.api_keys as { key_id: string; scopes: string[] }[]
    expect(listed.map(({ key_id, scopes }) => [key_id, scopes])).toEqual(
      expect.arrayContaining([
        [made.keys.keyId, ['orders', 'read']],
        [keys.keyId, ALL],
      ]),
    )
  })

  it('are by default those of the key that creates it', async () => {
    const keys = await activeWith('keys', 'orders')
    expect((await create(keys, 'test')).scopes).toEqual(['orders', 'keys'])
    expect((await create(await shared.harness.register(), 'test')).scopes).toEqual(ALL)
    expect(
      (await create(await shared.harness.liveKeys(await shared.harness.register()), 'live')).scopes,
    ).toEqual(ALL)
  })

  it('are never more than those of the key that creates it', async () => {
    const keys = await activeWith('keys', 'orders')
    for (const scopes of [['read'], ['orders', 'withdrawals'], ALL]) {
      const refused = await create(keys, 'test', scopes)
      expect([refused.status, refused.error]).toEqual([403, ['forbidden', undefined, undefined]])
    }
    expect((await create(keys, 'test', ['keys'])).scopes).toEqual(['keys'])
  })

  it('are all but withdrawals for the first live key, which a test key makes', async () => {
    const keys = await activeWith('orders', 'read', 'withdrawals', 'keys')
    expect((await create(keys, 'live', ['withdrawals'])).status).toBe(403)
    const first = await create(keys, 'live')
    expect([first.status, first.scopes]).toEqual([201, ['orders', 'read', 'keys']])
    expect((await create(first.keys, 'live', ['withdrawals'])).status).toBe(403)
    expect((await create(first.keys, 'test')).scopes).toEqual(['orders', 'read', 'keys'])
    const body = { amount: '10', currency: 'USDT', network: 'TRC20', destination_address: 'T' }
    const { status, text } = await shared.harness.call('POST', '/v1/withdrawals', { keys: first.keys, body })
    expect([status, text]).toEqual([403, '{"error":"forbidden"}'])
  })

  it.each<[what: string, scopes: unknown, param: string, detail: string]>([
    ['an empty list', [], 'scopes', 'at least 1 items'],
    ['a text', 'orders', 'scopes', 'must be an array'],
    ['one twice', ['read', 'read'], 'scopes', 'no item twice'],
    ['five', ['read', 'orders', 'keys', 'withdrawals', 'read'], 'scopes', 'at most 4 items'],
    ['an unknown one', ['read', 'admin'], 'scopes.1', 'allowed: orders, read, withdrawals, keys'],
    ['a number', [7], 'scopes.0', 'allowed: orders, read, withdrawals, keys'],
  ])('are refused: %s', async (_what, scopes, param, detail) => {
    const refused = await create(await shared.harness.register(), 'test', scopes)
    expect([refused.status, refused.error]).toEqual([400, [`invalid parameter: ${param}`, param, detail]])
  })

  it('may be null, which is left out', async () => {
    expect((await create(await shared.harness.register(), 'test', null)).scopes).toEqual(ALL)
  })
})
