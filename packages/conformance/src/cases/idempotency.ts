import type { Case } from '../case.js'
import { requireDetails, requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import type { Merchant } from '../session/merchant.js'
import { pass } from '../session/pass.js'
import { CUSTOM, FIXED, FOR_REVIEW, fund, makeOrder, ORDER, simulate, WITHDRAWAL } from './samples.js'

const newKey = () => `conformance-${crypto.randomUUID()}`

const DAY_MS = 86_400_000
const REPLAYED = 'idempotent-replayed'

/** Creates something twice with one key, and once more with other parameters. */
async function replay(
  merchant: Merchant,
  operationId: 'createOrder' | 'createAppOrder' | 'createWithdrawal',
  request: (fields: object) => { body: unknown; headers?: Record<string, string> },
): Promise<void> {
  const first = await merchant.call(operationId, request({}))
  const { id } = readReply(operationId, first)
  requireEqual(first.headers.get(REPLAYED), null, 'Idempotent-Replayed of the first answer')
  const again = await merchant.call(operationId, request({}))
  requireEqual([again.status, again.text], [first.status, first.text], 'the same call again')
  requireEqual(again.headers.get(REPLAYED), 'true', 'Idempotent-Replayed of the second answer')
  const other = await merchant.call(operationId, request({ description: 'other' }))
  requireRefusal(other, '409 duplicate idempotency key', 'the same key for something else')
  const detail = `the key was used for ${id}, with another description`
  requireDetails(other, { param: 'description', detail }, 'the same key for something else')
}

/** Idempotency keys. */
export const idempotency: Case[] = [
  {
    name: 'createOrder answers a repeated key with the order it made, and other parameters with 409',
    operationId: 'createOrder',
    covers: ['createOrder', 'createOrder duplicate_idempotency_key'],
    async run(session) {
      const idempotency_key = newKey()
      const request = (fields: object) => ({ body: { ...ORDER, idempotency_key, ...fields } })
      await replay(await session.merchant(), 'createOrder', request)
    },
  },
  {
    name: 'createAppOrder answers a repeated key with the order it made, and other parameters with 409',
    operationId: 'createAppOrder',
    covers: ['createAppOrder', 'createAppOrder duplicate_idempotency_key'],
    async run(session) {
      const headers = { 'idempotency-key': newKey() }
      await replay(await session.merchant(), 'createAppOrder', (fields) => ({
        body: { ...CUSTOM, ...fields },
        headers,
      }))
    },
  },
  {
    name: 'createWithdrawal answers a repeated key with the withdrawal it made, and other parameters with 409',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal', 'createWithdrawal duplicate_idempotency_key'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant, '2000.00')
      const keyed = { ...WITHDRAWAL, amount: FOR_REVIEW, idempotency_key: newKey() }
      await replay(merchant, 'createWithdrawal', (fields) => ({ body: { ...keyed, ...fields } }))
      requireEqual((await merchant.succeeds('listWithdrawals')).total, 1, 'withdrawals')
    },
  },
  {
    name: 'a replay answers with the current order, in whatever form the amount is written',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const headers = { 'idempotency-key': newKey() }
      const { id } = await merchant.succeeds('createAppOrder', { body: FIXED, headers })
      await simulate(merchant, id, { action: 'pay' })
      const body = { ...FIXED, amount: '12.50', metadata: {} }
      const again = await merchant.succeeds('createAppOrder', { body, headers })
      requireEqual([again.id, again.status], [id, 'PAID'], 'the order of the replay')
    },
  },
  {
    name: 'one key means nothing to another operation or another merchant',
    operationId: 'createOrder',
    covers: ['createOrder', 'createAppOrder'],
    needs: ['registration'],
    async run(session) {
      const [merchant, other] = [await session.merchant(), await session.other()]
      const idempotency_key = newKey()
      const headers = { 'idempotency-key': idempotency_key }
      const mine = await makeOrder(merchant, { idempotency_key })
      const theirs = await makeOrder(other, { idempotency_key, amount: '26.00' })
      requireThat(mine.id !== theirs.id, 'two orders of two merchants')
      await merchant.succeeds('createAppOrder', { body: CUSTOM, headers })
    },
  },
  {
    name: 'one key means nothing to the other environment',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      await session.target.setMerchantStatus?.(merchant.id, 'ACTIVE')
      const keys = await merchant.makeKey('live')
      const request = { body: FIXED, headers: { 'idempotency-key': newKey() } }
      const test = await merchant.succeeds('createAppOrder', request)
      const answer = await exchange(session.target, callOf('createAppOrder', request), { keys })
      const live = readReply('createAppOrder', answer)
      requireEqual([test.environment, live.environment], ['test', 'live'], 'environments of two orders')
      requireEqual(answer.headers.get(REPLAYED), null, 'Idempotent-Replayed in the other environment')
    },
  },
  {
    name: 'a key is kept for 24 hours; after that it creates a new order',
    operationId: 'createAppOrder',
    covers: ['createAppOrder'],
    needs: ['registration', 'time'],
    async run(session) {
      const merchant = await session.register()
      const request = { body: FIXED, headers: { 'idempotency-key': newKey() } }
      const make = async () => (await merchant.succeeds('createAppOrder', request)).id
      const id = await make()
      await pass(session.target, DAY_MS - 1_000)
      requireEqual(await make(), id, 'the order a second before')
      await pass(session.target, 1_000)
      requireThat((await make()) !== id, 'another order after 24 hours')
    },
  },
  {
    name: 'a refused call leaves its key free',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const idempotency_key = newKey()
      const body = { ...ORDER, idempotency_key, amount: '1' }
      await merchant.isRefused('createOrder', { body }, '400 invalid amount')
      requireEqual((await makeOrder(merchant, { idempotency_key })).status, 'OPEN', 'status')
    },
  },
  {
    name: 'a hundred parallel calls with one key make one order',
    operationId: 'createOrder',
    covers: ['createOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const body = { ...ORDER, idempotency_key: newKey() }
      const calls = Array.from({ length: 100 }, () => merchant.call('createOrder', { body }))
      const answers = await Promise.all(calls)
      const ids = new Set(answers.map((answer) => readReply('createOrder', answer).id))
      requireEqual(ids.size, 1, 'orders')
      const replayed = answers.filter(({ headers }) => headers.get(REPLAYED) === 'true')
      requireEqual(replayed.length, 99, 'answers that say they are replays')
    },
  },
]
