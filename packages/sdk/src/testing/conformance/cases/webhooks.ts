import { requireEqual } from '../answer.js'
import { type Case, refusals } from '../case.js'
import { TOO_LARGE, UNKNOWN_WEBHOOK_ID, WEBHOOK } from './samples.js'

const MOST_ENDPOINTS = 10
const withFields = (fields: object) => ({ body: { ...WEBHOOK, ...fields } })

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
  'an event that is no list': 'payment.confirmed',
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
      const none = { deliveries: [], total: 0 }
      requireEqual(await merchant.succeeds('listWebhookDeliveries', { id }), none, 'its deliveries')
      const other = await session.other()
      requireEqual(await other.succeeds('listWebhooks'), [], 'endpoints of somebody else')
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
  ...refusals('listWebhooks', [['a query', { query: 'limit=1' }, '400 invalid parameter: limit']]),
  ...refusals('listWebhookDeliveries', [
    ['an unknown id', { id: UNKNOWN_WEBHOOK_ID }, '404 webhook not found'],
    ['an id that is no webhook id', { id: 'wh_1' }, '404 webhook not found'],
  ]),
]
