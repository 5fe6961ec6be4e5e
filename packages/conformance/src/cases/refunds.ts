import { type Case, refusals } from '../case.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'
import { FIXED, fund, makeOrder, simulate, TOO_LARGE, UNKNOWN_UUID, WITHDRAWAL } from './samples.js'

const { destination_address } = WITHDRAWAL
/** A destination whose payment reverts, from the contract. */
const REVERTS = 'TW2YHP6eVjHKzoUp6ujVfBUrCjGB4SjXRR'

const withFields = (fields: object) => ({ id: UNKNOWN_UUID, body: { destination_address, ...fields } })

/** A paid order of 25.00, of which 24.75 are credited, and money for fees. */
async function paidOrder(merchant: Merchant, action = 'pay'): Promise<string> {
  await fund(merchant)
  const { id } = await makeOrder(merchant)
  await simulate(merchant, id, { action })
  await merchant.reachOrder(id, 'PAID')
  return id
}

const refund = (merchant: Merchant, id: string, fields: object = {}) =>
  merchant.succeeds('createRefund', { id, body: { destination_address, ...fields } })

/** Refunds of orders. */
export const refunds: Case[] = [
  {
    name: 'createRefund pays a part of an order back by a withdrawal, which names both',
    operationId: 'createRefund',
    covers: ['createRefund', 'listRefunds', 'getWithdrawal', 'getBalance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const made = await refund(merchant, id, { amount: '5', description: 'Ticket B' })
      const { order_id, refund_id, amount, fee, total_debit, network, status } = made
      requireEqual([order_id, refund_id], [id, made.id], 'the ids')
      requireEqual(
        [amount, fee, total_debit, network, status],
        ['5.00', '1.50', '6.50', 'TRC20', 'PENDING'],
        'what is paid',
      )
      const done = await merchant.reachWithdrawal(made.id, 'COMPLETED')
      requireEqual([done.order_id, done.refund_id], [id, made.id], 'the ids of the withdrawal')
      const list = { refunds: [done], total: 1, next: null }
      requireEqual(await merchant.succeeds('listRefunds', { id }), list, 'the list')
      const after = { currency: 'USDT', available: '43.00', held: '0.00', frozen: '0.00' }
      requireEqual(await merchant.succeeds('getBalance'), after, 'the balance after')
    },
  },
  {
    name: 'createRefund without an amount refunds all that is left, and no more than that',
    operationId: 'createRefund',
    covers: ['createRefund', 'createRefund invalid_amount'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const over = { id, body: { destination_address, amount: '24.750001' } }
      await merchant.isRefused('createRefund', over, '400 invalid amount')
      await refund(merchant, id, { amount: '20' })
      requireEqual((await refund(merchant, id)).amount, '4.75', 'the rest')
      const again = { id, body: { destination_address } }
      await merchant.isRefused('createRefund', again, '400 invalid amount')
    },
  },
  {
    name: 'createRefund with the fee returns all that was paid, at the cost of the merchant',
    operationId: 'createRefund',
    covers: ['createRefund', 'createRefund invalid_amount', 'getBalance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const { available } = await merchant.succeeds('getBalance')
      requireEqual((await refund(merchant, id, { amount: '20' })).amount, '20.00', 'a part without the fee')
      const over = { id, body: { destination_address, amount: '5.000001', include_fee: true } }
      await merchant.isRefused('createRefund', over, '400 invalid amount')
      requireEqual(
        (await refund(merchant, id, { include_fee: true })).amount,
        '5.00',
        'the rest with the fee',
      )
      const left = (await merchant.succeeds('getBalance')).available
      requireEqual([available, left], ['49.50', '21.50'], 'the balance before and after')
      const more = { id, body: { destination_address, amount: '1', include_fee: true } }
      await merchant.isRefused('createRefund', more, '400 invalid amount')
    },
  },
  {
    name: 'createRefund of an overpaid order refunds the overpaid part, once',
    operationId: 'createRefund',
    covers: ['createRefund'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant, 'overpay')
      requireEqual((await refund(merchant, id)).amount, '10.00', 'what was paid too much')
      await merchant.isRefused('createRefund', { id, body: { destination_address } }, '400 invalid amount')
    },
  },
  {
    name: 'the sixth refund of an order waits for review',
    operationId: 'createRefund',
    covers: ['createRefund'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const statuses: string[] = []
      for (let n = 0; n < 6; n += 1) statuses.push((await refund(merchant, id, { amount: '1' })).status)
      requireEqual(statuses, [...Array(5).fill('PENDING'), 'REVIEW'], 'the statuses')
    },
  },
  {
    name: 'a refund that is cancelled or fails can be made again',
    operationId: 'createRefund',
    covers: ['createRefund', 'cancelWithdrawal', 'listRefunds'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const failing = await refund(merchant, id, { destination_address: REVERTS })
      await merchant.reachWithdrawal(failing.id, 'FAILED')
      const again = await refund(merchant, id)
      requireEqual(again.amount, '24.75', 'all of it again')
      const { total, refunds } = await merchant.succeeds('listRefunds', { id, query: 'limit=1' })
      requireEqual([total, refunds.map((row) => row.id)], [2, [again.id]], 'the newest of the list')
    },
  },
  {
    name: 'createRefund has a smaller minimum than a withdrawal, and the quote has it',
    operationId: 'createRefund',
    covers: ['createRefund amount_below_minimum', 'quoteWithdrawal'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const { refund_minimum } = await merchant.succeeds('quoteWithdrawal', {
        query: 'network=TRC20&amount=10',
      })
      requireEqual(refund_minimum, '1.00', 'the minimum of the quote')
      const small = { id, body: { destination_address, amount: '0.999999' } }
      await merchant.isRefused('createRefund', small, '400 amount below minimum')
      await refund(merchant, id, { amount: refund_minimum })
    },
  },
  {
    name: 'createRefund takes its fee from the balance',
    operationId: 'createRefund',
    covers: ['createRefund insufficient_balance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      const all = { id, body: { destination_address } }
      await merchant.isRefused('createRefund', all, '400 insufficient balance')
    },
  },
  {
    name: 'createRefund of an order that is open, frozen or app-only is 409 action not possible',
    operationId: 'createRefund',
    covers: ['createRefund action_not_possible'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      const request = { id, body: { destination_address } }
      await merchant.isRefused('createRefund', request, '409 action not possible')
      await simulate(merchant, id, { action: 'freeze' })
      await merchant.reachOrder(id, 'FROZEN')
      await merchant.isRefused('createRefund', request, '409 action not possible')
      const app = await merchant.succeeds('createAppOrder', { body: FIXED })
      await simulate(merchant, app.id, { action: 'pay' })
      await merchant.isRefused('createRefund', { ...request, id: app.id }, '409 action not possible')
    },
  },
  {
    name: 'createRefund answers a repeated key with the refund it made, and another order with 409',
    operationId: 'createRefund',
    covers: ['createRefund', 'createRefund duplicate_idempotency_key'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await paidOrder(merchant)
      const other = await paidOrder(merchant)
      const { order_number } = await merchant.succeeds('getOrder', { id })
      const body = { destination_address, amount: '5', idempotency_key: `conformance-${crypto.randomUUID()}` }
      const first = readReply('createRefund', await merchant.call('createRefund', { id, body }))
      const again = await merchant.call('createRefund', { id: order_number, body })
      requireEqual(again.headers.get('idempotent-replayed'), 'true', 'Idempotent-Replayed by the number')
      requireThat(again.text.includes(`"${first.id}"`), 'the same refund')
      for (const request of [
        { id: other, body },
        { id, body: { ...body, amount: '6' } },
        { id, body: { ...body, include_fee: true } },
      ]) {
        const refusal = await merchant.call('createRefund', request)
        requireRefusal(refusal, '409 duplicate idempotency key', 'the same key for something else')
      }
      requireEqual((await merchant.succeeds('listRefunds', { id })).total, 1, 'refunds')
    },
  },
  {
    name: 'createRefund and listRefunds: another merchant’s order is 404 order not found',
    operationId: 'listRefunds',
    covers: ['createRefund order_not_found', 'listRefunds order_not_found'],
    needs: ['registration'],
    async run(session) {
      const { id } = await makeOrder(await session.merchant())
      const other = await session.other()
      await other.isRefused('createRefund', { id, body: { destination_address } }, '404 order not found')
      await other.isRefused('listRefunds', { id }, '404 order not found')
    },
  },
  ...refusals('createRefund', [
    ['a number', withFields({ amount: 5 }), '400 invalid amount'],
    ['a text as include_fee', withFields({ include_fee: 'yes' }), '400 invalid parameter: include_fee'],
    ['seven decimals', withFields({ amount: '5.0000001' }), '400 invalid amount'],
    ['no address', withFields({ destination_address: undefined }), '400 invalid destination address'],
    ['an empty idempotency key', withFields({ idempotency_key: '' }), '400 invalid idempotency key'],
    [
      'a description of 501 characters',
      withFields({ description: 'x'.repeat(501) }),
      '400 invalid parameter: description',
    ],
    ['an unknown order', withFields({}), '404 order not found'],
    ['an id that is neither', { ...withFields({}), id: 'ord_1' }, '404 order not found'],
    ['an open brace', { id: UNKNOWN_UUID, bytes: '{' }, '400 invalid json'],
    [
      'text',
      { id: UNKNOWN_UUID, bytes: 'x', headers: { 'content-type': 'text/plain' } },
      '415 unsupported media type',
    ],
    ['65 KiB', { id: UNKNOWN_UUID, bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('listRefunds', [
    ['an unknown order', { id: UNKNOWN_UUID }, '404 order not found'],
    ['a limit of 0', { id: UNKNOWN_UUID, query: 'limit=0' }, '400 invalid limit'],
    ['an offset below 0', { id: UNKNOWN_UUID, query: 'offset=-1' }, '400 invalid offset'],
    ['an unknown parameter', { id: UNKNOWN_UUID, query: 'status=PAID' }, '400 invalid parameter: status'],
  ]),
]
