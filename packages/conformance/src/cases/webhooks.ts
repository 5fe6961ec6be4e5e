import { type Case, coversOf, refusals } from '../case.js'
import { requireEqual } from '../http/answer.js'
import { makeOrder, simulate, TOO_LARGE, UNKNOWN_WEBHOOK_ID, WEBHOOK } from './samples.js'

const MOST_ENDPOINTS = 10
const withFields = (fields: object) => ({ body: { ...WEBHOOK, ...fields } })
const UNKNOWN = { id: UNKNOWN_WEBHOOK_ID }

const URLS: Readonly<Record<string, unknown>> = {
  'a URL without https': 'http://shop.example/hooks',
  'a URL without a scheme': 'shop.example/hooks',
  'a URL with a password': 'https://ada:x@shop.example',
  'a private address': 'https://192.168.0.1/',
  'an address of cloud metadata': 'https://169.254.169.254/latest',
  'an empty URL': '',
  'a URL that is a number': 7,
}

const EVENTS: Readonly<Record<string, unknown>> = {
  'no event at all': [],
  'an unknown event': ['payment.maybe'],
  'a repeated event': ['payment.confirmed', 'payment.confirmed'],
  'a list of events that is text': 'payment.confirmed',
}

/** Webhook endpoints. */
export const webhooks: Case[] = [
  {
    name: 'createWebhook makes an active endpoint, which only its merchant sees',
    operationId: 'createWebhook',
    covers: ['createWebhook', 'listWebhooks', 'listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const made = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const { url, events, is_active, merchant_id } = made
      requireEqual({ url, events }, WEBHOOK, 'what was given')
      requireEqual([is_active, merchant_id], [true, merchant.id], 'the endpoint')
      requireEqual(await merchant.succeeds('listWebhooks'), [made], 'the endpoints')
      const { id } = made
      const none = { deliveries: [], total: 0, next: null }
      requireEqual(await merchant.succeeds('listWebhookDeliveries', { id }), none, 'its deliveries')
      const other = await session.other()
      requireEqual(await other.succeeds('listWebhooks'), [], 'endpoints of another merchant')
      await other.isRefused('listWebhookDeliveries', { id }, '404 webhook not found')
    },
  },
  {
    name: 'createWebhook: an eleventh endpoint is 409 webhook limit reached',
    operationId: 'createWebhook',
    covers: ['createWebhook webhook_limit_reached'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      for (let made = 0; made < MOST_ENDPOINTS; made += 1) {
        await merchant.succeeds('createWebhook', { body: WEBHOOK })
      }
      await merchant.isRefused('createWebhook', { body: WEBHOOK }, '409 webhook limit reached')
    },
  },
  {
    name: 'updateWebhook changes what is given and leaves the rest, repeatedly',
    operationId: 'updateWebhook',
    covers: ['updateWebhook', 'updateWebhook webhook_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id, updated_at: _, ...made } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      let expected: object = { ...made, id }
      const moved = 'https://conformance.invalid/moved'
      for (const body of [
        { url: moved },
        { events: ['payment.expired', 'withdrawal.failed'] },
        { is_active: false },
        { ...WEBHOOK, is_active: true },
      ]) {
        const { updated_at, ...changed } = await merchant.succeeds('updateWebhook', { id, body })
        expected = { ...expected, ...body }
        requireEqual(changed, expected, 'the endpoint')
        const same = { ...changed, updated_at }
        requireEqual(await merchant.succeeds('updateWebhook', { id, body }), same, 'changed again')
        requireEqual(await merchant.succeeds('updateWebhook', { id, body: {} }), same, 'changed in nothing')
        requireEqual(await merchant.succeeds('listWebhooks'), [same], 'the endpoints')
      }
      const body = { url: 'https://CONFORMANCE.invalid:443/x/../moved' }
      const { url } = await merchant.succeeds('updateWebhook', { id, body })
      requireEqual(url, moved, 'the URL as the parser reads it')
      const other = await session.other()
      await other.isRefused('updateWebhook', { id, body: {} }, '404 webhook not found')
    },
  },
  {
    name: 'updateWebhook refuses the URLs and events that createWebhook refuses, and changes nothing then',
    operationId: 'updateWebhook',
    covers: coversOf('updateWebhook', 'invalid_webhook_url', 'invalid_event_type'),
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const made = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const refused = (body: object, row: string) =>
        merchant.isRefused('updateWebhook', { id: made.id, body: { is_active: false, ...body } }, row)
      for (const url of Object.values(URLS)) await refused({ url }, '400 invalid webhook url')
      for (const events of Object.values(EVENTS)) await refused({ events }, '400 invalid event type')
      requireEqual(await merchant.succeeds('listWebhooks'), [made], 'the endpoints')
    },
  },
  {
    name: 'an inactive endpoint gets no event, then or later',
    operationId: 'updateWebhook',
    covers: ['updateWebhook', 'listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const body = { ...WEBHOOK, events: ['payment.expired'] }
      const { id } = await merchant.succeeds('createWebhook', { body })
      await merchant.succeeds('updateWebhook', { id, body: { is_active: false } })
      const order = await makeOrder(merchant)
      await simulate(merchant, order.id, { action: 'expire' })
      await merchant.reachOrder(order.id, 'EXPIRED')
      await merchant.succeeds('updateWebhook', { id, body: { is_active: true } })
      const none = { deliveries: [], total: 0, next: null }
      requireEqual(await merchant.succeeds('listWebhookDeliveries', { id }), none, 'its deliveries')
    },
  },
  {
    name: 'deleteWebhook ends pending deliveries, frees a place, and is 404 webhook not found the second time',
    operationId: 'deleteWebhook',
    covers: ['deleteWebhook', 'deleteWebhook webhook_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const body = { ...WEBHOOK, events: ['payment.expired'] }
      const { id } = await merchant.succeeds('createWebhook', { body })
      const order = await makeOrder(merchant)
      await simulate(merchant, order.id, { action: 'expire' })
      await merchant.reachOrder(order.id, 'EXPIRED')
      const other = await session.other()
      await other.isRefused('deleteWebhook', { id }, '404 webhook not found')
      requireEqual(
        await merchant.succeeds('deleteWebhook', { id }),
        { message: 'webhook deleted' },
        'the answer',
      )
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id: order.id })
      requireEqual(
        deliveries.map(({ webhook_id, status, last_error, next_attempt_at }) => [
          webhook_id,
          status,
          last_error,
          next_attempt_at,
        ]),
        [[id, 'FAILED', 'webhook_deleted', null]],
        'the deliveries of the order',
      )
      requireEqual(await merchant.succeeds('listWebhooks'), [], 'the endpoints')
      for (const operationId of ['deleteWebhook', 'listWebhookDeliveries', 'sendTestWebhook'] as const) {
        await merchant.isRefused(operationId, { id }, '404 webhook not found')
      }
      for (let made = 0; made < MOST_ENDPOINTS; made += 1) await merchant.succeeds('createWebhook', { body })
    },
  },
  ...refusals('createWebhook', [
    ...Object.entries(URLS).map(
      ([what, url]) => [what, withFields({ url }), '400 invalid webhook url'] as const,
    ),
    ...Object.entries(EVENTS).map(
      ([what, events]) => [what, withFields({ events }), '400 invalid event type'] as const,
    ),
    ['an array', { body: [] }, '400 invalid parameter: body'],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('updateWebhook', [
    ['a URL that is null, and so absent', { ...UNKNOWN, body: { url: null } }, '404 webhook not found'],
    ['a state that is text', { ...UNKNOWN, body: { is_active: 'no' } }, '400 invalid parameter: is_active'],
    ['an array', { ...UNKNOWN, body: [] }, '400 invalid parameter: body'],
    ['an open brace', { ...UNKNOWN, bytes: '{' }, '400 invalid json'],
    [
      'text',
      { ...UNKNOWN, bytes: 'x', headers: { 'content-type': 'text/plain' } },
      '415 unsupported media type',
    ],
    ['an unknown id', { ...UNKNOWN, body: {} }, '404 webhook not found'],
    ['an id that is not a webhook id', { id: 'wh_1', body: {} }, '404 webhook not found'],
  ]),
  ...refusals('deleteWebhook', [
    ['an unknown id', UNKNOWN, '404 webhook not found'],
    ['an id that is not a webhook id', { id: 'wh_1' }, '404 webhook not found'],
    ['a query', { ...UNKNOWN, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
  ...refusals('listWebhooks', [['a query', { query: 'limit=1' }, '400 invalid parameter: limit']]),
  ...refusals('listWebhookDeliveries', [
    ['an unknown id', { id: UNKNOWN_WEBHOOK_ID }, '404 webhook not found'],
    ['an id that is not a webhook id', { id: 'wh_1' }, '404 webhook not found'],
  ]),
]
