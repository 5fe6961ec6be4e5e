import { describe, expect, it } from 'vitest'
import { type Keys, useHarness } from '../../support/server/harness.js'

describe('GET /v1/withdrawals/quote', () => {
  const shared = useHarness({
    MERCHANTPAY_TEST_ERC20: 'off',
    MERCHANTPAY_WITHDRAWAL_FEE_TRC20: '0.25',
    MERCHANTPAY_WITHDRAWAL_MIN_TRC20: '12.5',
  })
  const quote = (keys: Keys, query: string) =>
    shared.harness.call('GET', `/v1/withdrawals/quote?${query}`, { keys })

  it('returns the configured fee, debit and minimum for any balance', async () => {
    const keys = await shared.harness.register()
    const { status, json } = await quote(keys, 'network=TRC20&amount=12.5')
    expect([status, json]).toEqual([
      200,
      { amount: '12.50', fee: '0.25', total_debit: '12.75', minimum: '12.50', refund_minimum: '1.00' },
    ])
    expect((await quote(keys, 'amount=999999999.999999&network=TRC20')).json.total_debit).toBe(
      '1000000000.249999',
    )
  })

  it.each([
    ['network=TRC20', 'invalid amount'],
    ['network=TRC20&amount=', 'invalid amount'],
    ['network=TRC20&amount=0', 'invalid amount'],
    ['network=TRC20&amount=-1', 'invalid amount'],
    ['network=TRC20&amount=1e2', 'invalid amount'],
    ['network=TRC20&amount=20.0000001', 'invalid amount'],
    ['network=TRC20&amount=1000000000', 'invalid amount'],
    ['network=TRC20&amount=12.499999', 'amount below minimum'],
    ['amount=20', 'unsupported network'],
    ['network=BEP20&amount=20', 'unsupported network'],
    ['network=ERC20&amount=20', 'unsupported network'],
  ])('refuses ?%s', async (query, message) => {
    const { status, errorText: text } = await quote(await shared.harness.register(), query)
    expect([status, text]).toEqual([400, JSON.stringify({ error: message })])
  })
})
