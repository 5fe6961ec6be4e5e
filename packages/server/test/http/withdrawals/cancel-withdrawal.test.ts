import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { refusal } from '../../support/server/refusals.js'
import { balanceOf, fund, getWithdrawal, withdraw } from '../../support/withdrawals/withdrawals.js'

const NOT_CANCELABLE = [409, '{"error":"withdrawal not cancelable"}']

describe('POST /v1/withdrawals/{id}/cancel', () => {
  const shared = useHarness()
  const cancel = (keys: Keys, id: string) =>
    shared.harness.call('POST', `/v1/withdrawals/${id}/cancel`, { keys })

  /** Creates a merchant with 1,200 USDT and one withdrawal. */
  async function begin(fields: object = {}) {
    const keys = await shared.harness.register()
    await fund(shared.harness, keys, '1200')
    const { json } = await withdraw(shared.harness, keys, fields)
    return { keys, id: json.id, status: json.status }
  }

  it.each([
    ['PENDING', '10'],
    ['REVIEW', '1000.000001'],
  ])('releases the whole hold while it is %s', async (status, amount) => {
    const { harness } = shared
    const made = await begin({ amount })
    expect(made.status).toBe(status)
    const { status: answered, json } = await cancel(made.keys, made.id)
    expect(answered).toBe(200)
    expect(json).toMatchObject({
      status: 'CANCELED',
      failure_code: 'canceled',
      tx_hash: null,
      completed_at: null,
    })
    expect(await balanceOf(harness, made.keys)).toMatchObject({ available: '1200.00', held: '0.00' })
    await harness.pass(30_000)
    expect(await getWithdrawal(harness, made.keys, made.id)).toMatchObject({
      status: 'CANCELED',
      tx_hash: null,
    })
  })

  it('may be repeated: the same answer, and nothing is released twice', async () => {
    const { keys, id } = await begin()
    const first = await cancel(keys, id)
    const again = await cancel(keys, id)
    expect([again.status, again.text]).toEqual([200, first.text])
    const parallel = await Promise.all(Array.from({ length: 10 }, () => cancel(keys, id)))
    expect(new Set(parallel.map(({ text }) => text))).toEqual(new Set([first.text]))
    expect(await balanceOf(shared.harness, keys)).toMatchObject({ available: '1200.00', held: '0.00' })
  })

  it('is refused once it is signed', async () => {
    const { harness } = shared
    const { keys, id } = await begin()
    await harness.work()
    const statuses: unknown[] = []
    for (let seconds = 0; seconds < 5; seconds += 1) {
      statuses.push((await getWithdrawal(harness, keys, id)).status)
      expect(refusal(await cancel(keys, id))).toEqual(NOT_CANCELABLE)
      await harness.pass(1_000)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual(['BROADCAST', 'COMPLETED'])
  })

  it('is refused once it has failed', async () => {
    const { harness } = shared
    const { keys, id } = await begin({ destination_address: sandboxAddress('TRC20', 'blacklisted') })
    await harness.work()
    expect((await getWithdrawal(harness, keys, id)).status).toBe('FAILED')
    expect(refusal(await cancel(keys, id))).toEqual(NOT_CANCELABLE)
  })

  it('answers 404 for another merchant’s, and 403 to a suspended merchant', async () => {
    const { harness } = shared
    const { keys, id } = await begin()
    expect(refusal(await cancel(await harness.register(), id))).toEqual([
      404,
      '{"error":"withdrawal not found"}',
    ])
    expect(refusal(await cancel(keys, 'no-uuid'))).toEqual([404, '{"error":"withdrawal not found"}'])
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect(refusal(await cancel(keys, id))).toEqual([403, '{"error":"merchant suspended"}'])
    expect((await getWithdrawal(harness, keys, id)).status).toBe('PENDING')
  })
})
