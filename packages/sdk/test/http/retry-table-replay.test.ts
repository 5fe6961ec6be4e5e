import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { OutcomeUnknownError } from '../../src/errors/errors.js'
import { rejection } from '../support/loopback.js'
import { type CuttingProxy, startCuttingProxy } from '../support/proof/cutting-proxy.js'
import { type Account, type Reference, startReference } from '../support/proof/reference.js'
import { fund, KEYED, PAYOUT, requireOneResourceEach } from '../support/proof/replays.js'

let reference: Reference

beforeAll(async () => {
  reference = await startReference()
})
afterAll(() => reference.stop())

/** A merchant whose every first answer is lost, and the same merchant with a direct line. */
async function behindProxy(): Promise<{
  account: Account
  proxy: CuttingProxy
  mp: MerchantPay
  direct: MerchantPay
}> {
  const account = await reference.register()
  const proxy = await startCuttingProxy(reference.url)
  onTestFinished(proxy.stop)
  const mp = new MerchantPay({ ...account, baseUrl: proxy.url })
  return { account, proxy, mp, direct: new MerchantPay(account) }
}

describe('an answer that is lost after the server has acted', () => {
  it.each(KEYED)('leaves one resource and one key for each %s', async (id) => {
    await requireOneResourceEach(await reference.register(), id, 4)
  })

  it('leaves one key after createApiKey, which is not repeated', async () => {
    const { proxy, mp, direct } = await behindProxy()
    const error = await rejection(mp.apiKeys.create({ environment: 'test', name: 'second' }))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ outcome: 'unknown', attempts: [{}], cause: { name: 'ConnectionError' } })
    expect(proxy.passed).toHaveLength(1)
    expect((await direct.apiKeys.list()).api_keys).toHaveLength(2)
  })

  it('leaves one webhook after createWebhook, which is not repeated', async () => {
    const { proxy, mp, direct } = await behindProxy()
    const endpoint = { url: 'https://shop.example/hook', events: ['payment.confirmed' as const] }
    expect(await rejection(mp.webhooks.create(endpoint))).toBeInstanceOf(OutcomeUnknownError)
    expect(proxy.passed).toHaveLength(1)
    expect(await direct.webhooks.list()).toHaveLength(1)
  })

  it('leaves a registered merchant, whom the next call meets as the remedy says', async () => {
    const { proxy, mp } = await behindProxy()
    const body = { name: 'A', email: 'a@shop.example', platform_user_id: 'lost' }
    expect(await rejection(mp.merchants.register(body))).toBeInstanceOf(OutcomeUnknownError)
    expect(proxy.passed).toHaveLength(1)
    expect(await rejection(mp.merchants.register(body))).toMatchObject({ code: 'merchant_already_exists' })
  })

  it('rotates the webhook secret once', async () => {
    const { proxy, mp } = await behindProxy()
    expect(await rejection(mp.merchants.rotateWebhookSecret())).toBeInstanceOf(OutcomeUnknownError)
    expect(proxy.passed).toHaveLength(1)
  })

  it('an answer of simulateOrder that is lost after the server has acted leaves one payment', async () => {
    const { proxy, mp, direct } = await behindProxy()
    const { id } = await direct.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const paying = mp.testHelpers.simulateOrder(id, { action: 'pay' })
    expect(await rejection(paying)).toBeInstanceOf(OutcomeUnknownError)
    expect(proxy.passed).toHaveLength(1)
    for await (const { order } of direct.orders.stream(id)) {
      if (order.status === 'PAID') expect(order.received_amount).toBe('25.00')
    }
  })

  it('leaves a withdrawal canceled, which the repeat says', async () => {
    const { proxy, mp, direct } = await behindProxy()
    await fund(direct)
    // The amount needs a review, so the withdrawal is not signed meanwhile.
    const { id } = await direct.withdrawals.create({ ...PAYOUT, amount: '15000.00' })
    expect((await mp.withdrawals.cancel(id)).status).toBe('CANCELED')
    expect(proxy.passed).toHaveLength(2)
  })

  it('is confirmed by the retry when a client revokes its own key', async () => {
    const { account, proxy, mp } = await behindProxy()
    const { data, confirmedByRetry } = await mp.apiKeys.revoke(account.keyId).withResponse()
    expect([data.message, confirmedByRetry]).toEqual(['api key is inactive', true])
    expect(proxy.passed).toHaveLength(2)
  })

  it('is confirmed by the retry when another key is revoked', async () => {
    const { proxy, mp, direct } = await behindProxy()
    const { key_id } = await direct.apiKeys.create({ environment: 'test' })
    expect(await mp.apiKeys.revoke(key_id)).toHaveProperty('message')
    expect(proxy.passed).toHaveLength(2)
    expect((await direct.apiKeys.list()).api_keys.filter(({ is_active }) => is_active)).toHaveLength(1)
  })
})
