import { type Case, coversOf } from '../case.js'
import { OPERATIONS } from '../contract.js'
import { requireEqual, requireRefusal } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { authorize, type Call, callOf, exchange, type Signing } from '../http/request.js'
import { exchangePatiently } from '../session/patience.js'
import type { Session } from '../session/session.js'
import { ORDER, UNKNOWN_DELIVERY_ID, UNKNOWN_KEY_ID, UNKNOWN_UUID } from './samples.js'

const SIGNED = [...OPERATIONS.keys()].filter((operationId) => operationId !== 'registerMerchant')
const LIST = callOf('listOrders')
const EMPTY = new Uint8Array()
/** A secret of the right shape that belongs to no key. */
export const FORGED_SECRET = `sk_test_${'x'.repeat(43)}`

/** Makes malformed headers from a valid one, `Bearer <key id>:<ten digits>:<64 hex digits>`. */
const MALFORMED: readonly ((valid: string) => string)[] = [
  () => 'Bearer',
  (valid) => valid.replace('Bearer', 'bearer'),
  (valid) => valid.replace('Bearer', 'Basic'),
  (valid) => valid.replace('Bearer ', 'Bearer  '),
  (valid) => `${valid}:x`,
  (valid) => valid.replace(/:(\d{10}):/, ':$10:'),
  (valid) => valid.replace(/:(\d{10}):/, ':$1.5:'),
  (valid) => valid.replace(/:(\d{10}):/, '::'),
  (valid) => valid.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase().replace(/^./, 'F')),
  (valid) => valid.replace(/.$/, ''),
  (valid) => valid.replace('mk_test_', 'mk_prod_'),
]

/** Targets and bodies whose exact bytes a signature must cover. */
const SPELLINGS: readonly Call[] = [
  callOf('listOrders', { query: 'limit=%31' }),
  callOf('listOrders', { query: 'offset=%30&limit=2' }),
  callOf('createOrder', { bytes: `\n{ "amount" : "25.00", "currency":"USDT",\t"network":"TRC20" }\n` }),
  callOf('createOrder', { body: { ...ORDER, description: 'Zwölf 漢字 😀' } }),
]

async function isRefused({ target }: Session, call: Call, signing: Signing, row: string): Promise<void> {
  requireRefusal(await exchangePatiently(target, call, signing), row, `${call.method} ${call.path}`)
}

/** Valid and invalid signatures. */
export const authentication: Case[] = [
  {
    name: 'every operation but the registration asks for a signature',
    covers: SIGNED.flatMap((operationId) => coversOf(operationId, 'missing_authorization_header')),
    async run({ target }) {
      const request = { id: UNKNOWN_UUID, deliveryId: UNKNOWN_DELIVERY_ID }
      for (const operationId of SIGNED) {
        const answer = await exchangePatiently(target, callOf(operationId, request))
        requireRefusal(answer, '401 missing authorization header', operationId)
      }
    },
  },
  {
    name: 'a header of any other shape is 401 invalid authorization format',
    covers: ['invalid_authorization_format'],
    async run(session) {
      const { target } = session
      const { keys } = await session.merchant()
      const valid = await authorize(target, 'GET', new URL(target.baseUrl + LIST.path), EMPTY, { keys })
      for (const malform of MALFORMED) {
        const authorization = malform(valid)
        const answer = await exchangePatiently(target, callOf('listOrders', { headers: { authorization } }))
        requireRefusal(
          answer,
          '401 invalid authorization format',
          authorization.replace(/[0-9a-f]{60}/i, '…'),
        )
      }
    },
  },
  {
    name: 'an unknown key is 401 api key not found',
    covers: ['api_key_not_found'],
    run: (session) =>
      isRefused(
        session,
        LIST,
        { keys: { keyId: UNKNOWN_KEY_ID, secret: FORGED_SECRET } },
        '401 api key not found',
      ),
  },
  {
    name: 'a signature by another secret is 401 invalid signature',
    covers: ['invalid_signature'],
    async run(session) {
      const { keyId } = (await session.merchant()).keys
      await isRefused(session, LIST, { keys: { keyId, secret: FORGED_SECRET } }, '401 invalid signature')
    },
  },
  {
    name: 'a signature covers method, target and body',
    covers: ['invalid_signature'],
    async run(session) {
      const { target } = session
      const { keys } = await session.merchant()
      const body = new TextEncoder().encode(JSON.stringify(ORDER))
      const url = new URL(target.baseUrl + LIST.path)
      const other = new URL(`${url}?limit=1`)
      const forged = [
        await authorize(target, 'GET', url, body, { keys }),
        await authorize(target, 'POST', other, body, { keys }),
        await authorize(target, 'POST', url, EMPTY, { keys }),
      ]
      for (const authorization of forged) {
        const answer = await exchangePatiently(
          target,
          callOf('createOrder', { body: ORDER, headers: { authorization } }),
        )
        requireRefusal(answer, '401 invalid signature', 'createOrder with a signature of something else')
      }
    },
  },
  {
    name: 'a timestamp may be off by almost 300 s either way, and no further',
    covers: ['request_timestamp_too_old', 'request_timestamp_in_the_future'],
    async run(session) {
      const { keys } = await session.merchant()
      for (const secondsOff of [-290, 290]) {
        readReply('listOrders', await exchange(session.target, LIST, { keys, secondsOff }))
      }
      await isRefused(session, LIST, { keys, secondsOff: -310 }, '401 request timestamp too old')
      await isRefused(session, LIST, { keys, secondsOff: 310 }, '401 request timestamp in the future')
    },
  },
  {
    name: 'a signature covers the exact bytes: escapes, white space and any script',
    covers: ['listOrders', 'createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      for (const call of SPELLINGS) {
        const { status, text } = await merchant.send(call)
        requireEqual(status, call.method === 'GET' ? 200 : 201, `status of ${call.path} (${text})`)
      }
    },
  },
]
