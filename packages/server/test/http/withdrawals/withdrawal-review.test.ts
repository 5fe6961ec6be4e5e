import { describe, expect, it } from 'vitest'
import { useHarness } from '../../support/server/harness.js'
import { balanceOf, fund, getWithdrawal, withdraw } from '../../support/withdrawals/withdrawals.js'

describe('the review of withdrawals', () => {
  const limits = useHarness({
    MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '100',
    MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '250',
  })

  it('begins above the automatic limit, which is inclusive', async () => {
    const keys = await limits.harness.register()
    await fund(limits.harness, keys, '1000')
    expect((await withdraw(limits.harness, keys, { amount: '100' })).json.status).toBe('PENDING')
    expect((await withdraw(limits.harness, keys, { amount: '100.000001' })).json.status).toBe('REVIEW')
  })

  it('begins when the total of a day exceeds its limit, and ends with the day', async () => {
    const { harness } = limits
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const statuses: unknown[] = []
    for (const amount of ['100', '100', '50', '10']) {
      statuses.push((await withdraw(harness, keys, { amount })).json.status)
    }
    harness.clock.advance(24 * 3_600_000)
    statuses.push((await withdraw(harness, keys, { amount: '10' })).json.status)
    expect(statuses).toEqual(['PENDING', 'PENDING', 'PENDING', 'REVIEW', 'PENDING'])
  })

  it('waits for the operator: nothing is signed', async () => {
    const { harness } = limits
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const { json } = await withdraw(harness, keys, { amount: '200' })
    await harness.pass(30_000)
    expect(await getWithdrawal(harness, keys, json.id)).toMatchObject({ status: 'REVIEW', tx_hash: null })
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '798.50', held: '201.50' })
  })
})

describe.each(['MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT', 'MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT'])('%s=0', (name) => {
  const shared = useHarness({ [name]: '0' })

  it('reviews every withdrawal', async () => {
    const keys = await shared.harness.register()
    await fund(shared.harness, keys, '50')
    expect((await withdraw(shared.harness, keys)).json.status).toBe('REVIEW')
  })
})
