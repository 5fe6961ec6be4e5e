import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { rejectWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { useHarness } from '../../support/server/harness.js'
import { changeBeside, MANDATE } from '../../support/server/operator-change.js'
import { balanceOf, fund, getWithdrawal, withdraw } from '../../support/withdrawals/withdrawals.js'

describe('the review of withdrawals', () => {
  const limits = useHarness({
    MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '100',
    MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '250',
  })

  it('begins above the automatic limit, which is inclusive and counts the fee', async () => {
    const keys = await limits.harness.register()
    await fund(limits.harness, keys, '1000')
    expect((await withdraw(limits.harness, keys, { amount: '98.5' })).json.status).toBe('PENDING')
    expect((await withdraw(limits.harness, keys, { amount: '98.500001' })).json.status).toBe('REVIEW')
  })

  it('begins when the total of a day with its fees exceeds its limit, and ends with the day', async () => {
    const { harness } = limits
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const statuses: unknown[] = []
    for (const amount of ['98.5', '98.5', '48.5', '10']) {
      statuses.push((await withdraw(harness, keys, { amount })).json.status)
    }
    harness.clock.advance(24 * 3_600_000)
    statuses.push((await withdraw(harness, keys, { amount: '10' })).json.status)
    expect(statuses).toEqual(['PENDING', 'PENDING', 'PENDING', 'REVIEW', 'PENDING'])
  })

  it('does not count what was canceled, rejected or not paid', async () => {
    const { harness } = limits
    const keys = await harness.register()
    await fund(harness, keys, '1000')
    const statusOf = async (amount: string, fields: object = {}) =>
      (await withdraw(harness, keys, { amount, ...fields })).json
    const canceled = await statusOf('98.5')
    const failed = await statusOf('98.5', { destination_address: sandboxAddress('TRC20', 'reverts') })
    const rejected = await statusOf('98.5')
    expect([canceled, failed, rejected].map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'REVIEW'])
    await harness.call('POST', `/v1/withdrawals/${canceled.id}/cancel`, { keys })
    await harness.call('POST', `/v1/withdrawals/${canceled.id}/cancel`, { keys })
    await changeBeside(harness, (tx, context) => rejectWithdrawal(tx, context, rejected.id, MANDATE))
    // Only the failing one is left of the day: 150 more.
    expect((await statusOf('98.5')).status).toBe('PENDING')
    const more = await statusOf('48.51')
    expect(more.status).toBe('REVIEW')
    await harness.call('POST', `/v1/withdrawals/${more.id}/cancel`, { keys })
    await harness.pass(8_000)
    expect(await getWithdrawal(harness, keys, failed.id)).toMatchObject({ status: 'FAILED' })
    expect((await statusOf('98.5')).status).toBe('PENDING')
    expect((await statusOf('48.5')).status).toBe('PENDING')
    expect((await statusOf('10')).status).toBe('REVIEW')
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
