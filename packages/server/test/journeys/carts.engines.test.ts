import { describe, expect, it } from 'vitest'
import { expectBalancedIn } from '../support/ledger/balance-assertions.js'
import { CartShop } from '../support/server/cart-shop.js'
import type { Answer, Json } from '../support/server/harness.js'
import { type Story, useStories } from '../support/server/story.js'
import { ENGINES } from '../support/storage/engines.js'
import { balanceOf } from '../support/withdrawals/withdrawals.js'

/** Long enough for the sandbox to end a window, to confirm a payment and to complete a refund. */
const SETTLED_MS = 12_000
/** Each test settles up to nine times, and a proof of the ledger follows each. */
const TIMEOUT_MS = 120_000

describe.each(ENGINES)('a cart that is sold as the guide says, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const stories = useStories(engine)

  async function begin() {
    const story = await stories.begin('TRC20')
    return { story, shop: new CartShop(story, 'A-1001') }
  }

  /** Lets the network and the workers finish; then the ledger must prove, and the shop sees every event twice. */
  async function settle({ harness }: Story, shop: CartShop): Promise<void> {
    await harness.pass(SETTLED_MS)
    await expectBalancedIn(harness.database)
    shop.receive()
    shop.receive()
  }

  /** Visits, and visits again. @returns the order, which both visits must get */
  async function visit(shop: CartShop): Promise<Json> {
    const order = await shop.visit()
    expect(await shop.visit()).toEqual(order)
    return order
  }

  async function expire(story: Story, shop: CartShop, id: string): Promise<void> {
    await shop.expire(id)
    await shop.expire(id)
    await settle(story, shop)
  }

  /** Refunds, and calls again with the same key. @returns the amount of the refund */
  async function refund(story: Story, shop: CartShop, id: string): Promise<unknown> {
    const { status, json } = await shop.refund(id)
    const again = await shop.refund(id)
    expect([status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(again.json).toMatchObject({ id: json.id, order_id: id, amount: json.amount })
    await settle(story, shop)
    return json.amount
  }

  const statusesOf = (story: Story, shop: CartShop) =>
    Promise.all(shop.orders.map(async (id) => (await story.get(id)).status))
  const refundsOf = async ({ harness, keys }: Story, id: string): Promise<Answer> =>
    harness.call('GET', `/v1/orders/${id}/refunds`, { keys })

  it('survives a return, a payment of both orders, an overpayment and their refunds', async () => {
    const { story, shop } = await begin()
    const first = await visit(shop)
    await expire(story, shop, first.id)
    const second = await visit(shop)
    expect([first.status, second.status, second.id === first.id]).toEqual(['OPEN', 'OPEN', false])

    await story.simulate(second.id, 'pay')
    await settle(story, shop)
    expect([shop.paidBy, shop.shipped, await visit(shop)]).toMatchObject([second.id, 1, { status: 'PAID' }])

    await story.simulate(second.id, 'pay', { amount: '10' })
    await settle(story, shop)
    expect(await story.get(second.id)).toMatchObject({ overpaid_amount: '10.00', credited_amount: '34.65' })

    await story.simulate(first.id, 'late_pay')
    await settle(story, shop)
    expect(await statusesOf(story, shop)).toEqual(['EXPIRED_PAID', 'PAID'])
    expect([shop.paidBy, shop.shipped, [...shop.paidTwice]]).toEqual([second.id, 1, [first.id]])

    expect(await refund(story, shop, second.id)).toBe('10.00')
    expect(await refund(story, shop, first.id)).toBe('24.75')
    for (const id of [first.id, second.id])
      expect((await refundsOf(story, id)).json).toMatchObject({
        refunds: [{ status: 'COMPLETED' }],
        total: 1,
      })
    // 34.65 and 24.75 were credited; each refund took 1.50 besides its amount.
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ available: '21.65', held: '0.00' })
    expect(story.events().map(({ event }) => event)).toEqual([
      'payment.expired',
      'payment.confirmed',
      'payment.overpaid',
      'payment.confirmed',
      'withdrawal.completed',
      'withdrawal.completed',
    ])
  })

  it('is paid by the payment of an earlier order, and gives all of a second payment back', async () => {
    const { story, shop } = await begin()
    const first = await visit(shop)
    await expire(story, shop, first.id)
    const second = await visit(shop)
    await story.simulate(first.id, 'late_pay')
    await settle(story, shop)
    expect([shop.paidBy, shop.shipped]).toEqual([first.id, 1])
    expect(await visit(shop)).toMatchObject({ id: first.id, status: 'EXPIRED_PAID' })
    await expire(story, shop, second.id)
    expect(await statusesOf(story, shop)).toEqual(['EXPIRED_PAID', 'EXPIRED'])

    await story.simulate(second.id, 'late_pay', { amount: '30' })
    await settle(story, shop)
    expect([shop.paidBy, shop.shipped, [...shop.paidTwice]]).toEqual([first.id, 1, [second.id]])
    expect(await refund(story, shop, second.id)).toBe('29.70')
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ available: '23.25', held: '0.00' })
  })

  it('asks for its whole price again after a part of it, which is refunded', async () => {
    const { story, shop } = await begin()
    const first = await visit(shop)
    await story.simulate(first.id, 'pay', { amount: '12' })
    await settle(story, shop)
    expect(await visit(shop)).toMatchObject({ id: first.id, status: 'OPEN', missing_amount: '13.00' })
    await expire(story, shop, first.id)
    const second = await visit(shop)
    await story.simulate(second.id, 'pay')
    await settle(story, shop)
    expect(await statusesOf(story, shop)).toEqual(['UNDERPAID', 'PAID'])
    expect(await refund(story, shop, first.id)).toBe('11.88')
    expect(shop.shipped).toBe(1)
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ available: '23.25', held: '0.00' })
  })

  it('keeps an order whose payment is on its way', async () => {
    const { story, shop } = await begin()
    const first = await visit(shop)
    await story.simulate(first.id, 'pay')
    await story.harness.pass(1_000)
    expect((await story.get(first.id)).status).toBe('CONFIRMING')
    expect(await shop.expire(first.id)).toMatchObject({ error: 'action not possible' })
    expect((await visit(shop)).id).toBe(first.id)
    await settle(story, shop)
    expect([shop.orders, shop.paidBy, shop.shipped]).toEqual([[first.id], first.id, 1])
  })
})
