import { describe, expect, it } from 'vitest'
import { type Story, useStories } from '../support/server/story.js'
import { ENGINES } from '../support/storage/engines.js'

const ISO = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const transfer = (amount: string) => ({
  tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  amount,
  block_number: expect.any(Number),
})

const NETWORKS_ON = { sqlite: ['TRC20', 'ERC20'], postgres: ['TRC20'] } as const
const CASES = ENGINES.flatMap((engine) => NETWORKS_ON[engine].map((network) => [network, engine] as const))

describe.each(CASES)('an order on %s, kept by %s', (network, engine) => {
  const stories = useStories(engine)

  /** Members of every event of an order. */
  const subject = async (story: Story, id: string) => ({
    order_id: id,
    order_number: (await story.get(id)).order_number,
    order_amount: '25.00',
    currency: 'USDT',
    network,
    metadata: { cart: 'A-1' },
  })

  it('an order that is paid becomes CONFIRMING, then PAID, with payment.confirmed', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay')
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    const { paid_at: paidAt } = await story.get(id)
    expect(story.events()).toEqual([
      {
        event: 'payment.confirmed',
        timestamp: paidAt,
        environment: 'test',
        data: {
          ...(await subject(story, id)),
          status: 'PAID',
          received_amount: '25.00',
          credited_amount: '24.75',
          transactions: [transfer('25.00')],
          paid_at: paidAt,
        },
      },
    ])
  })

  it('an order that is not paid becomes EXPIRED, with payment.expired', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'expire')
    expect(await story.watch(id, 2)).toEqual(['OPEN', 'EXPIRED'])
    expect(story.events()).toEqual([
      {
        event: 'payment.expired',
        timestamp: ISO,
        environment: 'test',
        data: {
          ...(await subject(story, id)),
          status: 'EXPIRED',
          received_amount: '0.00',
          missing_amount: '25.00',
          expired_at: ISO,
        },
      },
    ])
  })

  it('an order that receives too little becomes UNDERPAID, and payment.underpaid names the missing amount', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'underpay')
    expect(await story.watch(id, 5)).toEqual(['OPEN', 'CONFIRMING', 'UNDERPAID'])
    expect(story.events()).toEqual([
      {
        event: 'payment.underpaid',
        timestamp: ISO,
        environment: 'test',
        data: {
          ...(await subject(story, id)),
          status: 'UNDERPAID',
          received_amount: '12.50',
          credited_amount: '12.375',
          missing_amount: '12.50',
          transactions: [transfer('12.50')],
          underpaid_at: ISO,
        },
      },
    ])
  })

  it('an order that is paid late becomes EXPIRED, then EXPIRED_PAID, each with its event', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'late_pay')
    expect(await story.watch(id, 5)).toEqual(['OPEN', 'EXPIRED', 'EXPIRED_PAID'])
    const { paid_at: paidAt } = await story.get(id)
    expect(story.events()).toMatchObject([{ event: 'payment.expired' }, { event: 'payment.confirmed' }])
    expect(story.events()[1]?.data).toEqual({
      ...(await subject(story, id)),
      status: 'EXPIRED_PAID',
      received_amount: '25.00',
      credited_amount: '24.75',
      transactions: [transfer('25.00')],
      paid_at: paidAt,
    })
  })

  it('an order that is frozen or has a payment in flight says so when its window is to end', async () => {
    const story = await stories.begin(network)
    const [frozen, waiting] = [await story.order(), await story.order()]
    await story.simulate(frozen, 'freeze')
    await story.simulate(waiting, 'pay')
    // Both payments are below their depth.
    await story.harness.pass(1_000)
    const refusal = async (id: string) =>
      (await story.harness.call('POST', `/v1/orders/${id}/expire`, { keys: story.keys })).json.detail
    expect([await refusal(frozen), await refusal(waiting)]).toEqual([
      'the order is FROZEN',
      'a payment is being confirmed',
    ])
  })

  it('an order that receives a flagged payment is FROZEN for compliance, and payment.frozen names the transfer', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'freeze')
    expect(await story.watch(id, 5)).toEqual(['OPEN', 'FROZEN'])
    expect(await story.get(id)).toMatchObject({ frozen_reason: 'compliance', paid_at: null })
    expect(story.events()).toEqual([
      {
        event: 'payment.frozen',
        timestamp: ISO,
        environment: 'test',
        data: {
          ...(await subject(story, id)),
          status: 'FROZEN',
          received_amount: '25.00',
          reason: 'compliance',
          transactions: [transfer('25.00')],
          frozen_at: ISO,
        },
      },
    ])
  })

  it('an order that was PAID is FROZEN when a reorganisation removes its payment, and payment.frozen names the remaining amount', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay')
    await story.harness.pass(4_000)
    await story.simulate(id, 'reorg')
    expect(await story.watch(id, 3)).toEqual(['PAID', 'FROZEN'])
    expect(await story.get(id)).toMatchObject({
      frozen_reason: 'reorg',
      received_amount: '0.00',
      credited_amount: '0.00',
    })
    const [, frozen, ...more] = story.events()
    expect([frozen?.event, more]).toEqual(['payment.frozen', []])
    expect(frozen?.data).toEqual({
      ...(await subject(story, id)),
      status: 'FROZEN',
      received_amount: '0.00',
      missing_amount: '25.00',
      reason: 'reorg',
      transactions: [],
      frozen_at: ISO,
    })
  })

  it('an order that was PAID is FROZEN by a later flagged payment', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay')
    await story.harness.pass(4_000)
    await story.simulate(id, 'freeze', { amount: '5' })
    expect(await story.watch(id, 4)).toEqual(['PAID', 'FROZEN'])
    const [, frozen] = story.events()
    expect(frozen).toMatchObject({
      event: 'payment.frozen',
      data: { reason: 'compliance', received_amount: '30.00', status: 'FROZEN' },
    })
    expect(frozen?.data).toHaveProperty('transactions', [transfer('25.00'), transfer('5.00')])
  })

  it('may be paid in parts: OPEN between them, PAID by the last', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay', { amount: '10' })
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'OPEN'])
    expect(await story.get(id)).toMatchObject({ received_amount: '10.00', credited_amount: '9.90' })
    await story.simulate(id, 'pay')
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    const [confirmed, ...more] = story.events()
    expect(more).toEqual([])
    expect(confirmed?.data).toMatchObject({
      received_amount: '25.00',
      credited_amount: '24.75',
      transactions: [transfer('10.00'), transfer('15.00')],
    })
  })

  it('paid in two parts at once waits for both', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay', { amount: '10' })
    await story.simulate(id, 'pay', { amount: '15' })
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    expect(story.events()).toMatchObject([{ data: { received_amount: '25.00', credited_amount: '24.75' } }])
  })

  it('an order that was UNDERPAID becomes EXPIRED_PAID once the rest arrives', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'underpay', { amount: '20' })
    await story.harness.pass(5_000)
    await story.simulate(id, 'late_pay', { amount: '1' })
    expect(await story.watch(id, 4)).toEqual(['UNDERPAID'])
    await story.simulate(id, 'late_pay')
    expect(await story.watch(id, 4)).toEqual(['UNDERPAID', 'EXPIRED_PAID'])
    expect(story.events()).toMatchObject([
      { event: 'payment.underpaid', data: { received_amount: '20.00', missing_amount: '5.00' } },
      { event: 'payment.confirmed', data: { received_amount: '25.00', credited_amount: '24.75' } },
    ])
  })

  it('an order that is overpaid is PAID with the whole amount', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'overpay')
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    expect(story.events()).toMatchObject([
      { data: { order_amount: '25.00', received_amount: '35.00', credited_amount: '34.65' } },
    ])
  })

  it('an order that is paid twice more tells of each further transfer, with the sum so far', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    for (const amount of [undefined, '10', '5']) {
      await story.simulate(id, 'pay', { ...(amount !== undefined && { amount }) })
      await story.watch(id, 4)
    }
    const [confirmed, second, third] = story.events()
    expect(confirmed).toMatchObject({ event: 'payment.confirmed' })
    expect([second, third]).toMatchObject([
      {
        event: 'payment.overpaid',
        data: { transfer_amount: '10.00', overpaid_amount: '10.00', status: 'PAID' },
      },
      { event: 'payment.overpaid', data: { transfer_amount: '5.00', overpaid_amount: '15.00' } },
    ])
    const idsOf = (event: typeof second) =>
      Object.entries(event?.data ?? {}).find(([name]) => name === 'overpayment_id')
    expect(idsOf(second)).not.toEqual(idsOf(third))
    expect(story.events()).toHaveLength(3)
  })

  it('is OPEN again when a reorganisation removes an unconfirmed payment, and can be paid', async () => {
    const story = await stories.begin(network)
    const id = await story.order()
    await story.simulate(id, 'pay')
    await story.harness.pass(2_000)
    await story.simulate(id, 'reorg')
    expect(await story.watch(id, 2)).toEqual(['CONFIRMING', 'OPEN'])
    expect(await story.get(id)).toMatchObject({ received_amount: '0.00' })
    await story.simulate(id, 'pay')
    expect(await story.watch(id, 4)).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    expect(story.events()).toMatchObject([{ event: 'payment.confirmed', data: { received_amount: '25.00' } }])
  })

  it.each([
    ['EXPIRED', 'payment.expired', undefined],
    ['UNDERPAID', 'payment.underpaid', '10'],
  ])('is %s when a reorganisation does so at the end of its window', async (status, event, part) => {
    const story = await stories.begin(network)
    const id = await story.order()
    if (part !== undefined) await story.simulate(id, 'pay', { amount: part })
    await story.harness.pass(1_798_000, 599_000)
    await story.simulate(id, 'pay')
    await story.harness.pass(2_000)
    expect((await story.get(id)).status).toBe('CONFIRMING')
    await story.simulate(id, 'reorg')
    expect(await story.watch(id, 2)).toEqual(['CONFIRMING', status])
    expect(story.events()).toMatchObject([{ event, data: { received_amount: part ? '10.00' : '0.00' } }])
  })

  it('an order of another merchant in the same blocks is untouched by a reorganisation', async () => {
    const story = await stories.begin(network)
    const beside = await stories.begin(network)
    const [id, early, later] = [await story.order(), await beside.order(), await beside.order()]
    await beside.simulate(early, 'pay')
    await story.harness.pass(2_000)
    for (const [who, what] of [[story, id] as const, [beside, later] as const])
      await who.simulate(what, 'pay')
    await story.harness.pass(1_000)
    const before = await beside.get(early)
    expect(before.status).toBe('PAID')
    await story.simulate(id, 'reorg')
    await story.harness.work()
    expect((await story.get(id)).status).toBe('OPEN')
    expect(await beside.get(early)).toEqual(before)
    expect(await beside.watch(later, 3)).toEqual(['CONFIRMING', 'PAID'])
    expect(beside.events().map(({ event }) => event)).toEqual(['payment.confirmed', 'payment.confirmed'])
    expect(story.events()).toEqual([])
  })
})

describe.each(ENGINES)('an app-only order, kept by %s', (engine) => {
  const stories = useStories(engine)
  const begin = () => stories.begin('TRC20')

  it('is PENDING_CONFIRM from authorisation to settlement', async () => {
    const story = await begin()
    const id = await story.appOrder({ amount_mode: 'CUSTOM' })
    const authorised = await story.simulate(id, 'authorise', { amount: '7.50', remark: 'for lunch' })
    expect(authorised.status).toBe('PENDING_CONFIRM')
    expect(story.events()).toEqual([])
    expect(await story.simulate(id, 'pay')).toMatchObject({ status: 'PAID', credited_amount: '7.425' })
    await story.harness.work()
    const order = await story.get(id)
    expect(order.remark).toBe('for lunch')
    expect(story.events()).toEqual([
      {
        event: 'payment.confirmed',
        timestamp: order.paid_at,
        environment: 'test',
        data: {
          order_id: id,
          order_number: order.order_number,
          status: 'PAID',
          order_amount: '7.50',
          received_amount: '7.50',
          credited_amount: '7.425',
          currency: 'USDT',
          transactions: [],
          paid_at: order.paid_at,
          metadata: { cart: 'A-1' },
        },
      },
    ])
  })

  it('is EXPIRED without a settlement, and credits nothing', async () => {
    const story = await begin()
    const id = await story.appOrder({ amount_mode: 'FIXED', amount: '5' })
    await story.simulate(id, 'authorise')
    expect(await story.simulate(id, 'expire')).toMatchObject({ status: 'EXPIRED', credited_amount: '0.00' })
    await story.harness.work()
    const { order_number: orderNumber } = await story.get(id)
    expect(story.events()).toEqual([
      {
        event: 'payment.expired',
        timestamp: ISO,
        environment: 'test',
        data: {
          order_id: id,
          order_number: orderNumber,
          status: 'EXPIRED',
          order_amount: '5.00',
          received_amount: '0.00',
          currency: 'USDT',
          expired_at: ISO,
          metadata: { cart: 'A-1' },
        },
      },
    ])
  })
})
