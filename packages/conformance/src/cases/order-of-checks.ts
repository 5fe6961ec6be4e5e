import { type Case, coversOf } from '../case.js'
import { requireEqual, requireRefusal } from '../http/answer.js'
import { type Call, callOf, exchange, type Request, type Signing } from '../http/request.js'
import type { Merchant } from '../session/merchant.js'
import { exchangePatiently } from '../session/patience.js'
import { FORGED_SECRET } from './authentication.js'
import { ORDER, TOO_LARGE, UNKNOWN_KEY_ID, UNKNOWN_UUID, WITHDRAWAL } from './samples.js'

/** A request that two consecutive checks refuse, and the row of the earlier one. */
interface Pair {
  readonly name: string
  readonly covers: Case['covers']
  readonly call: Call
  readonly row: string
  /** The signature. Default: none. */
  readonly sign?: (merchant: Merchant) => Signing | Promise<Signing>
}

const other = (method: string, path: string, request: Request = {}): Call => ({ method, path, request })
const asItself = ({ keys }: Merchant) => ({ keys })
const text = (bytes: string): Request => ({ bytes, headers: { 'content-type': 'text/plain' } })
const unknown = (body: object) => callOf('simulateOrder', { id: UNKNOWN_UUID, body })

const PAIRS: readonly Pair[] = [
  {
    name: 'an unknown path before the method',
    covers: ['not_found'],
    call: other('PATCH', '/v1/nothing'),
    row: '404 not found',
  },
  {
    name: 'the method before the size of the body',
    covers: ['method_not_allowed'],
    call: other('PUT', '/v1/orders', { bytes: TOO_LARGE }),
    row: '405 method not allowed',
  },
  {
    name: 'the size of the body before the signature',
    covers: coversOf('createOrder', 'request_body_too_large'),
    call: callOf('createOrder', { bytes: TOO_LARGE }),
    row: '413 request body too large',
  },
  {
    name: 'the shape of the header before the key',
    covers: coversOf('listOrders', 'invalid_authorization_format'),
    call: callOf('listOrders', { headers: { authorization: `Bearer ${UNKNOWN_KEY_ID}:123:abc` } }),
    row: '401 invalid authorization format',
  },
  {
    name: 'whether the key is known before its signature',
    covers: ['api_key_not_found'],
    call: callOf('listOrders'),
    row: '401 api key not found',
    sign: () => ({ keys: { keyId: UNKNOWN_KEY_ID, secret: FORGED_SECRET }, secondsOff: -1_000 }),
  },
  {
    name: 'whether the key is active before its signature',
    covers: coversOf('listOrders', 'api_key_is_inactive'),
    call: callOf('listOrders'),
    row: '401 api key is inactive',
    async sign(merchant) {
      const { keyId } = await merchant.makeKey()
      await merchant.succeeds('revokeApiKey', { id: keyId })
      return { keys: { keyId, secret: FORGED_SECRET } }
    },
  },
  {
    name: 'the signature before the timestamp',
    covers: coversOf('listOrders', 'invalid_signature'),
    call: callOf('listOrders'),
    row: '401 invalid signature',
    sign: ({ keys }) => ({ keys: { ...keys, secret: FORGED_SECRET }, secondsOff: -1_000 }),
  },
  {
    name: 'the signature before the content type',
    covers: coversOf('createOrder', 'missing_authorization_header'),
    call: callOf('createOrder', text('{')),
    row: '401 missing authorization header',
  },
  {
    name: 'the scope of the key before the content type',
    covers: coversOf('createOrder', 'forbidden'),
    call: callOf('createOrder', text('{')),
    row: '403 forbidden',
    sign: async (merchant) => ({ keys: await merchant.makeKey('test', ['read']) }),
  },
  {
    name: 'the content type before the JSON',
    covers: coversOf('createOrder', 'unsupported_media_type'),
    call: callOf('createOrder', text('{')),
    row: '415 unsupported media type',
    sign: asItself,
  },
  {
    name: 'the JSON before the fields',
    covers: coversOf('createOrder', 'invalid_json'),
    call: callOf('createOrder', { bytes: '{"amount":' }),
    row: '400 invalid json',
    sign: asItself,
  },
  {
    name: 'of several fields, the one that comes first in the contract',
    covers: coversOf('createOrder', 'invalid_amount'),
    call: callOf('createOrder', {
      body: { network: 'BEP20', currency: 'EUR', amount: 25, tolerance_percent: 9 },
    }),
    row: '400 invalid amount',
    sign: asItself,
  },
  {
    name: 'the fields before the resource',
    covers: coversOf('simulateOrder', 'invalid_parameter'),
    call: unknown({ action: 'vanish' }),
    row: '400 invalid parameter: action',
    sign: asItself,
  },
  {
    name: 'the resource before the business rule',
    covers: coversOf('simulateOrder', 'order_not_found'),
    call: unknown({ action: 'pay', remark: 'on-chain orders take none' }),
    row: '404 order not found',
    sign: asItself,
  },
  {
    name: 'the fields before the balance',
    covers: coversOf('createWithdrawal', 'invalid_metadata'),
    call: callOf('createWithdrawal', { body: { ...WITHDRAWAL, amount: '999999999', metadata: 5 } }),
    row: '400 invalid metadata',
    sign: asItself,
  },
]

/** Requests that several checks refuse: the earliest one answers. */
export const orderOfChecks: Case[] = [
  ...PAIRS.map(
    ({ name, covers, call, row, sign }): Case => ({
      name: `of two errors the first is reported: ${name}`,
      covers,
      async run(session) {
        const signing = sign && (await sign(await session.merchant()))
        requireRefusal(
          await exchangePatiently(session.target, call, signing),
          row,
          `${call.method} ${call.path}`,
        )
      },
    }),
  ),
  {
    name: 'of two errors the first is reported: the merchant’s status before the scope of the key',
    covers: coversOf('createOrder', 'merchant_suspended'),
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      const keys = await merchant.makeKey('test', ['read'])
      await session.target.setMerchantStatus?.(merchant.id, 'SUSPENDED')
      const refused = await exchange(session.target, callOf('createOrder', text('{')), { keys })
      requireRefusal(refused, '403 merchant suspended', 'createOrder')
      await session.target.setMerchantStatus?.(merchant.id, 'ACTIVE')
      requireEqual((await merchant.succeeds('createOrder', { body: ORDER })).status, 'OPEN', 'status')
    },
  },
]
