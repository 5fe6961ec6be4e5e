import { type Case, coversOf, type RefusedRequest, refusal, refusals } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { callOf, exchange, type Request } from '../http/request.js'
import { registration, type Session } from '../session/session.js'
import { ORDER, simulate, TOO_LARGE, UNKNOWN_DELIVERY_ID, UNKNOWN_WEBHOOK_ID } from './samples.js'

/** Operations on one webhook endpoint or delivery. */
const WEBHOOK_WRITES = [
  'updateWebhook',
  'deleteWebhook',
  'sendTestWebhook',
  'redeliverWebhookDelivery',
  'resendTestDelivery',
] as const

const withFields = (fields: object) => ({ body: { ...registration(), ...fields } })

const send = ({ target }: Session, request: Request) => {
  const headers = { 'x-registration-token': target.registrationToken ?? '', ...request.headers }
  return exchange(target, callOf('registerMerchant', { ...request, headers }))
}

/** Registrations that are refused. */
const REFUSED: readonly RefusedRequest[] = [
  ['an empty name', withFields({ name: '' }), '400 invalid name'],
  ['a name of blanks', withFields({ name: ' \t\u00a0' }), '400 invalid name'],
  ['a name of 101 characters', withFields({ name: 'x'.repeat(101) }), '400 invalid name'],
  ['no e-mail address', withFields({ email: undefined }), '400 invalid email'],
  ['an invalid e-mail address', withFields({ email: 'ada' }), '400 invalid email'],
  ['an empty user id', withFields({ platform_user_id: '' }), '400 invalid platform user id'],
  ['a user id of blanks', withFields({ platform_user_id: '  ' }), '400 invalid platform user id'],
  [
    'a user id of 129 characters',
    withFields({ platform_user_id: 'x'.repeat(129) }),
    '400 invalid platform user id',
  ],
  ['an array', { body: [] }, '400 invalid parameter: body'],
  ['an open brace', { bytes: '{' }, '400 invalid json'],
  ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
  ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
]

/** Registration, the merchant's own record, its webhook secret and the effects of its status. */
export const merchants: Case[] = [
  {
    name: 'registerMerchant answers the merchant with a key that works, and only once',
    operationId: 'registerMerchant',
    covers: ['registerMerchant', 'registerMerchant merchant_already_exists', 'getCurrentMerchant'],
    needs: ['registration'],
    async run(session) {
      const body = registration()
      const { api_key, webhook_secret, ...merchant } = readReply(
        'registerMerchant',
        await send(session, { body }),
      )
      const { name, email, platform_user_id, status, tier, environment } = merchant
      requireEqual({ name, email, platform_user_id }, body, 'what was given')
      requireEqual([status, tier, environment], ['PENDING_KYB', 'BASIC', 'test'], 'a new merchant')
      requireEqual(api_key.environment, 'test', 'the environment of the first key')
      const keys = { keyId: api_key.key_id, secret: api_key.secret }
      const me = await exchange(session.target, callOf('getCurrentMerchant'), { keys })
      requireEqual(readReply('getCurrentMerchant', me), merchant, 'the merchant of the key')
      requireThat(!me.text.includes(webhook_secret), 'no secret in the record')
      const again = await send(session, { body: { ...body, email: 'eve@example.com' } })
      requireRefusal(again, '409 merchant already exists', 'the same user id again')
    },
  },
  ...REFUSED.map((refused): Case => {
    const [, request, row] = refused
    return {
      ...refusal('registerMerchant', refused),
      needs: ['registration'],
      run: async (session) => requireRefusal(await send(session, request), row, 'registerMerchant'),
    }
  }),
  {
    name: 'getCurrentMerchant answers the merchant of the key',
    operationId: 'getCurrentMerchant',
    covers: ['getCurrentMerchant'],
    async run(session) {
      const merchant = await session.merchant()
      requireEqual((await merchant.succeeds('getCurrentMerchant')).id, merchant.id, 'the merchant')
    },
  },
  {
    name: 'rotateWebhookSecret answers a new secret each time',
    operationId: 'rotateWebhookSecret',
    covers: ['rotateWebhookSecret'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.merchant()
      const [one, other] = [
        await merchant.succeeds('rotateWebhookSecret'),
        await merchant.succeeds('rotateWebhookSecret'),
      ]
      requireEqual([one.environment, other.environment], ['test', 'test'], 'environment')
      requireThat(one.webhook_secret !== other.webhook_secret, 'two different secrets')
    },
  },
  {
    name: 'a suspended merchant reads, revokes keys and rotates its secret, and writes nothing else',
    covers: [
      'listOrders',
      'revokeApiKey',
      'rotateWebhookSecret',
      ...coversOf('createOrder', 'merchant_suspended'),
      ...coversOf('createAppOrder', 'merchant_suspended'),
      ...coversOf('createPaymentLink', 'merchant_suspended'),
      ...coversOf('closePaymentLink', 'merchant_suspended'),
      ...coversOf('createApiKey', 'merchant_suspended'),
      ...coversOf('createDashboardLink', 'merchant_suspended'),
      ...coversOf('createWebhook', 'merchant_suspended'),
      ...WEBHOOK_WRITES.flatMap((operationId) => coversOf(operationId, 'merchant_suspended')),
      ...coversOf('createWithdrawal', 'merchant_suspended'),
      ...coversOf('createWithdrawalDestination', 'merchant_suspended'),
      ...coversOf('deleteWithdrawalDestination', 'merchant_suspended'),
      ...coversOf('cancelWithdrawal', 'merchant_suspended'),
      ...coversOf('simulateOrder', 'merchant_suspended'),
      ...coversOf('expireOrder', 'merchant_suspended'),
      ...coversOf('acceptOrder', 'merchant_suspended'),
      ...coversOf('createRefund', 'merchant_suspended'),
    ],
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await merchant.succeeds('createOrder', { body: ORDER })
      const spare = await merchant.makeKey()
      await session.target.setMerchantStatus?.(merchant.id, 'SUSPENDED')
      // Refused before its content type and fields are checked.
      for (const operationId of [
        'createOrder',
        'createAppOrder',
        'createPaymentLink',
        'createApiKey',
        'createDashboardLink',
        'createWebhook',
      ] as const) {
        await merchant.isRefused(operationId, { bytes: 'x' }, '403 merchant suspended')
      }
      for (const operationId of [
        'createWithdrawal',
        'cancelWithdrawal',
        'createWithdrawalDestination',
        'deleteWithdrawalDestination',
        'simulateOrder',
        'expireOrder',
        'acceptOrder',
        'createRefund',
        'closePaymentLink',
      ] as const) {
        await merchant.isRefused(operationId, { id, bytes: 'x' }, '403 merchant suspended')
      }
      const webhook = { id: UNKNOWN_WEBHOOK_ID, deliveryId: UNKNOWN_DELIVERY_ID, bytes: 'x' }
      for (const operationId of WEBHOOK_WRITES) {
        await merchant.isRefused(operationId, webhook, '403 merchant suspended')
      }
      await merchant.succeeds('listOrders')
      await merchant.succeeds('rotateWebhookSecret')
      await merchant.succeeds('revokeApiKey', { id: spare.keyId })
    },
  },
  {
    name: 'a live key neither sees test orders nor acts on the sandbox',
    covers: [
      'createApiKey',
      ...coversOf('getOrder', 'order_not_found'),
      ...coversOf('streamOrderEvents', 'order_not_found'),
      ...coversOf('simulateOrder', 'forbidden'),
      ...coversOf('streamTestDeliveries', 'forbidden'),
      ...coversOf('resendTestDelivery', 'forbidden'),
      ...coversOf('createApiKey', 'forbidden'),
      ...coversOf('revokeApiKey', 'forbidden'),
    ],
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await merchant.succeeds('createOrder', { body: ORDER })
      await session.target.setMerchantStatus?.(merchant.id, 'ACTIVE')
      const keys = await merchant.makeKey('live')
      const asLive = async (call: ReturnType<typeof callOf>, row: string) =>
        requireRefusal(await exchange(session.target, call, { keys }), row, `${call.method} ${call.path}`)
      await asLive(callOf('getOrder', { id }), '404 order not found')
      await asLive(callOf('streamOrderEvents', { id }), '404 order not found')
      await asLive(callOf('simulateOrder', { id, body: { action: 'pay' } }), '403 forbidden')
      await asLive(callOf('streamTestDeliveries'), '403 forbidden')
      await asLive(callOf('resendTestDelivery', { deliveryId: UNKNOWN_DELIVERY_ID }), '403 forbidden')
      // A leaked test key must neither create a second live key nor revoke the first.
      await merchant.isRefused('createApiKey', { body: { environment: 'live' } }, '403 forbidden')
      await merchant.isRefused('revokeApiKey', { id: keys.keyId }, '403 forbidden')
      requireEqual((await merchant.succeeds('getCurrentMerchant')).environment, 'live', 'environment')
      await simulate(merchant, id, { action: 'expire' })
    },
  },
  ...refusals('getCurrentMerchant', [
    ['a query', { query: 'surprise=1' }, '400 invalid parameter: surprise'],
  ]),
  ...refusals('rotateWebhookSecret', [
    ['a query', { query: 'surprise=1' }, '400 invalid parameter: surprise'],
  ]),
]
