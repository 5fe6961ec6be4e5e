import { fileURLToPath } from 'node:url'
import { MerchantPay } from '@merchantpay/sdk'
import { createVerifier } from '@merchantpay/webhook-verify'
import { describe, expect, it } from 'vitest'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { type Received, Receiver, trustedCertificate } from '../support/webhooks/receiver.js'

const preload = (name: string) => [
  '--import',
  fileURLToPath(new URL(`../support/preload/${name}`, import.meta.url)),
]

/** Pays an order on a server that its preload kills, restarts it, and waits until no delivery is open. */
async function payAndRestart(fault: string) {
  const certificate = await trustedCertificate()
  const receiver = await Receiver.start(certificate)
  const env = {
    MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
    MERCHANTPAY_SANDBOX_BLOCK_MS: '100',
    MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file,
  }
  const doomed = await startChild(env, preload(fault))
  const ada = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
  const merchant = await new MerchantPay({ baseUrl: doomed.url }).merchants.register(ada)
  const credentials = { keyId: merchant.api_key.key_id, secret: merchant.api_key.secret }
  const before = new MerchantPay({ baseUrl: doomed.url, ...credentials })
  const webhook = await before.webhooks.create({ url: receiver.url, events: ['payment.confirmed'] })
  const order = await before.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  await before.testHelpers.simulateOrder(order.id, { action: 'pay' })
  expect(await doomed.exited).toBe('SIGKILL')
  const receivedBefore = receiver.received.length

  const reborn = await startChild(env)
  const after = new MerchantPay({ baseUrl: reborn.url, ...credentials })
  const log = async () => (await after.webhooks.listDeliveries(webhook.id)).deliveries
  await expect
    .poll(async () => (await log()).map(({ status }) => status), { timeout: 10_000 })
    .toEqual(['DELIVERED'])
  return {
    order: await after.orders.get(order.id),
    deliveries: await log(),
    received: receiver.received,
    receivedBefore,
    secrets: merchant.webhook_secret,
  }
}

describe('a server killed between payment and webhook, and started again', () => {
  it.each([
    ['leased', 'kill-before-lease.mjs'],
    ['sent', 'kill-before-post.mjs'],
  ])(
    'sends the webhook that was committed and not yet %s, and records it as delivered once',
    async (_what, fault) => {
      const { order, deliveries, received, receivedBefore, secrets } = await payAndRestart(fault)
      expect(order.status).toBe('PAID')
      expect(receivedBefore).toBe(0)
      expect(received).toHaveLength(1)
      expect(deliveries).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
      const [{ body, headers }] = received as [Received]
      expect(createVerifier({ secrets }).verify(body, headers).event.data).toMatchObject({
        order_id: order.id,
      })
    },
  )

  it('resends a webhook that was sent and not recorded: the same bytes under the same id, recorded once', async () => {
    const { deliveries, received, receivedBefore } = await payAndRestart('kill-after-answer.mjs')
    expect(receivedBefore).toBe(1)
    expect(received).toHaveLength(2)
    expect(deliveries).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
    const [first, second] = received as [Received, Received]
    expect(second.body.equals(first.body)).toBe(true)
    expect(second.headers['x-webhook-id']).toBe(first.headers['x-webhook-id'])
  })
})
