import fc from 'fast-check'
import { MerchantPay } from '../../../src/client.js'
import type { Amount, DecimalString } from '../../../src/index.js'
import type { Fetch } from '../../../src/options.js'
import type { Account } from './reference.js'

type Act = (mp: MerchantPay) => Promise<unknown>

const TRC20 = { currency: 'USDT', network: 'TRC20' } as const
const encoder = new TextEncoder()

/** Any text: astral characters, combining ones, controls and lone surrogates among them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '\ud800', '\u0000', '\u2028"\\', '🎟️ Grüße', 'الفاتورة'),
)
const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/)
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  anyText.map((text) => encoder.encode(JSON.stringify({ ...TRC20, amount: '25.00', description: text }))),
)
/** Raw queries, as a proxy or a middleware may add them: with signs that URLs escape, and with nothing. */
const anyQuery = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', 'limit=2&offset=0', '%zz', 'a=%C3%BC&a=ü', "'<>|\\^`{} ", 'x=1?y=2', '&&=&', '//../..'),
)

/** Requests with and without a body, to fixed and to random paths, by method and by `raw`. */
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ description: anyText, metadata: fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 4 }) }).map(
    (rest): Act =>
      (mp) =>
        mp.orders.create({ ...TRC20, amount: '25.00', ...rest } as { amount: Amount } & typeof TRC20), // any JSON
  ),
  fc.record({ amount: fc.stringMatching(/^[0-9]{1,12}(\.[0-9]{1,9})?$/), description: anyText }).map(
    ({ amount, description }): Act =>
      (mp) => {
        const order = { amount_mode: 'FIXED', currency: 'USDT', description } as const
        return mp.appOrders.create({ ...order, amount: amount as DecimalString }) // any value is signed
      },
  ),
  anyId.map(
    (id): Act =>
      (mp) =>
        mp.orders.get(id),
  ),
  anyId.map(
    (id): Act =>
      (mp) =>
        mp.apiKeys.revoke(id),
  ),
  anyId.map(
    (id): Act =>
      (mp) =>
        mp.withdrawals.cancel(id),
  ),
  fc.record({ limit: fc.double(), offset: fc.integer() }).map(
    (page): Act =>
      (mp) =>
        mp.orders.list(page),
  ),
  fc.record({ query: anyQuery, id: anyId }).map(
    ({ query, id }): Act =>
      (mp) =>
        changeQuery(mp, query, id),
  ),
  fc.record({ body: anyBytes, note: anyId }).map(
    ({ body, note }): Act =>
      (mp) =>
        changeBody(mp, body, note),
  ),
)

function changeQuery(mp: MerchantPay, query: string, id: string): Promise<unknown> {
  mp.raw.use({ onRequest: ({ request }) => new Request(`${request.url}?${query}`, request) })
  return mp.raw.GET('/v1/orders/{id}', { params: { path: { id } } })
}

/** The middleware also tries to sign by itself, which it must not be able to. */
function changeBody(mp: MerchantPay, body: Uint8Array<ArrayBuffer>, note: string): Promise<unknown> {
  mp.raw.use({
    onRequest: ({ request: { url, method } }) => {
      const headers = { 'content-type': 'application/json', 'x-note': note, authorization: 'Bearer none' }
      return new Request(url, { method, headers, body })
    },
  })
  return mp.raw.POST('/v1/orders', { body: { ...TRC20, amount: '25.00' } })
}

/**
 * Sends random requests and requires each one to pass the server's signature check; the server may refuse
 * it for other reasons.
 *
 * @throws Error with the seed and the smallest request that was refused
 */
export async function requireVerifiedSignatures(account: Account, seed: number, runs: number): Promise<void> {
  let statuses: number[] = []
  const fetch: Fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    statuses.push(response.status)
    return response
  }
  const verified = fc.asyncProperty(anyAct, async (act) => {
    statuses = []
    await act(new MerchantPay({ ...account, fetch, maxRetries: 0, rateLimit: false })).catch(() => undefined)
    const [status = 0] = statuses
    if (statuses.length !== 1 || status === 401 || status >= 500) throw new Error(`answered ${statuses}`)
  })
  await fc.assert(verified, { seed, numRuns: runs })
}
