import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import type { Reply } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'
import { UNKNOWN_DELIVERY_ID, UNKNOWN_WEBHOOK_ID, WEBHOOK } from './samples.js'

type Delivery = Reply<'getWebhookDelivery'>

/** Sends a sample, and returns its delivery after the first attempt. */
async function attempted(merchant: Merchant, id: string): Promise<Delivery> {
  const { id: deliveryId } = await merchant.succeeds('sendTestWebhook', { id })
  return merchant.until(
    () => merchant.succeeds('getWebhookDelivery', { id, deliveryId }),
    ({ attempts }) => attempts === 1,
  )
}

/** The only attempt of a delivery, without its time and duration. */
function attemptOf({ attempt_log: log }: Delivery) {
  requireEqual(log.length, 1, 'attempts in the log')
  const [first] = log
  return [first?.attempt, first?.response_status, first?.response_body, first?.error, first?.error_detail]
}

/** The log of the attempts of a delivery. */
export const deliveryAttempts: Case[] = [
  {
    name: 'getWebhookDelivery shows each attempt, with the beginning of a refusal once the receiver has answered 2xx',
    operationId: 'getWebhookDelivery',
    covers: ['getWebhookDelivery'],
    needs: ['registration', 'receiver'],
    async run(session) {
      const secret = `whsec_${'A'.repeat(44)}`
      const answers = [
        new Response('early', { status: 500 }),
        new Response('thanks'),
        new Response(`no stock, ${secret} \u001b[31m${'é'.repeat(3_000)}`, { status: 503 }),
        new Response(null, { status: 301, headers: { location: '/elsewhere?token=1' } }),
        new Response(null, { status: 304 }),
        new Response(null, { status: 410 }),
      ]
      const receiver = await session.target.receiveWebhooks?.(async (request) => {
        await request.text()
        return answers.shift() ?? new Response(null, { status: 500 })
      })
      try {
        const merchant = await session.register()
        const body = { ...WEBHOOK, url: receiver?.url ?? '' }
        const { id } = await merchant.succeeds('createWebhook', { body })
        const before = await attempted(merchant, id)
        requireEqual(attemptOf(before), [1, 500, null, 'HTTP 500', null], 'an attempt before the first 2xx')
        const delivered = await attempted(merchant, id)
        requireEqual(attemptOf(delivered), [1, 200, null, null, null], 'a delivered attempt')
        const refused = await attempted(merchant, id)
        const excerpt = `no stock, whsec_… \\x1b[31m${'é'.repeat(3_000)}`.slice(0, 2_048)
        requireEqual(attemptOf(refused), [1, 503, excerpt, 'HTTP 503', null], 'a refused attempt')
        const moved = await attempted(merchant, id)
        const elsewhere = new URL('/elsewhere', body.url).href
        requireEqual(
          attemptOf(moved),
          [1, 301, '', 'HTTP 301', `redirects to ${elsewhere}?…, which is not followed`],
          'a redirected attempt',
        )
        const unmoved = await attempted(merchant, id)
        requireEqual(attemptOf(unmoved)[4], 'redirects are not followed', 'a redirect to nowhere')
        const { status, next_attempt_at: next, last_error_detail: detail } = await attempted(merchant, id)
        const gone = ['FAILED', null, 'the receiver is gone: no further attempt']
        requireEqual([status, next, detail], gone, 'a delivery to a receiver that is gone')
        const { attempt_log: log, ...delivery } = refused
        const { deliveries } = await merchant.succeeds('listWebhookDeliveries', { id })
        requireEqual(
          deliveries.find((row) => row.id === refused.id),
          delivery,
          'the delivery as its list shows it',
        )
        requireThat((log[0]?.duration_ms ?? -1) >= 0, 'a duration')
        requireThat(Date.parse(log[0]?.ended_at ?? '') >= Date.parse(refused.created_at), 'a time')
      } finally {
        await receiver?.stop()
      }
    },
  },
  {
    name: 'getWebhookDelivery: a delivery without an attempt has an empty log',
    operationId: 'getWebhookDelivery',
    covers: ['getWebhookDelivery'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      await merchant.succeeds('updateWebhook', { id, body: { is_active: false } })
      const sample = await merchant.succeeds('sendTestWebhook', { id })
      const found = await merchant.succeeds('getWebhookDelivery', { id, deliveryId: sample.id })
      requireEqual(found, { ...sample, attempt_log: [] }, 'the delivery')
    },
  },
  {
    name: 'getWebhookDelivery: a delivery of another merchant or endpoint is 404',
    operationId: 'getWebhookDelivery',
    covers: ['getWebhookDelivery webhook_not_found', 'getWebhookDelivery delivery_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const { id: deliveryId } = await merchant.succeeds('sendTestWebhook', { id })
      const { id: second } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      await merchant.isRefused('getWebhookDelivery', { id: second, deliveryId }, '404 delivery not found')
      const other = await session.other()
      await other.isRefused('getWebhookDelivery', { id, deliveryId }, '404 webhook not found')
    },
  },
  ...refusals('getWebhookDelivery', [
    [
      'an unknown endpoint',
      { id: UNKNOWN_WEBHOOK_ID, deliveryId: UNKNOWN_DELIVERY_ID },
      '404 webhook not found',
    ],
    ['an id that is no delivery', { id: UNKNOWN_WEBHOOK_ID, deliveryId: 'wd_1' }, '404 delivery not found'],
    [
      'a query',
      { id: UNKNOWN_WEBHOOK_ID, deliveryId: UNKNOWN_DELIVERY_ID, query: 'body=1' },
      '400 invalid parameter: body',
    ],
  ]),
]
