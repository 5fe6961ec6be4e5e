import { systemClock } from '@merchantpay/testing'
import { type Case, refusals } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import { pass } from '../session/pass.js'
import { exchangePatiently } from '../session/patience.js'
import { TOO_LARGE, UNKNOWN_KEY_ID } from './samples.js'

const MOST_ACTIVE_KEYS = 20
const NEW_KEYS_PER_HOUR = 20
const HOUR_MS = 3_600_000
/** The server counts on another clock, in whole milliseconds. */
const SLACK_MS = 10

/** Keys that sign requests. */
export const apiKeys: Case[] = [
  {
    name: 'createApiKey makes a key that works at once and is listed without its secret',
    operationId: 'createApiKey',
    covers: ['createApiKey', 'listApiKeys', 'revokeApiKey'],
    async run(session) {
      const merchant = await session.merchant()
      const body = { name: 'backend', environment: 'test' }
      const made = await merchant.succeeds('createApiKey', { body })
      const keys = { keyId: made.key_id, secret: made.secret }
      const me = await exchange(session.target, callOf('getCurrentMerchant'), { keys })
      requireEqual(readReply('getCurrentMerchant', me).id, merchant.id, 'the merchant of the key')
      const listed = await merchant.call('listApiKeys')
      const { api_keys } = readReply('listApiKeys', listed)
      const { last_used_at: _, ...key } = api_keys.find(({ key_id }) => key_id === made.key_id) ?? {}
      const { key_id, created_at } = made
      requireEqual(
        key,
        { key_id, ...body, scopes: made.scopes, is_active: true, created_at },
        'the key in the list',
      )
      requireThat(!listed.text.includes(made.secret), 'no secret in the list')
      await merchant.succeeds('revokeApiKey', { id: key_id })
    },
  },
  {
    name: 'createApiKey takes no name, which is then empty',
    operationId: 'createApiKey',
    covers: ['createApiKey'],
    async run(session) {
      const merchant = await session.merchant()
      const { name, key_id } = await merchant.succeeds('createApiKey', { body: { environment: 'test' } })
      requireEqual(name, '', 'name')
      await merchant.succeeds('revokeApiKey', { id: key_id })
    },
  },
  {
    name: 'revokeApiKey takes effect at once and may be repeated',
    operationId: 'revokeApiKey',
    covers: ['revokeApiKey', 'getCurrentMerchant api_key_is_inactive'],
    async run(session) {
      const merchant = await session.merchant()
      const keys = await merchant.makeKey()
      for (let times = 0; times < 2; times += 1) {
        const { message } = await merchant.succeeds('revokeApiKey', { id: keys.keyId })
        requireEqual(message, 'api key revoked', 'message')
      }
      const { status, text } = await exchangePatiently(session.target, callOf('getCurrentMerchant'), { keys })
      requireEqual([status, text], [401, '{"error":"api key is inactive"}'], 'a revoked key')
      const { api_keys } = await merchant.succeeds('listApiKeys')
      requireEqual(api_keys.find(({ key_id }) => key_id === keys.keyId)?.is_active, false, 'is_active')
    },
  },
  {
    name: 'revokeApiKey: another merchant’s key is 404 api key not found',
    operationId: 'revokeApiKey',
    covers: ['revokeApiKey api_key_not_found'],
    needs: ['registration'],
    async run(session) {
      const { keys } = await session.other()
      await (await session.merchant()).isRefused('revokeApiKey', { id: keys.keyId }, '404 api key not found')
    },
  },
  {
    name: 'createApiKey: a 21st active key is 409 api key limit reached',
    operationId: 'createApiKey',
    covers: ['createApiKey api_key_limit_reached'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      for (let active = 1; active < MOST_ACTIVE_KEYS; active += 1) await merchant.makeKey()
      const body = { environment: 'test' }
      await merchant.isRefused('createApiKey', { body }, '409 api key limit reached')
    },
  },
  {
    name: 'createApiKey: a 21st new key within an hour is 429 with the correct Retry-After',
    operationId: 'createApiKey',
    covers: ['createApiKey rate_limit_exceeded'],
    needs: ['registration'],
    async run(session) {
      const { target } = session
      const merchant = await session.register()
      const now = () => (target.clock ?? systemClock).monotonic()
      const first = now()
      for (let made = 0; made < NEW_KEYS_PER_HOUR; made += 1) {
        const { keyId: id } = await merchant.makeKey()
        await merchant.succeeds('revokeApiKey', { id })
      }
      const refused = await merchant.call('createApiKey', { body: { environment: 'test' } })
      requireRefusal(refused, '429 rate limit exceeded', 'the 21st key')
      const seconds = Number(refused.headers.get('retry-after'))
      const least = Math.ceil((HOUR_MS - (now() - first) - SLACK_MS) / 1_000)
      requireThat(seconds >= least && seconds <= 3_600, `Retry-After of ${least} to 3600, not ${seconds}`)
      if (!target.advance) return
      await pass(target, seconds * 1_000)
      await merchant.makeKey()
    },
  },
  ...refusals('createApiKey', [
    ['an unknown environment', { body: { environment: 'staging' } }, '400 invalid environment'],
    ['a name of blanks', { body: { name: '  ', environment: 'test' } }, '400 invalid name'],
    ['no environment', { body: { name: 'backend' } }, '400 invalid environment'],
    ['an empty name', { body: { name: '', environment: 'test' } }, '400 invalid name'],
    [
      'a name of 101 characters',
      { body: { name: 'x'.repeat(101), environment: 'test' } },
      '400 invalid name',
    ],
    ['an array', { body: [] }, '400 invalid parameter: body'],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('revokeApiKey', [
    ['an unknown key id', { id: UNKNOWN_KEY_ID }, '404 api key not found'],
    ['an id that is not a key id', { id: 'nonsense' }, '404 api key not found'],
    ['a query', { id: UNKNOWN_KEY_ID, query: 'surprise=1' }, '400 invalid parameter: surprise'],
  ]),
  ...refusals('listApiKeys', [
    ['a query', { query: 'limit=1' }, '400 invalid parameter: limit'],
    ['a query of 100 characters', { query: 'x'.repeat(100) }, `400 invalid parameter: ${'x'.repeat(64)}`],
  ]),
]
