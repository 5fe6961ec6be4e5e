/** The limits of a merchant under concurrent requests on two servers. */
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../src/domain/merchants/api-key.js'
import { createApiKey, requestApiKey } from '../../src/domain/merchants/api-keys.js'
import { DomainError } from '../../src/domain/shared/errors.js'
import { KEY_SCOPES } from '../../src/domain/shared/key-scope.js'
import type { Store } from '../../src/domain/store/store.js'
import { createWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const AT_ONCE = 12

describe.each(ENGINES)('a merchant with twelve concurrent requests on %s', (engine) => {
  const context = contextAt(handClock())

  async function twoServers() {
    const books = await openDatabase(engine)
    const shop = { ...merchant('shop'), status: 'ACTIVE' as const }
    await books.store.write((tx) => tx.merchants.insert(shop))
    const stores = [books.store, await books.another()] as const
    const storeOf = (n: number): Store => stores[n % 2 === 0 ? 0 : 1]
    const atOnce = (ask: (store: Store) => Promise<unknown>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(storeOf(n)).then(() => 'made', codeOf)))
    // Writers run one by one while connections are being opened.
    await atOnce((store) => store.write((tx) => tx.merchants.find('shop')))
    const callerWith = (environment: 'live' | 'test'): Caller => ({
      merchantId: 'shop',
      environment,
      keyId: 'key',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: shop,
    })
    return { ...books, atOnce, callerWith }
  }

  it('gets the tenth endpoint once', async () => {
    const { store, atOnce } = await twoServers()
    const make = (from: Store) => {
      const input = { url: 'https://shop.example/', events: ['payment.confirmed'] as const }
      return from.write((tx) => createWebhook(tx, context, SCOPE, input))
    }
    for (let made = 0; made < 9; made += 1) await make(store)
    expect(counted(await atOnce(make))).toEqual({ made: 1, webhook_limit_reached: AT_ONCE - 1 })
  })

  it('gets the twentieth key once', async () => {
    const { store, atOnce, callerWith } = await twoServers()
    await store.write(async (tx) => {
      for (let made = 0; made < 19; made += 1)
        await createApiKey(tx, context, { ...SCOPE, name: 'key', scopes: KEY_SCOPES, issuedBy: null })
    })
    const input = { name: 'key', environment: 'test' } as const
    const ask = (from: Store) => from.write((tx) => requestApiKey(tx, context, callerWith('test'), input))
    expect(counted(await atOnce(ask))).toEqual({ made: 1, api_key_limit_reached: AT_ONCE - 1 })
  })

  it('gets one first live key for a test key', async () => {
    const { atOnce, callerWith } = await twoServers()
    const input = { name: 'key', environment: 'live' } as const
    const ask = (from: Store) => from.write((tx) => requestApiKey(tx, context, callerWith('test'), input))
    expect(counted(await atOnce(ask))).toEqual({ made: 1, forbidden: AT_ONCE - 1 })
  })

  it('rotates the webhook secret each time, and two remain', async () => {
    const { store, side, atOnce } = await twoServers()
    await store.write((tx) => issueWebhookSecret(tx, context, SCOPE))
    const rotate = (from: Store) => from.write((tx) => issueWebhookSecret(tx, context, SCOPE))
    expect(counted(await atOnce(rotate))).toEqual({ made: AT_ONCE })
    expect(await (await side()).value('SELECT COUNT(*) FROM webhook_secrets')).toBe(2)
  })
})

function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code
  throw error
}

function counted(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
