import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { CUSTOM, FIXED, makeOrder, simulate, UNKNOWN_UUID } from './samples.js'

/** Ending the window of an order early, and accepting what it has received. */
export const orderWindows: Case[] = [
  {
    name: 'expireOrder ends the window of an order now, which becomes EXPIRED, and answers again',
    operationId: 'expireOrder',
    covers: ['expireOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      for (const made of [
        await makeOrder(merchant),
        await merchant.succeeds('createAppOrder', { body: CUSTOM }),
      ]) {
        const { status, expire_at } = await merchant.succeeds('expireOrder', { id: made.id })
        requireThat(Date.parse(expire_at) < Date.parse(made.expire_at), 'an earlier end of the window')
        requireThat(['OPEN', 'EXPIRED'].includes(status), `OPEN or EXPIRED, not ${status}`)
        const { remark, ...ended } = await merchant.reachOrder(made.id, 'EXPIRED')
        requireEqual([remark, ended.expire_at], [null, expire_at], 'the order that ended')
        requireEqual(await merchant.succeeds('expireOrder', { id: made.id }), ended, 'the same again')
      }
    },
  },
  {
    name: 'expireOrder makes an order with a part payment UNDERPAID, and a payment afterwards is late',
    operationId: 'expireOrder',
    covers: ['expireOrder', 'simulateOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay', amount: '5' })
      await merchant.until(
        () => merchant.succeeds('getOrder', { id }),
        ({ credited_amount }) => credited_amount !== '0.00',
      )
      await merchant.succeeds('expireOrder', { id })
      await merchant.reachOrder(id, 'UNDERPAID')
      await simulate(merchant, id, { action: 'late_pay' })
      await merchant.reachOrder(id, 'EXPIRED_PAID')
    },
  },
  {
    name: 'expireOrder of a paid order, and of one that is authorised, is 409 action not possible',
    operationId: 'expireOrder',
    covers: ['expireOrder action_not_possible'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      await merchant.isRefused('expireOrder', { id }, '409 action not possible')
      const app = await merchant.succeeds('createAppOrder', { body: FIXED })
      await simulate(merchant, app.id, { action: 'authorise' })
      await merchant.isRefused('expireOrder', { id: app.id }, '409 action not possible')
    },
  },
  {
    name: 'acceptOrder keeps an UNDERPAID order with what it has received, and answers again',
    operationId: 'acceptOrder',
    covers: ['acceptOrder', 'getOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'underpay' })
      const { received_amount } = await merchant.reachOrder(id, 'UNDERPAID')
      const accepted = await merchant.succeeds('acceptOrder', { id })
      requireEqual([accepted.status, accepted.accepted_amount], ['UNDERPAID', received_amount], 'as it was')
      requireEqual(await merchant.succeeds('acceptOrder', { id }), accepted, 'the same again')
      const { remark, ...read } = await merchant.succeeds('getOrder', { id })
      requireEqual([remark, read], [null, accepted], 'the accepted order')
    },
  },
  {
    name: 'acceptOrder keeps the surplus of an overpaid order',
    operationId: 'acceptOrder',
    covers: ['acceptOrder', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await simulate(merchant, id, { action: 'overpay' })
      const { received_amount } = await merchant.reachOrder(id, 'PAID')
      const { status, accepted_amount } = await merchant.succeeds('acceptOrder', { id })
      requireEqual([status, accepted_amount], ['PAID', received_amount], 'all of it')
    },
  },
  {
    name: 'acceptOrder of an order that is open, or paid exactly, and of an app order, is 409 action not possible',
    operationId: 'acceptOrder',
    covers: ['acceptOrder action_not_possible'],
    async run(session) {
      const merchant = await session.merchant()
      const { id } = await makeOrder(merchant)
      await merchant.isRefused('acceptOrder', { id }, '409 action not possible')
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      await merchant.isRefused('acceptOrder', { id }, '409 action not possible')
      const app = await merchant.succeeds('createAppOrder', { body: FIXED })
      await merchant.isRefused('acceptOrder', { id: app.id }, '409 action not possible')
    },
  },
  ...refusals('acceptOrder', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1' }, '404 order not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'now=1' }, '400 invalid parameter: now'],
  ]),
  ...refusals('expireOrder', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1' }, '404 order not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'now=1' }, '400 invalid parameter: now'],
  ]),
]
