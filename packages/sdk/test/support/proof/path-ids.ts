import fc from 'fast-check'
import { MerchantPay } from '../../../src/client.js'
import { KEY_ID, SECRET } from '../keys.js'

type Call = (mp: MerchantPay, id: string) => PromiseLike<unknown>

const LONGEST = 128
const page = { limit: 1 }
const pay = { action: 'pay' } as const

/** Every call that puts an id into its path, after the request it must make. */
const CALLS: readonly (readonly [request: string, call: Call])[] = [
  ['GET /v1/orders/{}', (mp, id) => mp.orders.get(id)],
  ['GET /v1/orders/{}/events', (mp, id) => mp.orders.stream(id).next()],
  ['GET /v1/orders/{}/deliveries?limit=1', (mp, id) => mp.orders.listDeliveries(id, page)],
  ['GET /v1/payment-links/{}', (mp, id) => mp.paymentLinks.get(id)],
  ['POST /v1/payment-links/{}/close', (mp, id) => mp.paymentLinks.close(id)],
  ['GET /v1/payment-links/{}/orders?limit=1', (mp, id) => mp.paymentLinks.listOrders(id, page)],
  ['DELETE /v1/merchants/api-keys/{}', (mp, id) => mp.apiKeys.revoke(id)],
  ['GET /v1/webhooks/{}/deliveries?limit=1', (mp, id) => mp.webhooks.listDeliveries(id, page)],
  ['GET /v1/withdrawals/{}', (mp, id) => mp.withdrawals.get(id)],
  ['DELETE /v1/withdrawals/destinations/{}', (mp, id) => mp.withdrawals.destinations.delete(id)],
  ['POST /v1/withdrawals/{}/cancel', (mp, id) => mp.withdrawals.cancel(id)],
  ['POST /v1/test_helpers/orders/{}/simulate', (mp, id) => mp.testHelpers.simulateOrder(id, pay)],
  ['GET /v1/orders/{}', (mp, id) => mp.raw.GET('/v1/orders/{id}', { params: { path: { id } } })],
  [
    'DELETE /v1/merchants/api-keys/{}',
    (mp, key_id) => mp.raw.DELETE('/v1/merchants/api-keys/{key_id}', { params: { path: { key_id } } }),
  ],
]

const plain = fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{1,${LONGEST}}$`))
const strange = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  fc.constantFrom('..', '.', '/', '\\', '%2e%2e', '%2F', '?', '#', '\n', '\0', 'ａ', 'é', '１', '{id}'),
)
const anyId = fc.oneof(
  plain,
  strange,
  fc.constantFrom('', 'x'.repeat(LONGEST), 'x'.repeat(LONGEST + 1), '__proto__', 'constructor'),
  // One strange part before, after or within what would be an id.
  fc.tuple(plain, strange, fc.constantFrom('', 'a', 'v1')).map((parts) => parts.join('')),
  fc.tuple(strange, plain).map((parts) => parts.join('')),
)

/**
 * Calls with random ids: a valid one must make one request, to exactly its path, and any other must make none.
 *
 * @throws Error with the seed and the smallest id that was sent or kept back wrongly
 */
export async function requirePlainPaths(seed: number, runs: number): Promise<void> {
  const sent: string[] = []
  const origin = 'https://pay.example'
  const fetch = async (url: string, { method = '' }: RequestInit) => {
    sent.push(`${method} ${url.slice(origin.length)}`)
    return new Response('{"error":"not found"}', { status: 404 })
  }
  const mp = new MerchantPay({ baseUrl: origin, keyId: KEY_ID, secret: SECRET, rateLimit: false, fetch })
  const kept = fc.asyncProperty(fc.constantFrom(...CALLS), anyId, async ([request, call], id) => {
    sent.length = 0
    await call(mp, id).then(undefined, () => undefined)
    const isPlain = /^[A-Za-z0-9_-]{1,128}$/.test(id)
    const expected = isPlain ? [request.replace('{}', id)] : []
    if (`${sent}` !== `${expected}`) throw new Error(`${request} sent "${sent}"`)
  })
  await fc.assert(kept, { seed, numRuns: runs })
}
