import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { CUSTOM, type KeptFields, makeOrder, ORDER, TOO_LARGE, UNKNOWN_UUID } from './samples.js'

const withFields = (fields: object) => ({ body: { ...ORDER, ...fields } })

const succeeding: Case[] = [
  {
    name: 'createOrder opens an order that can be paid for 30 minutes',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const given = { description: 'Two tickets', metadata: { cart: { id: 'A-1' }, seats: [4, 5] } }
      const urls = { return_url: 'https://shop.example/thanks', webhook_url: 'https://conformance.invalid/o' }
      const fields = { ...given, ...urls } satisfies KeptFields
      const order = await makeOrder(merchant, { ...fields, amount: '25.123456' })
      const { status, order_amount, received_amount, credited_amount, paid_at, environment } = order
      const { merchant_id, tolerance_percent } = order
      requireEqual(
        { status, order_amount, received_amount, credited_amount, paid_at, environment },
        {
          status: 'OPEN',
          order_amount: '25.123456',
          received_amount: '0.00',
          credited_amount: '0.00',
          paid_at: null,
          environment: 'test',
        },
        'a new order',
      )
      requireEqual({ ...order, ...fields }, order, 'what was given')
      requireEqual([merchant_id, tolerance_percent], [merchant.id, '0.01'], 'its merchant and tolerance')
      const open = Date.parse(order.expire_at) - Date.parse(order.created_at)
      requireEqual(open, 1_800_000, 'the window of an order, milliseconds')
    },
  },
  {
    name: 'createOrder gives an address in the encoding of its network',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const [tron, ether] = [await makeOrder(merchant), await makeOrder(merchant, { network: 'ERC20' })]
      requireThat(/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(tron.payment_address), 'a TRC20 address')
      requireThat(/^0x[0-9a-fA-F]{40}$/.test(ether.payment_address), 'an ERC20 address')
    },
  },
  {
    name: 'createOrder takes the smallest amount above 10, every tolerance, and ignores unknown fields',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      requireEqual((await makeOrder(merchant, { amount: '10.000001' })).order_amount, '10.000001', 'amount')
      requireEqual(
        (await makeOrder(merchant, { tolerance_percent: 0 })).tolerance_percent,
        '0',
        'no tolerance',
      )
      const order = await makeOrder(merchant, { tolerance_percent: 0.5, surprise: [1] })
      requireEqual(order.tolerance_percent, '0.5', 'the greatest tolerance')
      requireThat(!('surprise' in order), 'no unknown field')
    },
  },
  {
    name: 'createOrder reads null as absent, an empty list of metadata as none, and URLs as browsers do',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const idempotency_key = `conformance-${crypto.randomUUID()}`
      const spelled = {
        return_url: 'HTTPS://SHOP.example/größe',
        webhook_url: 'https://conformance.invalid/o?a[]=1',
      }
      const empty = { description: null, metadata: [], tolerance_percent: null }
      const headers = { 'content-type': 'application/json; profile="x"; charset=utf8;' }
      const body = { ...ORDER, ...empty, ...spelled, idempotency_key }
      const order = await merchant.succeeds('createOrder', { body, headers })
      const { return_url, webhook_url, metadata, tolerance_percent } = order
      requireEqual(
        { return_url, webhook_url, metadata, tolerance_percent },
        {
          return_url: 'https://shop.example/gr%C3%B6%C3%9Fe',
          webhook_url: 'https://conformance.invalid/o?a[]=1',
          metadata: {},
          tolerance_percent: '0.01',
        },
        'what is stored',
      )
      requireThat(!('description' in order), 'no description')
      const again = await makeOrder(merchant, { return_url, webhook_url, idempotency_key })
      requireEqual(again.id, order.id, 'the order of the same call in other spellings')
    },
  },
  {
    name: 'getOrder answers the order as it was created, with a remark that is null',
    operationId: 'getOrder',
    covers: ['getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const order = await makeOrder(merchant)
      const found = await merchant.succeeds('getOrder', { id: order.id })
      requireEqual(found, { ...order, remark: null }, 'the order')
      requireEqual(await merchant.succeeds('getOrder', { id: order.order_number }), found, 'by its number')
    },
  },
  {
    name: 'listOrders answers the newest order first, in its reduced form',
    operationId: 'listOrders',
    covers: ['listOrders'],
    async run(session) {
      const merchant = await session.merchant()
      const made = await makeOrder(merchant)
      const { id, order_number, status, order_amount, received_amount, missing_amount, currency } = made
      const { network, payment_url, paid_at, created_at, updated_at } = made
      const { orders } = await merchant.succeeds('listOrders', { query: 'limit=1' })
      const reduced = {
        ...{ id, order_number, status, order_amount, received_amount, missing_amount, currency },
        ...{ network, payment_url, paid_at, created_at, updated_at },
      }
      requireEqual(orders, [reduced], 'the newest order')
    },
  },
  {
    name: 'listOrders leaves network and page of an app-only order out, and its amount null',
    operationId: 'listOrders',
    covers: ['listOrders'],
    async run(session) {
      const merchant = await session.merchant()
      const made = await merchant.succeeds('createAppOrder', { body: CUSTOM })
      const { id, order_number, received_amount, created_at, updated_at } = made
      const { orders } = await merchant.succeeds('listOrders', { query: 'limit=1' })
      const summary = {
        id,
        order_number,
        status: 'OPEN',
        order_amount: null,
        received_amount,
        currency: 'USDT',
      }
      requireEqual(orders, [{ ...summary, paid_at: null, created_at, updated_at }], 'the newest order')
    },
  },
  {
    name: 'getOrder and expireOrder: another merchant’s order is 404 order not found',
    operationId: 'getOrder',
    covers: ['getOrder order_not_found', 'expireOrder order_not_found'],
    needs: ['registration'],
    async run(session) {
      const { id, order_number } = await makeOrder(await session.merchant())
      const other = await session.other()
      await other.isRefused('getOrder', { id }, '404 order not found')
      await other.isRefused('getOrder', { id: order_number }, '404 order not found')
      await other.isRefused('expireOrder', { id }, '404 order not found')
    },
  },
]

/** Amounts that createOrder refuses. */
const AMOUNTS: Readonly<Record<string, unknown>> = {
  'no amount': undefined,
  'a number': 25,
  'a null amount': null,
  'an array': ['25.00'],
  'exactly ten': '10',
  'ten with decimals': '10.000000',
  'seven decimals': '10.0000001',
  'a minus sign': '-25',
  'a plus sign': '+25',
  'an exponent': '1e2',
  'a leading zero': '025',
  'a space': ' 25',
  'a bare point': '25.',
  'a comma': '25,00',
  'an empty amount': '',
  'a thousand million': '1000000000',
}

/** Requests to orders of every kind, refused field by field. */
export const orders: Case[] = [
  ...succeeding,
  ...refusals('createOrder', [
    ...Object.entries(AMOUNTS).map(
      ([what, amount]) => [what, withFields({ amount }), '400 invalid amount'] as const,
    ),
    ['currency USDC', withFields({ currency: 'USDC' }), '400 unsupported currency'],
    ['no currency', withFields({ currency: undefined }), '400 unsupported currency'],
    ['network BEP20', withFields({ network: 'BEP20' }), '400 unsupported network'],
    ['no network', withFields({ network: undefined }), '400 unsupported network'],
    [
      'a description of 501 characters',
      withFields({ description: 'x'.repeat(501) }),
      '400 invalid parameter: description',
    ],
    ['a null network', withFields({ network: null }), '400 unsupported network'],
    ['metadata that is an array', withFields({ metadata: [1] }), '400 invalid metadata'],
    ['metadata over 16 KiB', withFields({ metadata: { a: 'x'.repeat(16_384) } }), '400 invalid metadata'],
    [
      'metadata six levels deep',
      withFields({ metadata: { a: { b: { c: { d: { e: {} } } } } } }),
      '400 invalid metadata',
    ],
    [
      'a return URL with a space',
      withFields({ return_url: 'https://shop.example/a b' }),
      '400 invalid return url',
    ],
    [
      'a return URL that its stored form makes too long',
      withFields({ return_url: `https://shop.example/${'ü'.repeat(400)}` }),
      '400 invalid return url',
    ],
    [
      'a return URL without https',
      withFields({ return_url: 'http://shop.example' }),
      '400 invalid return url',
    ],
    [
      'a return URL with a password',
      withFields({ return_url: 'https://ada:x@shop.example' }),
      '400 invalid return url',
    ],
    [
      'a webhook URL without https',
      withFields({ webhook_url: 'http://shop.example' }),
      '400 invalid webhook url',
    ],
    ['a private webhook URL', withFields({ webhook_url: 'https://10.0.0.1/' }), '400 invalid webhook url'],
    ['an empty idempotency key', withFields({ idempotency_key: '' }), '400 invalid idempotency key'],
    [
      'an idempotency key of 256 characters',
      withFields({ idempotency_key: 'x'.repeat(256) }),
      '400 invalid idempotency key',
    ],
    [
      'an idempotency key that is not ASCII',
      withFields({ idempotency_key: 'ключ' }),
      '400 invalid idempotency key',
    ],
    ['a tolerance above 0.5', withFields({ tolerance_percent: 0.51 }), '400 invalid tolerance'],
    ['a negative tolerance', withFields({ tolerance_percent: -0.01 }), '400 invalid tolerance'],
    ['a tolerance of five decimals', withFields({ tolerance_percent: 0.00001 }), '400 invalid tolerance'],
    ['a tolerance as text', withFields({ tolerance_percent: '0.01' }), '400 invalid tolerance'],
    ['an array', { body: [] }, '400 invalid parameter: body'],
    ['a query', { ...withFields({}), query: 'surprise=1' }, '400 invalid parameter: surprise'],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['two documents', { bytes: '{}{}' }, '400 invalid json'],
    ['bytes that are not UTF-8', { bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d) }, '400 invalid json'],
    [
      'a form',
      { bytes: 'amount=25', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      '415 unsupported media type',
    ],
    [
      'another charset',
      { ...withFields({}), headers: { 'content-type': 'application/json; charset=utf-16' } },
      '415 unsupported media type',
    ],
    ['no body and no type', {}, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('getOrder', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 order not found'],
    ['an unknown number', { id: 'ord_000000000000' }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1' }, '404 order not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'expand=1' }, '400 invalid parameter: expand'],
  ]),
]
