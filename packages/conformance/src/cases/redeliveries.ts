import { vPaymentExpiredEvent } from '@merchantpay/sdk/schemas'
import { type Case, refusals } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { type Reply, readSchema } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'
import { receiving, requireSigned } from './attempts.js'
import { UNKNOWN_DELIVERY_ID, UNKNOWN_WEBHOOK_ID, WEBHOOK } from './samples.js'

const UNKNOWN = { id: UNKNOWN_WEBHOOK_ID }
const UNKNOWN_BOTH = { ...UNKNOWN, deliveryId: UNKNOWN_DELIVERY_ID }
const EVENTS = ['payment.expired', 'payment.confirmed']

const TESTS_PER_HOUR = 60
const REDELIVERIES_PER_HOUR = 120
const HOUR_SECONDS = 3_600

type Row = Reply<'listWebhookDeliveries'>['deliveries'][number]

/** An endpoint of that merchant; its URL may have no receiver. */
async function makeEndpoint(merchant: Merchant, url: string = WEBHOOK.url): Promise<string> {
  return (await merchant.succeeds('createWebhook', { body: { url, events: EVENTS } })).id
}

/** An inactive endpoint, whose deliveries stay pending. */
async function makeIdle(merchant: Merchant): Promise<string> {
  const id = await makeEndpoint(merchant)
  await merchant.succeeds('updateWebhook', { id, body: { is_active: false } })
  return id
}

/** Waits for a delivery and returns it. */
function reachDelivered(merchant: Merchant, id: string, delivery: { id: string }): Promise<Row | undefined> {
  const look = async () => {
    const { deliveries } = await merchant.succeeds('listWebhookDeliveries', { id })
    return deliveries.find((row) => row.id === delivery.id)
  }
  return merchant.until(look, (row) => row?.status === 'DELIVERED')
}

/** Samples and redeliveries. */
export const redeliveries: Case[] = [
  {
    name: 'sendTestWebhook sends a sample of the first event, signed and logged like any other',
    operationId: 'sendTestWebhook',
    covers: ['sendTestWebhook', 'listWebhookDeliveries'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 200, async (url, received) => {
        const merchant = await session.register()
        const { webhook_secret } = await merchant.succeeds('rotateWebhookSecret')
        const { webhook_secret: newest } = await merchant.succeeds('rotateWebhookSecret')
        const id = await makeEndpoint(merchant, url)
        const ids: unknown[] = []
        for (const at of [0, 1]) {
          const made = await merchant.succeeds('sendTestWebhook', { id })
          requireEqual([made.status, made.attempts, made.redelivery_of], ['PENDING', 0, null], 'the answer')
          const row = await reachDelivered(merchant, id, made)
          requireEqual([row?.attempts, row?.event_type, row?.webhook_id], [1, EVENTS[0], id], 'the delivery')
          const webhook = received[at]
          if (!webhook) throw new Error('expected a webhook')
          requireSigned(webhook, [newest, webhook_secret], 'the signature')
          requireEqual(webhook.headers.get('x-webhook-id'), made.id, 'X-Webhook-Id')
          requireEqual(webhook.headers.get('x-webhook-event'), EVENTS[0], 'X-Webhook-Event')
          readSchema(vPaymentExpiredEvent, webhook.body, 'the sample')
          requireEqual(JSON.parse(webhook.body), made.payload, 'the body')
          const { order_id } = made.payload.data
          await merchant.isRefused('getOrder', { id: `${order_id}` }, '404 order not found')
          ids.push(order_id)
        }
        requireThat(ids[0] !== ids[1], 'an order_id of its own in each sample')
      }),
  },
  {
    name: 'redeliverWebhookDelivery sends the same bytes under another id and does not change the old delivery',
    operationId: 'redeliverWebhookDelivery',
    covers: ['redeliverWebhookDelivery', 'listWebhookDeliveries'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 200, async (url, received) => {
        const merchant = await session.register()
        const id = await makeEndpoint(merchant, url)
        let earlier = await reachDelivered(merchant, id, await merchant.succeeds('sendTestWebhook', { id }))
        for (const at of [1, 2]) {
          const deliveryId = earlier?.id
          const made = await merchant.succeeds('redeliverWebhookDelivery', { id, deliveryId })
          requireEqual(
            [made.status, made.attempts, made.redelivery_of, made.payload],
            ['PENDING', 0, deliveryId, earlier?.payload],
            'the answer',
          )
          const row = await reachDelivered(merchant, id, made)
          requireEqual(received[at]?.body, received[0]?.body, 'the bytes')
          requireEqual(received[at]?.headers.get('x-webhook-id'), made.id, 'X-Webhook-Id')
          requireEqual(received[at]?.headers.get('x-webhook-attempt'), '1', 'X-Webhook-Attempt')
          const { deliveries } = await merchant.succeeds('listWebhookDeliveries', { id })
          requireEqual(deliveries.slice(0, 2), [row, earlier], 'the deliveries, newest first')
          earlier = row
        }
      }),
  },
  {
    name: 'deliveries to an inactive endpoint wait, uncounted, and go to the URL that it has when it is active again',
    operationId: 'updateWebhook',
    covers: ['updateWebhook', 'sendTestWebhook'],
    needs: ['registration', 'receiver'],
    run: (session) =>
      receiving(session, 200, async (url, received) => {
        const merchant = await session.register()
        const id = await makeIdle(merchant)
        const held = await merchant.succeeds('sendTestWebhook', { id })
        await merchant.succeeds('updateWebhook', { id, body: { url } })
        const { deliveries } = await merchant.succeeds('listWebhookDeliveries', { id })
        requireEqual(deliveries, [held], 'what waits')
        requireEqual(received.length, 0, 'webhooks before it is active')
        await merchant.succeeds('updateWebhook', { id, body: { is_active: true } })
        const row = await reachDelivered(merchant, id, held)
        requireEqual([row?.attempts, received.length], [1, 1], 'attempts and webhooks')
      }),
  },
  {
    name: 'sendTestWebhook and redeliverWebhookDelivery make deliveries that wait for an endpoint to be active',
    operationId: 'redeliverWebhookDelivery',
    covers: ['sendTestWebhook', 'redeliverWebhookDelivery', 'listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await makeIdle(merchant)
      const sample = await merchant.succeeds('sendTestWebhook', { id })
      const { redelivery_of, payload, event_type } = sample
      requireEqual([redelivery_of, event_type, payload.event], [null, EVENTS[0], EVENTS[0]], 'the sample')
      const again = await merchant.succeeds('redeliverWebhookDelivery', { id, deliveryId: sample.id })
      requireEqual([again.redelivery_of, again.payload], [sample.id, payload], 'what is sent once more')
      const list = await merchant.succeeds('listWebhookDeliveries', { id })
      requireEqual(list, { deliveries: [again, sample], total: 2, next: null }, 'the deliveries')
      requireEqual([again.status, again.attempts], ['PENDING', 0], 'status and attempts')
    },
  },
  {
    name: 'redeliverWebhookDelivery: a delivery of another merchant or endpoint is 404',
    operationId: 'redeliverWebhookDelivery',
    covers: [
      'redeliverWebhookDelivery delivery_not_found',
      'redeliverWebhookDelivery webhook_not_found',
      'sendTestWebhook webhook_not_found',
    ],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const [id, another] = [await makeIdle(merchant), await makeIdle(merchant)]
      const { id: deliveryId } = await merchant.succeeds('sendTestWebhook', { id })
      const other = await session.other()
      const theirs = await makeIdle(other)
      for (const request of [
        { id: another, deliveryId },
        { id, deliveryId: UNKNOWN_DELIVERY_ID },
        { id, deliveryId: 'wd_1' },
      ]) {
        await merchant.isRefused('redeliverWebhookDelivery', request, '404 delivery not found')
      }
      await other.isRefused('redeliverWebhookDelivery', { id, deliveryId }, '404 webhook not found')
      const request = { id: theirs, deliveryId }
      await other.isRefused('redeliverWebhookDelivery', request, '404 delivery not found')
      await other.isRefused('sendTestWebhook', { id }, '404 webhook not found')
      requireEqual((await merchant.succeeds('listWebhookDeliveries', { id })).total, 1, 'deliveries')
    },
  },
  {
    name: 'an endpoint is sent 60 samples and 120 redeliveries an hour on demand, for all keys together',
    operationId: 'sendTestWebhook',
    covers: ['sendTestWebhook rate_limit_exceeded', 'redeliverWebhookDelivery rate_limit_exceeded'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const [id, another] = [await makeIdle(merchant), await makeIdle(merchant)]
      let deliveryId = ''
      for (let sent = 0; sent < TESTS_PER_HOUR; sent += 1) {
        deliveryId = (await merchant.succeeds('sendTestWebhook', { id })).id
      }
      for (let sent = 0; sent < REDELIVERIES_PER_HOUR; sent += 1) {
        await merchant.succeeds('redeliverWebhookDelivery', { id, deliveryId })
      }
      for (const operationId of ['sendTestWebhook', 'redeliverWebhookDelivery'] as const) {
        const refused = await merchant.call(operationId, { id, deliveryId })
        requireRefusal(refused, '429 rate limit exceeded', operationId)
        const seconds = Number(refused.headers.get('retry-after'))
        requireThat(seconds > 0 && seconds <= HOUR_SECONDS, `Retry-After of at most an hour, not ${seconds}`)
      }
      await merchant.succeeds('sendTestWebhook', { id: another })
      await merchant.succeeds('listWebhookDeliveries', { id })
    },
  },
  ...refusals('sendTestWebhook', [
    ['an unknown id', UNKNOWN, '404 webhook not found'],
    ['an id that is not a webhook id', { id: 'wh_1' }, '404 webhook not found'],
    ['a query', { ...UNKNOWN, query: 'event=x' }, '400 invalid parameter: event'],
  ]),
  ...refusals('redeliverWebhookDelivery', [
    ['an unknown id', UNKNOWN_BOTH, '404 webhook not found'],
    ['an id that is not a webhook id', { ...UNKNOWN_BOTH, id: 'wh_1' }, '404 webhook not found'],
    ['a query', { ...UNKNOWN_BOTH, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
]
