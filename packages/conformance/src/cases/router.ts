import type { Case } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { type Call, callOf, exchange } from '../http/request.js'
import { makeOrder, ORDER, paddedTo, WEBHOOK } from './samples.js'

/** Paths that the contract does not have. */
const UNKNOWN_PATHS = [
  '/v1/orders/',
  '/V1/orders',
  '/v1//orders',
  '/v1/orders/x/y',
  '/v1/orders;x',
  '/v1/%6Frders',
  '/v2/orders',
]

const bare = (method: string, path: string): Call => ({ method, path, request: {} })

/** Rules of all operations. */
export const router: Case[] = [
  ...UNKNOWN_PATHS.map(
    (path): Case => ({
      name: `${path} is 404 not found`,
      covers: ['not_found'],
      run: async (session) =>
        requireRefusal(await (await session.merchant()).send(bare('GET', path)), '404 not found', path),
    }),
  ),
  {
    name: 'a method that a path does not have is 405, with its methods in Allow',
    covers: ['method_not_allowed'],
    async run({ target }) {
      for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
        const answer = await exchange(target, bare(method, '/v1/orders'))
        requireRefusal(answer, '405 method not allowed', `${method} /v1/orders`)
        const allowed = (answer.headers.get('allow') ?? '').split(/, */).sort()
        requireEqual(allowed, ['GET', 'POST'], 'Allow')
      }
    },
  },
  {
    name: 'a literal path comes before one with an id in its place',
    covers: ['method_not_allowed', 'listWithdrawalDestinations', 'quoteWithdrawal'],
    async run(session) {
      const merchant = await session.merchant()
      for (const [method, path, allowed] of [
        ['PUT', '/v1/withdrawals/destinations', ['GET', 'POST']],
        ['POST', '/v1/withdrawals/destinations/cancel', ['DELETE']],
        ['DELETE', '/v1/withdrawals/quote', ['GET']],
      ] as const) {
        const answer = await exchange(session.target, bare(method, path))
        requireRefusal(answer, '405 method not allowed', `${method} ${path}`)
        requireEqual((answer.headers.get('allow') ?? '').split(/, */).sort(), allowed, `Allow of ${path}`)
      }
      await merchant.succeeds('listWithdrawalDestinations')
      await merchant.succeeds('quoteWithdrawal', { query: 'network=TRC20&amount=100' })
    },
  },
  {
    name: 'a safe request id is returned, on errors too; any other is replaced',
    covers: [],
    async run(session) {
      const merchant = await session.merchant()
      const idOf = async (given: string, path: string) => {
        const headers = { 'x-request-id': given }
        const { headers: answered } = await merchant.send({ method: 'GET', path, request: { headers } })
        return answered.get('x-request-id') ?? ''
      }
      requireEqual(await idOf('cart-1.a', '/v1/orders'), 'cart-1.a', 'X-Request-Id')
      requireEqual(await idOf('cart-1.b', '/v1/nothing'), 'cart-1.b', 'X-Request-Id of a 404')
      for (const unsafe of ['<script>', 'x'.repeat(129)]) {
        const id = await idOf(unsafe, '/v1/orders')
        requireThat(id !== unsafe && /^[\w.-]{1,128}$/.test(id), `a new X-Request-Id, not ${id}`)
      }
    },
  },
  {
    name: 'a body of 64 KiB is read',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const bytes = paddedTo(64 * 1_024, ORDER)
      requireEqual((await merchant.succeeds('createOrder', { bytes })).status, 'OPEN', 'status')
    },
  },
  {
    name: 'an invalid escape matches no resource',
    covers: ['getOrder order_not_found', 'revokeApiKey api_key_not_found'],
    async run(session) {
      const merchant = await session.merchant()
      for (const id of ['%zz', '%00', '%ED%A0%80']) {
        await merchant.isRefused('getOrder', { id }, '404 order not found')
        await merchant.isRefused('revokeApiKey', { id }, '404 api key not found')
      }
    },
  },
  {
    name: 'the letter case and the escapes of an id do not matter, those of a key id do',
    covers: ['getOrder', 'listOrders', 'getWebhookDelivery', 'revokeApiKey api_key_not_found'],
    async run(session) {
      const merchant = await session.merchant()
      const { id, order_number: number } = await makeOrder(merchant)
      for (const name of [id.toUpperCase(), number.toLowerCase(), number.replace('ord_', 'ord%5F')])
        requireEqual((await merchant.succeeds('getOrder', { id: name })).id, id, `the order ${name}`)
      const filter = { query: `order_number=${number.toLowerCase()}` }
      requireEqual((await merchant.succeeds('listOrders', filter)).total, 1, 'the orders with this number')
      const endpoint = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const { id: deliveryId } = await merchant.succeeds('sendTestWebhook', { id: endpoint.id.toUpperCase() })
      const named = { id: endpoint.id.toUpperCase(), deliveryId: deliveryId.toUpperCase() }
      requireEqual((await merchant.succeeds('getWebhookDelivery', named)).id, deliveryId, 'the delivery')
      await merchant.succeeds('deleteWebhook', { id: endpoint.id })
      const [key] = (await merchant.succeeds('listApiKeys')).api_keys
      await merchant.isRefused('revokeApiKey', { id: key?.key_id.toUpperCase() }, '404 api key not found')
    },
  },
  {
    name: 'metadata comes back as it was sent',
    operationId: 'createOrder',
    covers: ['createOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const metadata = { text: 'Zwölf 漢字 😀', list: [1, 2.5, true, null], nested: { deeper: { deep: '' } } }
      const { id } = await makeOrder(merchant, { metadata })
      requireEqual((await merchant.succeeds('getOrder', { id })).metadata, metadata, 'metadata')
      const unsafe = await merchant.send(
        callOf('createOrder', {
          bytes: JSON.stringify({ ...ORDER, metadata: 0 }).replace(':0', ':{"id":9007199254740993}'),
        }),
      )
      requireRefusal(unsafe, '400 invalid metadata', 'a number that would not come back as it was')
    },
  },
]
