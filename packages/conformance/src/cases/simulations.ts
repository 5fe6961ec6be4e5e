import { type Case, coversOf, refusals } from '../case.js'
import { requireEqual } from '../http/answer.js'
import type { Reply } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'
import { CUSTOM, FIXED, fund, makeOrder, simulate, TOO_LARGE, UNKNOWN_UUID, WEBHOOK } from './samples.js'

/** One action on an order of 25.00, and its result. */
interface Outcome {
  readonly action: string
  readonly status: string
  readonly received: string
  readonly credited: string
  readonly overpaid?: string
  readonly missing?: string
}

const OUTCOMES: readonly Outcome[] = [
  { action: 'pay', status: 'PAID', received: '25.00', credited: '24.75' },
  { action: 'underpay', status: 'UNDERPAID', received: '12.50', credited: '12.375', missing: '12.50' },
  { action: 'overpay', status: 'PAID', received: '35.00', credited: '34.65', overpaid: '10.00' },
  { action: 'late_pay', status: 'EXPIRED_PAID', received: '25.00', credited: '24.75' },
  { action: 'expire', status: 'EXPIRED', received: '0.00', credited: '0.00', missing: '25.00' },
]

const makeApp = (merchant: Merchant, body: object) => merchant.succeeds('createAppOrder', { body })

const amountsOf = ({ status, received_amount, credited_amount }: Reply<'getOrder'>) => [
  status,
  received_amount,
  credited_amount,
]

/** Actions that each kind of order refuses while it is OPEN. */
const REFUSED: readonly [order: object, body: object, row: string][] = [
  [CUSTOM, { action: 'pay' }, '400 amount required'],
  [CUSTOM, { action: 'pay', amount: '0.001' }, '400 invalid amount'],
  [CUSTOM, { action: 'pay', amount: '200001' }, '400 amount out of range'],
  [FIXED, { action: 'pay', amount: '6' }, '400 invalid amount'],
  [FIXED, { action: 'authorise', amount: '6' }, '400 invalid amount'],
  [FIXED, { action: 'pay', amount: 5 }, '400 invalid amount'],
  [FIXED, { action: 'pay', remark: 'x'.repeat(129) }, '400 invalid parameter: remark'],
  [FIXED, { action: 'refund' }, '400 invalid parameter: action'],
  [FIXED, {}, '400 invalid parameter: action'],
  [FIXED, { action: 'underpay' }, '409 action not possible'],
  [FIXED, { action: 'overpay' }, '409 action not possible'],
  [FIXED, { action: 'late_pay' }, '409 action not possible'],
  [FIXED, { action: 'freeze' }, '409 action not possible'],
  [FIXED, { action: 'reorg' }, '409 action not possible'],
]

const REFUSED_ON_CHAIN: readonly [body: object, row: string][] = [
  [{ action: 'pay', remark: 'on-chain' }, '400 invalid parameter: remark'],
  [{ action: 'pay', amount: '0' }, '400 invalid amount'],
  [{ action: 'pay', amount: '1.1234567' }, '400 invalid amount'],
  [{ action: 'underpay', amount: '24.75' }, '400 invalid amount'],
  [{ action: 'overpay', amount: '25' }, '400 invalid amount'],
  [{ action: 'expire', amount: '5' }, '400 invalid parameter: amount'],
  [{ action: 'reorg', amount: '5' }, '400 invalid parameter: amount'],
  [{ action: 'authorise' }, '409 action not possible'],
  [{ action: 'reorg' }, '409 action not possible'],
]

/** Actions on sandbox orders. */
export const simulations: Case[] = [
  ...OUTCOMES.map(
    ({ action, status, received, credited, overpaid, missing }): Case => ({
      name: `simulateOrder ${action} makes an order of 25.00 ${status}`,
      operationId: 'simulateOrder',
      covers: ['simulateOrder', 'getOrder'],
      async run(session) {
        const merchant = await session.merchant()
        const { id } = await makeOrder(merchant)
        requireEqual((await simulate(merchant, id, { action })).id, id, 'the order of the answer')
        const order = await merchant.reachOrder(id, status)
        requireEqual(amountsOf(order), [status, received, credited], 'status, received, credited')
        const { overpaid_amount, missing_amount } = order as Reply<'createOrder'>
        requireEqual([overpaid_amount, missing_amount], [overpaid, missing], 'overpaid and missing')
      },
    }),
  ),
  {
    name: 'simulateOrder pay within the tolerance makes an order PAID; one step less leaves it OPEN',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const [within, below] = [await makeOrder(merchant), await makeOrder(merchant)]
      await simulate(merchant, below.id, { action: 'pay', amount: '24.749999' })
      await simulate(merchant, within.id, { action: 'pay', amount: '24.75' })
      const paid = await merchant.reachOrder(within.id, 'PAID')
      requireEqual(amountsOf(paid), ['PAID', '24.75', '24.5025'], 'within the tolerance')
      const open = await merchant.until(
        () => merchant.succeeds('getOrder', { id: below.id }),
        ({ credited_amount }) => credited_amount !== '0.00',
      )
      requireEqual(amountsOf(open), ['OPEN', '24.749999', '24.5025'], 'below the tolerance')
      requireEqual(open.paid_at, null, 'paid_at below the tolerance')
    },
  },
  {
    name: 'simulateOrder pay on a PAID order credits the second payment and leaves the order PAID',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder', 'getBalance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay', amount: '24.80' })
      const { paid_at } = await merchant.reachOrder(id, 'PAID')
      for (const [amount, received, credited] of [
        [undefined, '49.80', '49.302'],
        ['5', '54.80', '54.252'],
      ] as const) {
        await simulate(merchant, id, { action: 'pay', amount })
        const order = await merchant.until(
          () => merchant.succeeds('getOrder', { id }),
          ({ credited_amount }) => credited_amount === credited,
        )
        requireEqual(amountsOf(order), ['PAID', received, credited], 'status, received, credited')
        requireEqual(order.paid_at, paid_at, 'paid_at')
        requireEqual((await merchant.succeeds('getBalance')).available, credited, 'the balance')
      }
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id })
      requireEqual(deliveries.length, 1, 'events of all three payments')
      await merchant.isRefused(
        'simulateOrder',
        { id, body: { action: 'overpay' } },
        '409 action not possible',
      )
    },
  },
  {
    name: 'simulateOrder freeze makes an order FROZEN for compliance',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'freeze' })
      requireEqual((await merchant.reachOrder(id, 'FROZEN')).frozen_reason, 'compliance', 'frozen_reason')
    },
  },
  {
    name: 'simulateOrder reorg makes a paid order FROZEN for the reorg',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      await simulate(merchant, id, { action: 'reorg' })
      requireEqual((await merchant.reachOrder(id, 'FROZEN')).frozen_reason, 'reorg', 'frozen_reason')
    },
  },
  {
    name: 'simulateOrder reorg makes an underpaid order FROZEN, and takes back what it credited',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'underpay' })
      await merchant.reachOrder(id, 'UNDERPAID')
      await simulate(merchant, id, { action: 'reorg' })
      const order = await merchant.reachOrder(id, 'FROZEN')
      requireEqual(order.frozen_reason, 'reorg', 'frozen_reason')
      requireEqual(amountsOf(order), ['FROZEN', '0.00', '0.00'], 'status, received, credited')
    },
  },
  {
    name: 'late parts of a payment make an expired order UNDERPAID once, and EXPIRED_PAID when they are enough',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder', 'listOrderDeliveries'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant, { webhook_url: WEBHOOK.url })
      const steps = [
        [{ action: 'expire' }, ['EXPIRED', '0.00', '0.00']],
        [{ action: 'late_pay', amount: '5' }, ['UNDERPAID', '5.00', '4.95']],
        [{ action: 'late_pay', amount: '6' }, ['UNDERPAID', '11.00', '10.89']],
        [{ action: 'late_pay' }, ['EXPIRED_PAID', '25.00', '24.75']],
      ] as const
      for (const [action, expected] of steps) {
        await simulate(merchant, id, action)
        const order = await merchant.until(
          () => merchant.succeeds('getOrder', { id }),
          (found) => found.status === expected[0] && found.credited_amount === expected[2],
        )
        requireEqual(amountsOf(order), expected, 'status, received, credited')
      }
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id })
      const told = deliveries.map(({ event_type }) => event_type).reverse()
      const events = ['payment.expired', 'payment.underpaid', 'payment.confirmed']
      requireEqual(told, events, 'what was told')
    },
  },
  {
    name: 'simulateOrder authorise holds an app-only payment, which pay settles',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeApp(merchant, CUSTOM)
      const request = { action: 'authorise', amount: '7.5', remark: 'for lunch' }
      requireEqual((await simulate(merchant, id, request)).status, 'PENDING_CONFIRM', 'status')
      requireEqual((await simulate(merchant, id, { action: 'pay' })).status, 'PAID', 'status')
      const order = await merchant.succeeds('getOrder', { id })
      requireEqual(amountsOf(order), ['PAID', '7.50', '7.425'], 'status, received, credited')
      requireEqual(order.remark, 'for lunch', 'remark')
      const [listed] = (await merchant.succeeds('listOrders', { query: 'limit=1' })).orders
      requireEqual([listed?.order_amount, listed?.paid_at], ['7.50', order.paid_at], 'the order in the list')
    },
  },
  {
    name: 'simulateOrder expire voids an authorised app-only payment',
    operationId: 'simulateOrder',
    covers: ['simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeApp(merchant, FIXED)
      await simulate(merchant, id, { action: 'authorise' })
      await simulate(merchant, id, { action: 'expire' })
      requireEqual(
        amountsOf(await merchant.reachOrder(id, 'EXPIRED')),
        ['EXPIRED', '0.00', '0.00'],
        'the order',
      )
    },
  },
  {
    name: 'simulateOrder: an action that the status does not allow is 409 action not possible',
    operationId: 'simulateOrder',
    covers: coversOf('simulateOrder', 'action_not_possible'),
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      for (const action of ['underpay', 'overpay', 'late_pay', 'expire', 'authorise']) {
        await merchant.isRefused('simulateOrder', { id, body: { action } }, '409 action not possible')
      }
    },
  },
  {
    name: 'simulateOrder: another merchant’s order is 404 order not found',
    operationId: 'simulateOrder',
    covers: coversOf('simulateOrder', 'order_not_found'),
    needs: ['registration'],
    async run(session) {
      const { id } = await makeOrder(await session.merchant())
      const body = { action: 'pay' }
      await (await session.other()).isRefused('simulateOrder', { id, body }, '404 order not found')
    },
  },
  {
    name: 'simulateOrder refuses actions and fields that an app-only order does not have',
    operationId: 'simulateOrder',
    covers: coversOf(
      'simulateOrder',
      'amount_required',
      'amount_out_of_range',
      'invalid_amount',
      'invalid_parameter',
      'action_not_possible',
    ),
    async run(session) {
      const merchant = await session.merchant()
      for (const [order, body, row] of REFUSED) {
        const { id } = await makeApp(merchant, order)
        await merchant.isRefused('simulateOrder', { id, body }, row)
      }
    },
  },
  {
    name: 'simulateOrder refuses actions and fields that an on-chain order does not have',
    operationId: 'simulateOrder',
    covers: coversOf('simulateOrder', 'invalid_amount', 'invalid_parameter', 'action_not_possible'),
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      for (const [body, row] of REFUSED_ON_CHAIN) await merchant.isRefused('simulateOrder', { id, body }, row)
      requireEqual((await merchant.succeeds('getOrder', { id })).status, 'OPEN', 'status')
    },
  },
  {
    name: 'the balance includes the credit of a payment, and holds that of a frozen order apart',
    operationId: 'getBalance',
    covers: ['getBalance', 'simulateOrder'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant)
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'freeze' })
      // The credit follows the confirmation, which comes after the freeze.
      const balance = await merchant.until(
        () => merchant.succeeds('getBalance'),
        ({ frozen }) => frozen !== '0.00',
      )
      const expected = { currency: 'USDT', available: '24.75', held: '0.00', frozen: '24.75' }
      requireEqual(balance, expected, 'the balance')
      const order = await merchant.succeeds('getOrder', { id })
      requireEqual(amountsOf(order), ['FROZEN', '25.00', '24.75'], 'status, received, credited')
    },
  },
  ...refusals('simulateOrder', [
    ['an unknown id', { id: UNKNOWN_UUID, body: { action: 'pay' } }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1', body: { action: 'pay' } }, '404 order not found'],
    ['an open brace', { id: UNKNOWN_UUID, bytes: '{' }, '400 invalid json'],
    [
      'text',
      { id: UNKNOWN_UUID, bytes: 'x', headers: { 'content-type': 'text/plain' } },
      '415 unsupported media type',
    ],
    ['65 KiB', { id: UNKNOWN_UUID, bytes: TOO_LARGE }, '413 request body too large'],
  ]),
]
