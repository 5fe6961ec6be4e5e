import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../src/chain/sandbox/sandbox-addresses.js'
import type { Answer, Json } from '../support/server/harness.js'
import { type Story, useStories } from '../support/server/story.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'
import { balanceOf, fund, getWithdrawal, PAYEE } from '../support/withdrawals/withdrawals.js'

const NETWORK = 'TRC20'
/** An order of 25.00 USDT credits 24.75. */
const FEE = '1.50'

const refund = ({ harness, keys }: Story, order: string, fields: object = {}): Promise<Answer> =>
  harness.call('POST', `/v1/orders/${order}/refunds`, {
    keys,
    body: { destination_address: PAYEE[NETWORK], ...fields },
  })

const refused = ({ status, json }: Answer) => [status, json.error, json.param, json.detail]

/** Advances every worker but the one that signs, so that refunds stay PENDING. */
async function passUnsigned({ harness }: Story, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    harness.clock.advance(1_000)
    for (const worker of harness.server.workers)
      if (!worker.name.startsWith('withdrawal-sender')) await worker.tick(new AbortController().signal)
  }
}

const sum = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((total, amount) => total + Math.round(Number(amount) * 100), 0) / 100

describe.each(ENGINES)('a refund, kept by %s', (engine) => {
  const stories = useStories(engine)

  /** A story with a paid order, and money for fees. */
  async function paid(action = 'pay', fields: object = {}): Promise<{ story: Story; order: string }> {
    const story = await stories.begin(NETWORK)
    await fund(story.harness, story.keys, '100')
    const order = await story.order()
    await story.simulate(order, action, fields)
    await story.harness.pass(6_000)
    return { story, order }
  }

  const reviewReasonOf = async ({ harness }: Story, id: string) =>
    (await sideOf(harness.database)).value(`SELECT review_reason FROM withdrawals WHERE id = '${id}'`)

  const listOf = async ({ harness, keys }: Story, order: string, query = ''): Promise<Json> =>
    (await harness.call('GET', `/v1/orders/${order}/refunds${query}`, { keys })).json

  it('a refund of a part is a withdrawal with the ids of both, which is sent and reported', async () => {
    const { story, order } = await paid()
    const { harness, keys } = story
    const { status, json } = await refund(story, order, { amount: '5', description: 'Ticket B' })
    expect([status, json]).toEqual([
      201,
      expect.objectContaining({
        order_id: order,
        refund_id: json.id,
        amount: '5.00',
        fee: FEE,
        total_debit: '6.50',
        network: NETWORK,
        status: 'PENDING',
        description: 'Ticket B',
      }),
    ])
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '118.25', held: '6.50' })
    await harness.pass(8_000)
    const withdrawal = await getWithdrawal(harness, keys, json.id)
    expect(withdrawal).toMatchObject({ status: 'COMPLETED', order_id: order, refund_id: json.id })
    expect(await listOf(story, order)).toEqual({ refunds: [withdrawal], total: 1, next: null })
    expect(story.events().at(-1)).toMatchObject({
      event: 'withdrawal.completed',
      data: { withdrawal_id: json.id, order_id: order, refund_id: json.id, amount: '5.00' },
    })
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '118.25', held: '0.00' })
  })

  it('a refund without an amount is all that is credited, and after it nothing is left', async () => {
    const { story, order } = await paid()
    const { json } = await refund(story, order)
    expect(json).toMatchObject({ amount: '24.75', total_debit: '26.25' })
    for (const fields of [{}, { amount: '1' }])
      expect(refused(await refund(story, order, fields))).toEqual([
        400,
        'invalid amount',
        'amount',
        'nothing is left to refund',
      ])
  })

  it('is at most what is credited, less the refunds before it', async () => {
    const { story, order } = await paid()
    const over = await refund(story, order, { amount: '24.750001' })
    expect(refused(over)).toEqual([400, 'invalid amount', 'amount', 'at most 24.75 USDT'])
    expect((await refund(story, order, { amount: '20' })).status).toBe(201)
    const beyond = await refund(story, order, { amount: '4.76' })
    expect(refused(beyond)).toEqual([400, 'invalid amount', 'amount', 'at most 4.75 USDT'])
    expect((await refund(story, order, { amount: '4.75' })).status).toBe(201)
  })

  it('a refund of an order that was paid too much is the overpaid part, once', async () => {
    const { story, order } = await paid('overpay')
    expect((await story.get(order)).overpaid_amount).toBe('10.00')
    expect((await refund(story, order, { amount: '4' })).status).toBe(201)
    expect((await refund(story, order)).json.amount).toBe('6.00')
    expect(refused(await refund(story, order))).toEqual([
      400,
      'invalid amount',
      'amount',
      'the overpaid part is refunded: name an amount',
    ])
    expect((await refund(story, order, { amount: '24.65' })).status).toBe(201)
  })

  it('names its amount while the payment that is too much is being confirmed', async () => {
    const { story, order } = await paid()
    await story.simulate(order, 'pay')
    await passUnsigned(story, 1)
    expect((await story.get(order)).overpaid_amount).toBe('25.00')
    expect(refused(await refund(story, order))).toEqual([
      409,
      'action not possible',
      undefined,
      'the payment that is too much is being confirmed: name an amount',
    ])
    await passUnsigned(story, 4)
    expect((await refund(story, order)).json.amount).toBe('25.00')
  })

  it('has a minimum of its own, which the quote tells', async () => {
    const { story, order } = await paid()
    const { harness, keys } = story
    const target = `/v1/withdrawals/quote?network=${NETWORK}&amount=10`
    const quote = await harness.call('GET', target, { keys })
    expect(quote.json).toMatchObject({ fee: FEE, minimum: '10.00', refund_minimum: '1.00' })
    expect(refused(await refund(story, order, { amount: '0.999999' }))).toEqual([
      400,
      'amount below minimum',
      'amount',
      'at least 1.00 USDT',
    ])
    expect((await refund(story, order, { amount: '1' })).status).toBe(201)
  })

  it('takes its fee from the balance, and needs it there', async () => {
    const story = await stories.begin(NETWORK)
    const order = await story.order()
    await story.simulate(order, 'pay')
    await story.harness.pass(6_000)
    expect((await refund(story, order)).json.error).toBe('insufficient balance')
    expect((await refund(story, order, { amount: '23.25' })).status).toBe(201)
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ available: '0.00', held: '24.75' })
  })

  it.each([
    ['UNDERPAID', 'underpay', '12.375'],
    ['EXPIRED_PAID', 'late_pay', '24.75'],
  ])('is possible for an order that is %s', async (status, action, all) => {
    const { story, order } = await paid(action)
    expect((await story.get(order)).status).toBe(status)
    expect((await refund(story, order)).json.amount).toBe(all)
  })

  it.each([
    ['OPEN', undefined],
    ['EXPIRED', 'expire'],
    ['FROZEN', 'freeze'],
  ])('is not possible for an order that is %s', async (status, action) => {
    const story = await stories.begin(NETWORK)
    const order = await story.order()
    if (action) await story.simulate(order, action)
    await story.harness.pass(6_000)
    const answer = await refund(story, order, { amount: '1' })
    expect(refused(answer)).toEqual([409, 'action not possible', undefined, `the order is ${status}`])
  })

  it('is not possible for an order inside the client app', async () => {
    const story = await stories.begin(NETWORK)
    const order = await story.appOrder({ amount_mode: 'FIXED', amount: '25' })
    await story.simulate(order, 'pay')
    const answer = await refund(story, order, { amount: '1' })
    expect(refused(answer)).toEqual([409, 'action not possible', undefined, 'the order is app-only'])
  })

  it('takes the number of its order, and no order of another merchant', async () => {
    const { story, order } = await paid()
    const { order_number: number } = await story.get(order)
    expect((await refund(story, String(number), { amount: '2' })).json.order_id).toBe(order)
    expect(await listOf(story, String(number))).toMatchObject({ total: 1 })
    const other = await stories.begin(NETWORK)
    expect((await refund(other, order, { amount: '2' })).json.error).toBe('order not found')
    expect(await listOf(other, order)).toMatchObject({ error: 'order not found' })
  })

  it('a refund that is canceled or failed frees its part', async () => {
    const { story, order } = await paid()
    const { harness, keys } = story
    const canceled = await refund(story, order)
    await harness.call('POST', `/v1/withdrawals/${canceled.json.id}/cancel`, { keys })
    const destination_address = sandboxAddress(NETWORK, 'reverts')
    const failed = await refund(story, order, { destination_address })
    expect(failed.json.amount).toBe('24.75')
    await harness.pass(8_000)
    expect(await getWithdrawal(harness, keys, failed.json.id)).toMatchObject({ status: 'FAILED' })
    expect((await refund(story, order)).json.amount).toBe('24.75')
    const { refunds, total } = await listOf(story, order, '?limit=2')
    expect([(refunds as Json[]).map(({ status }) => status), total]).toEqual([['PENDING', 'FAILED'], 3])
    expect(story.events().filter(({ event }) => event === 'withdrawal.failed')).toMatchObject([
      { data: { order_id: order, refund_id: canceled.json.id, failure_code: 'canceled' } },
      { data: { order_id: order, refund_id: failed.json.id, failure_code: 'reverted' } },
    ])
  })

  it('is one for parallel calls with one idempotency key', async () => {
    const { story, order } = await paid()
    const fields = { amount: '5', idempotency_key: 'once' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(story, order, fields)))
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
    expect(await listOf(story, order)).toMatchObject({ total: 1 })
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ held: '6.50' })
  })

  it('is refused with the key of another order or of other parameters', async () => {
    const { story, order } = await paid()
    const second = await story.order()
    await story.simulate(second, 'pay')
    await story.harness.pass(6_000)
    const fields = { amount: '5', idempotency_key: 'once' }
    expect((await refund(story, order, fields)).status).toBe(201)
    for (const answer of [
      await refund(story, second, fields),
      await refund(story, order, { ...fields, amount: '6' }),
    ])
      expect([answer.status, answer.json.error]).toEqual([409, 'duplicate idempotency key'])
    expect((await refund(story, String((await story.get(order)).order_number), fields)).json.order_id).toBe(
      order,
    )
  })

  it('is never more than the credit, in parallel calls with a key each', async () => {
    const { story, order } = await paid()
    const call = (_: unknown, at: number) => refund(story, order, { amount: '4', idempotency_key: `${at}` })
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(6)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refused(answer)).toEqual([400, 'invalid amount', 'amount', 'at most 0.75 USDT'])
    const { refunds } = await listOf(story, order)
    expect(sum((refunds as Json[]).map(({ amount }) => amount))).toBe(24)
  })

  it('is in REVIEW once its order is FROZEN, and can be canceled', async () => {
    const { story, order } = await paid()
    const { harness, keys } = story
    const waiting = await refund(story, order, { amount: '5' })
    await story.simulate(order, 'freeze')
    await passUnsigned(story, 3)
    expect((await story.get(order)).status).toBe('FROZEN')
    await harness.pass(120_000, 30_000)
    expect(await getWithdrawal(harness, keys, waiting.json.id)).toMatchObject({
      status: 'REVIEW',
      tx_hash: null,
    })
    expect(await reviewReasonOf(story, waiting.json.id)).toBe('order_frozen')
    const target = `/v1/withdrawals/${waiting.json.id}/cancel`
    expect((await harness.call('POST', target, { keys })).json.status).toBe('CANCELED')
  })

  it('stays paid when a reorganisation takes the payment of its order back', async () => {
    const { story, order } = await paid()
    const { json } = await refund(story, order, { amount: '20' })
    await story.harness.pass(6_000)
    await story.simulate(order, 'reorg')
    await story.harness.pass(6_000)
    expect(await story.get(order)).toMatchObject({ status: 'FROZEN', credited_amount: '0.00' })
    expect(await getWithdrawal(story.harness, story.keys, json.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(story.harness, story.keys)).toMatchObject({ available: '78.50' })
  })
})
