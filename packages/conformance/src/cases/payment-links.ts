import { type Case, refusals } from '../case.js'
import { requireEqual } from '../http/answer.js'
import type { Merchant } from '../session/merchant.js'
import { simulate, TOO_LARGE, UNKNOWN_LINK_ID } from './samples.js'

/** A valid body of createPaymentLink. */
const LINK = { amount_mode: 'FIXED', amount: '25.00', currency: 'USDT' } as const
const CUSTOM_LINK = { amount_mode: 'CUSTOM', currency: 'USDT' } as const

const PRICE = { amount: '49.90', currency: 'EUR' }

const withFields = (fields: object) => ({ body: { ...LINK, ...fields } })
const withPrice = (price: object) => withFields({ amount: undefined, price })
const makeLink = (merchant: Merchant, fields: object = {}) =>
  merchant.succeeds('createPaymentLink', withFields(fields))

/** Sends the form of a link's page, as the browser of a payer does. @returns the status of the answer */
export async function payOn(merchant: Merchant, { url }: { url: string }, form: string): Promise<number> {
  const path = url.slice(url.indexOf('/link/'))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await merchant.send({ method: 'POST', path, request: { bytes: form, headers } })).status
}

/** Links, and the orders that payers open on their pages. */
export const paymentLinks: Case[] = [
  {
    name: 'createPaymentLink opens a ONCE link that keeps its fields, and that only its merchant sees',
    operationId: 'createPaymentLink',
    covers: ['createPaymentLink', 'getPaymentLink', 'getPaymentLink payment_link_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const fields = {
        description: 'Two tickets',
        metadata: { invoice: '7' },
        networks: ['ERC20'],
        return_url: 'https://shop.example/thanks',
        webhook_url: 'https://conformance.invalid/hooks',
      }
      const link = await makeLink(merchant, { ...fields, tolerance_percent: 0.02 })
      const { id, url, created_at, updated_at, ...rest } = link
      requireEqual(
        rest,
        {
          status: 'OPEN',
          uses: 'ONCE',
          amount_mode: 'FIXED',
          amount: '25.00',
          currency: 'USDT',
          ...fields,
          tolerance_percent: '0.02',
          expires_at: null,
          orders_count: 0,
          paid_orders_count: 0,
          paid_amount: '0.00',
          credited_amount: '0.00',
          environment: 'test',
        },
        'the link',
      )
      requireEqual([updated_at, /\/link\/[\w-]{22}$/.test(url)], [created_at, true], 'time and page')
      requireEqual(await merchant.succeeds('getPaymentLink', { id: id.toUpperCase() }), link, 'retrieved')
      await (await session.other()).isRefused('getPaymentLink', { id }, '404 payment link not found')
    },
  },
  {
    name: 'createPaymentLink repeats with its key, and refuses the key with other parameters',
    operationId: 'createPaymentLink',
    covers: ['createPaymentLink', 'createPaymentLink duplicate_idempotency_key'],
    async run(session) {
      const merchant = await session.merchant()
      const key = { idempotency_key: `invoice-${Math.random()}` }
      const link = await makeLink(merchant, key)
      requireEqual((await makeLink(merchant, { ...key, uses: 'ONCE' })).id, link.id, 'the same link')
      for (const other of [{ amount: '26.00' }, { uses: 'MANY' }, { networks: ['TRC20'] }])
        await merchant.isRefused(
          'createPaymentLink',
          withFields({ ...key, ...other }),
          '409 duplicate idempotency key',
        )
    },
  },
  {
    name: 'listPaymentLinks lists the newest first, by status and time, and counts them',
    operationId: 'listPaymentLinks',
    covers: ['listPaymentLinks', 'closePaymentLink'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const first = await makeLink(merchant)
      const second = await makeLink(merchant, { uses: 'MANY' })
      const closed = await merchant.succeeds('closePaymentLink', { id: first.id })
      requireEqual(closed.status, 'CLOSED', 'status')
      requireEqual(await merchant.succeeds('closePaymentLink', { id: first.id }), closed, 'closed again')
      const listed = async (query: string) => {
        const { payment_links, total } = await merchant.succeeds('listPaymentLinks', { query })
        return [total, payment_links.map(({ id }) => id)]
      }
      requireEqual(await listed('limit=1'), [2, [second.id]], 'the first page')
      requireEqual(await listed('status=CLOSED'), [1, [first.id]], 'the closed ones')
      requireEqual(await listed(`created_to=${first.created_at}`), [0, []], 'those before')
      const { next } = await merchant.succeeds('listPaymentLinks', { query: 'limit=1' })
      requireEqual(await listed(`${next}`.replace(/^.*\?/, '')), [2, [first.id]], 'the second page')
    },
  },
  {
    name: 'an order that a payer opens on the page of a ONCE link carries its id, and its payment makes the link PAID',
    operationId: 'listPaymentLinkOrders',
    covers: ['listPaymentLinkOrders', 'closePaymentLink payment_link_closed'],
    async run(session) {
      const merchant = await session.merchant()
      const link = await makeLink(merchant, { metadata: { invoice: '8' } })
      requireEqual(await payOn(merchant, link, 'network=TRC20'), 303, 'the form')
      requireEqual(await payOn(merchant, link, 'network=TRC20'), 303, 'the form again')
      const { orders, total } = await merchant.succeeds('listPaymentLinkOrders', { id: link.id })
      const [row] = orders
      requireEqual([total, row?.payment_link_id], [1, link.id], 'the order')
      const order = await merchant.succeeds('getOrder', { id: row?.id })
      requireEqual(
        'payment_link_id' in order && [order.payment_link_id, order.metadata],
        [link.id, { invoice: '8' }],
        'retrieved',
      )
      await simulate(merchant, order.id, { action: 'pay' })
      await merchant.reachOrder(order.id, 'PAID')
      const paid = await merchant.succeeds('getPaymentLink', { id: link.id })
      requireEqual(
        [paid.status, paid.orders_count, paid.paid_orders_count, paid.paid_amount, paid.credited_amount],
        ['PAID', 1, 1, '25.00', '24.75'],
        'the link',
      )
      await merchant.isRefused('closePaymentLink', { id: link.id }, '409 payment link closed')
      requireEqual(await payOn(merchant, link, 'network=TRC20'), 303, 'the form of a paid link')
      requireEqual((await merchant.succeeds('getPaymentLink', { id: link.id })).orders_count, 1, 'its orders')
    },
  },
  {
    name: 'the payer of a CUSTOM link chooses an amount within its limits',
    operationId: 'createPaymentLink',
    covers: ['createPaymentLink'],
    async run(session) {
      const merchant = await session.merchant()
      const body = { ...CUSTOM_LINK, min_amount: '20', max_amount: '30', uses: 'MANY' }
      const link = await merchant.succeeds('createPaymentLink', { body })
      requireEqual([link.amount, link.min_amount, link.max_amount], [undefined, '20.00', '30.00'], 'limits')
      for (const amount of ['', '19.99', '30.01'])
        requireEqual(await payOn(merchant, link, `network=TRC20&amount=${amount}`), 400, `amount ${amount}`)
      requireEqual(await payOn(merchant, link, 'network=TRC20&amount=30'), 303, 'amount 30')
      const { orders } = await merchant.succeeds('listPaymentLinkOrders', { id: link.id })
      requireEqual(
        orders.map(({ order_amount }) => order_amount),
        ['30.00'],
        'orders',
      )
    },
  },
  ...refusals('createPaymentLink', [
    ['no amount mode', withFields({ amount_mode: undefined }), '400 invalid amount mode'],
    ['FIXED without an amount', withFields({ amount: undefined }), '400 invalid amount'],
    ['a price of a CUSTOM link', { body: { ...CUSTOM_LINK, price: PRICE } }, '400 amount not allowed'],
    ['a price beside an amount', withFields({ price: PRICE }), '400 invalid amount'],
    ['a price of zero', withPrice({ ...PRICE, amount: '0' }), '400 invalid price'],
    ['a price with three decimals', withPrice({ ...PRICE, amount: '49.901' }), '400 invalid price'],
    ['a price in small letters', withPrice({ ...PRICE, currency: 'eur' }), '400 unsupported price currency'],
    ['a price in XTS', withPrice({ ...PRICE, currency: 'XTS' }), '400 unsupported price currency'],
    ['CUSTOM with an amount', withFields({ amount_mode: 'CUSTOM' }), '400 amount not allowed'],
    ['10 USDT', withFields({ amount: '10' }), '400 invalid amount'],
    ['a least amount of 10', { body: { ...CUSTOM_LINK, min_amount: '10.00' } }, '400 invalid amount'],
    [
      'a greatest amount below the least',
      { body: { ...CUSTOM_LINK, min_amount: '20', max_amount: '19' } },
      '400 invalid amount',
    ],
    ['another currency', withFields({ currency: 'EUR' }), '400 unsupported currency'],
    ['another network', withFields({ networks: ['BTC'] }), '400 unsupported network'],
    ['no networks', withFields({ networks: [] }), '400 unsupported network'],
    ['a network twice', withFields({ networks: ['TRC20', 'TRC20'] }), '400 unsupported network'],
    ['other uses', withFields({ uses: 'TWICE' }), '400 invalid uses'],
    ['a day', withFields({ expires_at: '2036-01-01' }), '400 invalid expires at'],
    ['the past', withFields({ expires_at: '2016-01-01T00:00:00Z' }), '400 invalid expires at'],
    ['a far future', withFields({ expires_at: '2096-01-01T00:00:00Z' }), '400 invalid expires at'],
    ['metadata that is a list', withFields({ metadata: ['x'] }), '400 invalid metadata'],
    ['a return URL over http', withFields({ return_url: 'http://shop.example' }), '400 invalid return url'],
    [
      'a webhook URL over http',
      withFields({ webhook_url: 'http://shop.example' }),
      '400 invalid webhook url',
    ],
    ['an empty key', withFields({ idempotency_key: '' }), '400 invalid idempotency key'],
    ['a tolerance of 60 %', withFields({ tolerance_percent: 0.6 }), '400 invalid tolerance'],
    [
      'a long description',
      withFields({ description: 'x'.repeat(501) }),
      '400 invalid parameter: description',
    ],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('listPaymentLinks', [
    ['another status', { query: 'status=DRAFT' }, '400 invalid parameter: status'],
    ['no limit', { query: 'limit=0' }, '400 invalid limit'],
    ['a negative offset', { query: 'offset=-1' }, '400 invalid offset'],
  ]),
  ...refusals('getPaymentLink', [
    ['an unknown id', { id: UNKNOWN_LINK_ID }, '404 payment link not found'],
    ['an id of another kind', { id: 'pl_1' }, '404 payment link not found'],
    ['a query', { id: UNKNOWN_LINK_ID, query: 'limit=1' }, '400 invalid parameter: limit'],
  ]),
  ...refusals('closePaymentLink', [
    ['an unknown id', { id: UNKNOWN_LINK_ID }, '404 payment link not found'],
    ['a query', { id: UNKNOWN_LINK_ID, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
  ...refusals('listPaymentLinkOrders', [
    ['an unknown id', { id: UNKNOWN_LINK_ID }, '404 payment link not found'],
    ['no limit', { id: UNKNOWN_LINK_ID, query: 'limit=0' }, '400 invalid limit'],
    ['a negative offset', { id: UNKNOWN_LINK_ID, query: 'offset=-1' }, '400 invalid offset'],
    ['another parameter', { id: UNKNOWN_LINK_ID, query: 'page=2' }, '400 invalid parameter: page'],
  ]),
]
