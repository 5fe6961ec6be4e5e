import { splitDecimal, USDT_DECIMALS } from '@merchantpay/core/money'
import { parseExchangeRate, parsePrice, priceInUsdt } from '@merchantpay/core/price'
import { type Case, refusals } from '../case.js'
import { requireDetails, requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import type { Session } from '../session/session.js'
import { payOn } from './payment-links.js'
import { makeOrder, ORDER, simulate } from './samples.js'

/** A currency of ISO 4217 for tests, which nothing is sold in. */
const UNKNOWN = 'XTS'
/** The rate of another currency is more than 1e-6 USDT for any that these cases are run with. */
const AMOUNT = '90000000.00'

const priced = (price: unknown, fields: object = {}) => ({
  body: { currency: ORDER.currency, network: ORDER.network, price, ...fields },
})
const ofAmount = (amount: unknown) => priced({ amount, currency: 'EUR' })

function priceOf(session: Session): { amount: string; currency: string } {
  const { priceCurrency: currency } = session.target
  if (currency === undefined) throw new Error('the target names no currency')
  return { amount: AMOUNT, currency }
}

/** The amount of a price, in USDT with two decimals. */
function inUsdt({ amount, currency }: { amount: string; currency: string }, rate: string): string {
  const [price, perUnit] = [parsePrice(amount, currency), parseExchangeRate(rate)]
  if (price === undefined || perUnit === undefined) throw new Error(`${amount} at ${rate} cannot be computed`)
  const { whole, decimals } = splitDecimal(priceInUsdt(price, perUnit), USDT_DECIMALS)
  return `${whole}.${decimals.slice(0, 2)}`
}

const converted: Case[] = [
  {
    name: 'createOrder converts a price by the rate that getRate answers, and the order keeps both',
    operationId: 'createOrder',
    covers: ['createOrder', 'getRate'],
    needs: ['rates'],
    async run(session) {
      const merchant = await session.merchant()
      const price = priceOf(session)
      const now = await merchant.succeeds('getRate', { query: `currency=${price.currency}` })
      const order = await makeOrder(merchant, { amount: undefined, price })
      requireEqual(order.price, price, 'the price')
      requireEqual(order.rate, now.rate, 'the rate')
      requireThat(/Z$/.test(order.rate_at ?? ''), 'the time of the rate')
      requireEqual(order.order_amount, inUsdt(price, now.rate), 'the amount, rounded up to the cent')
      const found = await merchant.succeeds('getOrder', { id: order.id })
      requireEqual([found.id, 'price' in found && found.price], [order.id, price], 'the order again')
      const { orders } = await merchant.succeeds('listOrders', { query: 'limit=1' })
      requireEqual(orders[0]?.price, price, 'the price in lists')
    },
  },
  {
    name: 'createOrder compares a repeated price as it was given, in whatever form it is written',
    operationId: 'createOrder',
    covers: ['createOrder', 'createOrder duplicate_idempotency_key'],
    needs: ['rates'],
    async run(session) {
      const merchant = await session.merchant()
      const { currency } = priceOf(session)
      const idempotency_key = `conformance-${crypto.randomUUID()}`
      const make = (amount: string, fields: object = {}) =>
        merchant.call('createOrder', priced({ amount, currency }, { idempotency_key, ...fields }))
      const first = await make(AMOUNT)
      const again = await make(AMOUNT.replace('.00', ''))
      requireEqual([again.status, again.text], [first.status, first.text], 'the same price again')
      const other = await make('90000001.00')
      requireRefusal(other, '409 duplicate idempotency key', 'another price')
      const { id, order_amount } = JSON.parse(first.text) as { id: string; order_amount: string }
      requireDetails(
        other,
        { param: 'price', detail: `the key was used for ${id}, with another price` },
        'another price',
      )
      const asAmount = { body: { ...ORDER, amount: order_amount, idempotency_key } }
      await merchant.isRefused('createOrder', asAmount, '409 duplicate idempotency key')
    },
  },
  {
    name: 'createOrder takes a price only if it comes to more than 10 USDT',
    operationId: 'createOrder',
    covers: ['createOrder invalid_amount'],
    needs: ['rates'],
    async run(session) {
      const merchant = await session.merchant()
      const { currency } = priceOf(session)
      const { rate } = await merchant.succeeds('getRate', { query: `currency=${currency}` })
      const small = { amount: '1', currency }
      requireThat(Number(inUsdt(small, rate)) <= 10, `a rate of at most 10, not ${rate}`)
      const answer = await merchant.call('createOrder', priced(small))
      requireRefusal(answer, '400 invalid amount', 'a small price')
      requireThat(/must be greater than 10 USDT; the price is \d/.test(answer.text), 'what it comes to')
    },
  },
  {
    name: 'createPaymentLink keeps a price, which the order of a payer converts',
    operationId: 'createPaymentLink',
    covers: ['createPaymentLink', 'createPaymentLink duplicate_idempotency_key'],
    needs: ['rates'],
    async run(session) {
      const merchant = await session.merchant()
      const price = priceOf(session)
      const { currency } = price
      const fields = { amount_mode: 'FIXED', currency: 'USDT', idempotency_key: crypto.randomUUID() }
      const link = await merchant.succeeds('createPaymentLink', { body: { ...fields, price } })
      requireEqual([link.price, link.amount], [price, undefined], 'the price of the link')
      const again = { ...price, amount: AMOUNT.replace('.00', '') }
      const repeated = await merchant.succeeds('createPaymentLink', { body: { ...fields, price: again } })
      requireEqual(repeated.id, link.id, 'the same price again')
      const other = { ...fields, price: { amount: '90000001.00', currency } }
      await merchant.isRefused('createPaymentLink', { body: other }, '409 duplicate idempotency key')
      const small = { ...fields, idempotency_key: undefined, price: { amount: '1', currency } }
      await merchant.isRefused('createPaymentLink', { body: small }, '400 invalid amount')
      await payOn(merchant, link, 'network=TRC20')
      const { orders } = await merchant.succeeds('listPaymentLinkOrders', { id: link.id })
      const order = await merchant.succeeds('getOrder', { id: orders[0]?.id })
      if (!('network' in order)) throw new Error('the order of a link is on-chain')
      requireEqual(order.price, price, 'the price of the order')
      requireEqual(order.order_amount, inUsdt(price, `${order.rate}`), 'the amount of the order')
    },
  },
  {
    name: 'a paid order with a price has the price and the rate in its events',
    operationId: 'listOrderDeliveries',
    covers: ['listOrderDeliveries'],
    needs: ['rates'],
    async run(session) {
      const merchant = await session.merchant()
      const { amount: _, ...unpriced } = ORDER
      const webhook_url = 'https://conformance.invalid/prices'
      const order = await merchant.succeeds('createOrder', {
        body: { ...unpriced, price: { ...priceOf(session), amount: '100' }, webhook_url },
      })
      await simulate(merchant, order.id, { action: 'pay' })
      await merchant.reachOrder(order.id, 'PAID')
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id: order.id })
      const { price, rate, rate_at } = order
      const data = deliveries[0]?.payload.data as typeof order | undefined // an event of the order
      requireEqual([data?.price, data?.rate, data?.rate_at], [price, rate, rate_at], 'the price of the event')
    },
  },
]

/** Prices in other currencies. */
export const prices: Case[] = [
  ...converted,
  ...refusals('createOrder', [
    [
      'a price beside an amount',
      priced({ amount: '25', currency: 'EUR' }, { amount: '25' }),
      '400 invalid amount',
    ],
    ['neither amount nor price', { body: { ...ORDER, amount: undefined } }, '400 invalid amount'],
    ['a null price', priced(null), '400 invalid amount'],
    ['a price that is a text', priced('25 EUR'), '400 invalid price'],
    ['a price without an amount', priced({ currency: 'EUR' }), '400 invalid price'],
    ['a price that is a number', ofAmount(25), '400 invalid price'],
    ['a price of zero', ofAmount('0.00'), '400 invalid price'],
    ['a price with three decimals of EUR', ofAmount('25.001'), '400 invalid price'],
    ['a price with decimals of JPY', priced({ amount: '5000.5', currency: 'JPY' }), '400 invalid price'],
    ['a price of fifteen digits', ofAmount('100000000000000'), '400 invalid price'],
    ['a negative price', ofAmount('-25'), '400 invalid price'],
    ['a price with an exponent', ofAmount('1e3'), '400 invalid price'],
    ['a price without a currency', priced({ amount: '25' }), '400 unsupported price currency'],
    ['a price in small letters', priced({ amount: '25', currency: 'eur' }), '400 unsupported price currency'],
    ['a price in XTS', priced({ amount: '25', currency: UNKNOWN }), '400 unsupported price currency'],
  ]),
  ...refusals('getRate', [
    ['XTS', { query: `currency=${UNKNOWN}` }, '400 unsupported price currency'],
    ['no currency', {}, '400 unsupported price currency'],
    ['a currency in small letters', { query: 'currency=eur' }, '400 unsupported price currency'],
    ['another parameter', { query: 'currency=EUR&amount=1' }, '400 invalid parameter: amount'],
  ]),
]
