/** Values that the examples of doc comments may use without declaring them, as a merchant's program has them. */
import { type CreateWebhook, MerchantPay } from '@merchantpay/sdk'
import { createTestServer } from '@merchantpay/testing'

const KEY_ID = process.env.MERCHANTPAY_KEY_ID ?? ''
const SECRET = process.env.MERCHANTPAY_SECRET ?? ''
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const WEBHOOK: CreateWebhook = { url: 'https://shop.example/hooks', events: ['payment.confirmed'] }

export type Fixtures = Awaited<ReturnType<typeof makeFixtures>>

/** Creates new fixtures for one example, on the sandbox server that the environment names. */
export async function makeFixtures() {
  const mp = new MerchantPay({ rateLimit: false })
  const [order, paid] = [await mp.orders.create(ORDER), await mp.orders.create(ORDER)]
  await mp.testHelpers.simulateOrder(paid.id, { action: 'pay' })
  const [webhook = await mp.webhooks.create(WEBHOOK)] = await mp.webhooks.list() // a merchant may have ten
  const server = createTestServer()
  return {
    mp,
    baseUrl: mp.baseUrl,
    keyId: KEY_ID,
    secret: SECRET,
    /** An open order. */
    order,
    /** Id of an order that is about to be paid. */
    id: paid.id,
    /** An endpoint for payment events. */
    webhook,
    /** A request to sign. */
    target: '/v1/merchants/me',
    bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    headers: { authorization: '' },
    /** An open event stream. */
    response: { body: bytesOf('data: {}\n\n') },
    handle(_: unknown) {},
    /** Input of a customer. */
    form: { amount: '25.00' },
    /** The in-memory service. */
    server,
  }
}

const names: Record<keyof Fixtures, true> = {
  mp: true,
  baseUrl: true,
  keyId: true,
  secret: true,
  order: true,
  id: true,
  webhook: true,
  target: true,
  bodyHash: true,
  headers: true,
  response: true,
  handle: true,
  form: true,
  server: true,
}

/** The names of the fixtures. */
export const FIXTURE_NAMES: ReadonlySet<string> = new Set(Object.keys(names))

function bytesOf(text: string): ReadableStream<Uint8Array> & AsyncIterable<Uint8Array> {
  return new Blob([text]).stream() as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array> // streams of Node are iterable
}
