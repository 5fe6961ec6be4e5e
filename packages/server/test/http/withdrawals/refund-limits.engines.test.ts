import { describe, expect, it } from 'vitest'
import { orderInRow, type Row } from '../../support/checkout/checkout-rows.js'
import { withdrawalOf } from '../../support/console/console-world.js'
import { Harness, type Keys } from '../../support/server/harness.js'
import { ENGINES } from '../../support/storage/engines.js'
import { fund, PAYEE } from '../../support/withdrawals/withdrawals.js'

const DAY_MS = 24 * 3_600_000

describe.each(ENGINES)('the review of refunds, on %s', (engine) => {
  const start = (env: Record<string, string> = {}) => Harness.start(env, { engine })

  async function refund(harness: Harness, keys: Keys, order: string, amount?: string) {
    const body = { destination_address: PAYEE.TRC20, amount }
    const { json } = await harness.call('POST', `/v1/orders/${order}/refunds`, { keys, body })
    return { id: json.id, reason: (await withdrawalOf(harness, json.id))?.reviewReason }
  }

  const paid = async (harness: Harness, keys: Keys, amount: string, row: Row = 'paid'): Promise<string> =>
    (await orderInRow(harness, keys, row, { amount })).order.id

  it('begins with the sixth refund of an order that did not fail', async () => {
    const harness = await start()
    const keys = await harness.register()
    await fund(harness, keys, '500')
    const [order, other] = [await paid(harness, keys, '20'), await paid(harness, keys, '20')]
    const reasons: unknown[] = []
    for (let n = 0; n < 6; n += 1) reasons.push((await refund(harness, keys, order, '1')).reason)
    expect(reasons).toEqual([null, null, null, null, null, 'refund_limit'])
    const last = await refund(harness, keys, other, '1')
    expect(last.reason).toBeNull()
    await harness.call('POST', `/v1/withdrawals/${last.id}/cancel`, { keys })
    for (let n = 0; n < 5; n += 1) expect((await refund(harness, keys, other, '1')).reason).toBeNull()
  })

  it('begins, without a setting, above what was received that day, with the fees of five refunds for each', async () => {
    const harness = await start()
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const old = [await paid(harness, keys, '100'), await paid(harness, keys, '200')]
    harness.clock.advance(DAY_MS)
    expect((await refund(harness, keys, old[0] ?? '', '10')).reason).toBe('refund_limit')
    harness.clock.advance(DAY_MS)
    const today = await paid(harness, keys, '50')
    const underpaid = await paid(harness, keys, '40', 'underpaid')
    // All that came today goes back, in parts or at once.
    for (const amount of ['10', '10', '10', '10', '9.5'])
      expect((await refund(harness, keys, today, amount)).reason).toBeNull()
    const rest = await refund(harness, keys, underpaid)
    expect(rest.reason).toBeNull()
    expect((await refund(harness, keys, old[1] ?? '', '20')).reason).toBe('refund_limit')
    harness.clock.advance(DAY_MS)
    await paid(harness, keys, '100')
    const within = await refund(harness, keys, old[1] ?? '', '105')
    expect(within.reason).toBeNull()
    expect((await refund(harness, keys, old[1] ?? '', '1')).reason).toBe('refund_limit')
    await harness.call('POST', `/v1/withdrawals/${within.id}/cancel`, { keys })
    expect((await refund(harness, keys, old[1] ?? '', '102')).reason).toBeNull()
  })

  it('begins above the sum of a setting, fees included, also for refunds that are asked for at once', async () => {
    const harness = await start({ MERCHANTPAY_REFUND_DAILY_LIMIT: '23' })
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const orders = [await paid(harness, keys, '100'), await paid(harness, keys, '100')]
    const asked = orders.flatMap((order) => [order, order])
    const answers = await Promise.all(asked.map((order) => refund(harness, keys, order, '10')))
    expect(answers.map(({ reason }) => reason).sort()).toEqual(
      [null, null, 'refund_limit', 'refund_limit'].sort(),
    )
  })
})
