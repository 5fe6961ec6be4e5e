import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { CUSTOM, FIXED, type KeptFields, TOO_LARGE } from './samples.js'

const fixed = (fields: object) => ({ body: { ...FIXED, ...fields } })
const custom = (fields: object) => ({ body: { ...CUSTOM, ...fields } })

const succeeding: Case[] = [
  {
    name: 'createAppOrder opens a FIXED order with the decimals it was given, at least two',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const order = await merchant.succeeds('createAppOrder', fixed({}))
      const { payment_rail, amount_mode, amount, scale, status, received_amount, credited_amount } = order
      requireEqual(
        { payment_rail, amount_mode, amount, scale, status, received_amount, credited_amount },
        {
          payment_rail: 'MP_INTERNAL',
          amount_mode: 'FIXED',
          amount: '12.50',
          scale: 2,
          status: 'OPEN',
          received_amount: '0.00',
          credited_amount: '0.00',
        },
        'a new order',
      )
      requireThat(
        order.payment_uri.endsWith(`://${order.order_number}`),
        'a payment URI with the order number',
      )
      for (const absent of ['network', 'address_id', 'payment_url', 'payment_address']) {
        requireThat(!(absent in order), `no ${absent} on an app-only order`)
      }
    },
  },
  {
    name: 'createAppOrder takes eight decimals and both ends of the limits',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    async run(session) {
      const merchant = await session.merchant()
      for (const [amount, written, scale] of [
        ['0.01000001', '0.01000001', 8],
        ['0.01', '0.01', 2],
        ['200000', '200000.00', 2],
      ] as const) {
        const order = await merchant.succeeds('createAppOrder', fixed({ amount }))
        requireEqual([order.amount, order.scale], [written, scale], `an order of ${amount}`)
      }
    },
  },
  {
    name: 'createAppOrder opens a CUSTOM order without an amount and ignores the legacy fields of any type',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    async run(session) {
      const merchant = await session.merchant()
      for (const legacy of [{}, [], null, 'text', 7]) {
        const fields = { min_amount: legacy, max_amount: legacy, scale: legacy }
        const { amount, scale } = await merchant.succeeds('createAppOrder', custom(fields))
        requireEqual([amount, scale], [null, 2], 'amount and scale')
      }
    },
  },
  {
    name: 'getOrder answers an app-only order as it was created, with a remark that is null',
    operationId: 'getOrder',
    covers: ['getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const texts = { description: 'Lunch', metadata: { table: 4 } }
      const urls = { return_url: 'https://shop.example/', webhook_url: 'https://conformance.invalid/o' }
      const given = { ...texts, ...urls } satisfies KeptFields
      const order = await merchant.succeeds('createAppOrder', fixed(given))
      requireEqual({ ...order, ...given }, order, 'what was given')
      const found = await merchant.succeeds('getOrder', { id: order.id })
      requireEqual(found, { ...order, remark: null }, 'the order')
    },
  },
]

/** Requests to createAppOrder. */
export const appOrders: Case[] = [
  ...succeeding,
  ...refusals('createAppOrder', [
    ['an empty object', { body: {} }, '400 invalid amount mode'],
    ['an unknown mode', fixed({ amount_mode: 'OPEN' }), '400 invalid amount mode'],
    ['FIXED without an amount', fixed({ amount: undefined }), '400 amount required'],
    ['CUSTOM with an amount', custom({ amount: '5' }), '400 amount not allowed'],
    ['CUSTOM with a null amount', custom({ amount: null }), '400 amount not allowed'],
    ['a number', fixed({ amount: 12.5 }), '400 invalid amount'],
    ['zero', fixed({ amount: '0' }), '400 invalid amount'],
    ['nine decimals', fixed({ amount: '1.123456789' }), '400 invalid amount'],
    ['less than the minimum', fixed({ amount: '0.00999999' }), '400 amount out of range'],
    ['more than the maximum', fixed({ amount: '200000.00000001' }), '400 amount out of range'],
    ['another currency', fixed({ currency: 'EUR' }), '400 unsupported currency'],
    ['metadata that is a number', fixed({ metadata: 5 }), '400 invalid metadata'],
    ['an invalid return URL', fixed({ return_url: 'x' }), '400 invalid return url'],
    ['a webhook URL of FTP', fixed({ webhook_url: 'ftp://x' }), '400 invalid webhook url'],
    ['a description that is a number', custom({ description: 7 }), '400 invalid parameter: description'],
    [
      'an idempotency key of 256 characters',
      { ...fixed({}), headers: { 'idempotency-key': 'x'.repeat(256) } },
      '400 invalid idempotency key',
    ],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
]
