import { MerchantPay } from '@merchantpay/sdk'
import { fixtures, signedRequest } from '@merchantpay/webhook-verify/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useRates } from '../../server/test/support/rates/rates.js'
import { type Registered, useHarness } from '../../server/test/support/server/harness.js'
import { openOn } from '../../server/test/support/storage/engines.js'
import { MerchantPayProvider } from '../src/provider.js'

const REFUND_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const RETURN_URL = 'https://storefront.example/return'
/** Longer than a payment takes. */
const PAYMENT_MS = 120_000

const server = useHarness()
let merchant: Registered
let mp: MerchantPay
let provider: MerchantPayProvider

beforeEach(async () => {
  const { harness } = server
  merchant = await harness.register()
  const { keyId, secret, webhookSecret } = merchant
  vi.stubEnv('MERCHANTPAY_BASE_URL', harness.server.url)
  vi.stubEnv('MERCHANTPAY_KEY_ID', keyId)
  vi.stubEnv('MERCHANTPAY_SECRET', secret)
  vi.stubEnv('WEBHOOK_SECRET', webhookSecret)
  mp = new MerchantPay()
  provider = new MerchantPayProvider({}, { returnUrl: RETURN_URL, toUsdt: ({ amount }) => amount })
})

let sessions = 0

/** Begins a session as Medusa does. @returns its data */
async function begin(amount = 25, made = provider): Promise<Record<string, unknown>> {
  sessions += 1
  const data = { network: 'TRC20', session_id: `payses_${sessions}` }
  const begun = await made.initiatePayment({ amount, currency_code: 'usd', data })
  return begun.data ?? {}
}

const orderOf = (data: Record<string, unknown>) => mp.orders.get(String(data.merchantpay_order))

/** Simulates what a customer does, up to its end. */
async function simulate(
  data: Record<string, unknown>,
  action: 'freeze' | 'late_pay' | 'overpay' | 'pay' | 'underpay',
) {
  await mp.testHelpers.simulateOrder(String(data.merchantpay_order), { action })
  await server.harness.pass(PAYMENT_MS)
}

describe('a payment session', () => {
  it('has a payment page that leads back to the storefront', async () => {
    const data = await begin()
    const order = await orderOf(data)
    expect(order).toMatchObject({ payment_url: data.url, return_url: RETURN_URL, order_amount: '25.00' })
    expect(await provider.getPaymentStatus({ data })).toEqual({ status: 'pending' })
  })

  it('is one order, however often Medusa asks', async () => {
    const input = { amount: 25, currency_code: 'usd', data: { network: 'TRC20', session_id: 'payses_again' } }
    const first = await provider.initiatePayment(input)
    expect((await provider.initiatePayment(input)).id).toBe(first.id)
  })

  it('has a price that the server converts, unless the shop does', async () => {
    const { harness } = server
    await useRates(await openOn(harness.database), harness.clock, { USD: '1.2' })
    const order = await orderOf(await begin(25.5, new MerchantPayProvider({})))
    expect(order).toMatchObject({ price: { amount: '25.50', currency: 'USD' }, order_amount: '30.60' })
  })

  it('needs a network', () =>
    expect(provider.initiatePayment({ amount: 25, currency_code: 'usd', data: {} })).rejects.toThrow(
      'data.network has to name a network',
    ))

  it('keeps its total', async () => {
    const data = await begin()
    await expect(provider.updatePayment({ amount: 25, currency_code: 'usd', data })).resolves.toMatchObject({
      data,
    })
    const other = provider.updatePayment({ amount: 26, currency_code: 'usd', data })
    await expect(other).rejects.toThrow('make another payment session')
  })

  it('ends its page when it is given up, and can still be paid late', async () => {
    const data = await begin()
    await provider.deletePayment({ data })
    await server.harness.pass(PAYMENT_MS)
    expect((await orderOf(data)).status).toBe('EXPIRED')
    await provider.deletePayment({ data })
    await simulate(data, 'late_pay')
    expect(await provider.authorizePayment({ data })).toEqual({ status: 'captured', data })
  })

  it.each(['pay', 'freeze', 'overpay'] as const)('cannot be given up after %s', async (action) => {
    const data = await begin()
    await simulate(data, action)
    await expect(provider.deletePayment({ data })).rejects.toThrow('has come or is on its way')
    await expect(provider.cancelPayment({ data })).rejects.toThrow('has come or is on its way')
  })

  it('that the service refused is given up without a question', () =>
    expect(provider.deletePayment({ data: { network: 'TRC20' } })).resolves.toEqual({
      data: { network: 'TRC20' },
    }))

  it.each([
    ['pay', 'captured'],
    ['overpay', 'captured'],
    ['underpay', 'pending'],
    ['freeze', 'pending'],
  ] as const)('after %s is %s', async (action, status) => {
    const data = await begin()
    await simulate(data, action)
    expect(await provider.authorizePayment({ data })).toEqual({ status, data })
  })
})

describe('a refund', () => {
  it('is the same share of USDT as of the price, and together at most what was credited', async () => {
    await simulate(await begin(), 'pay') // for the fees of refunds
    const data = await begin()
    await simulate(data, 'pay')
    const paid = { ...data, refund_address: REFUND_ADDRESS }
    const first = await provider.refundPayment({
      amount: { value: '10' },
      data: paid,
      context: { idempotency_key: 'ref_1' },
    })
    expect(first.data?.refunds).toMatchObject([{ usdt: '10.00' }])
    const second = await provider.refundPayment({
      amount: 15,
      data: first.data ?? {},
      context: { idempotency_key: 'ref_2' },
    })
    expect(second.data?.refunds).toMatchObject([{ usdt: '10.00' }, { usdt: '14.75' }])
    const third = provider.refundPayment({ amount: 1, data: second.data ?? {} })
    await expect(third).rejects.toThrow('Nothing is left to refund')
  })

  it('needs an address', async () => {
    const data = await begin()
    await simulate(data, 'pay')
    const refused = provider.refundPayment({ amount: 10, data })
    await expect(refused).rejects.toThrow('Ask the customer for an address')
    expect((await mp.orders.listRefunds(String(data.merchantpay_order))).total).toBe(0)
  })
})

describe('a webhook', () => {
  const payloadOf = ({ merchantpay_order }: Record<string, unknown>, secret: string) => {
    const { event, data, ...rest } = fixtures['payment.confirmed']
    const sent = { ...rest, event, data: { ...data, order_id: String(merchantpay_order) } }
    const { body, headers } = signedRequest(sent, { secret })
    return { data: sent, rawData: Buffer.from(body), headers }
  }

  it('captures the payment of its session', async () => {
    const data = await begin()
    await simulate(data, 'pay')
    const payload = payloadOf(data, merchant.webhookSecret)
    expect(await provider.getWebhookActionAndData(payload)).toEqual({
      action: 'captured',
      data: { session_id: `payses_${sessions}`, amount: '25.00' },
    })
  })

  it('that is forged, or about an order that is not paid, captures nothing', async () => {
    const data = await begin()
    const forged = payloadOf(data, (await server.harness.register()).webhookSecret)
    await expect(provider.getWebhookActionAndData(forged)).rejects.toMatchObject({
      code: 'signature_mismatch',
    })
    const unpaid = payloadOf(data, merchant.webhookSecret)
    expect(await provider.getWebhookActionAndData(unpaid)).toEqual({ action: 'not_supported' })
  })
})
