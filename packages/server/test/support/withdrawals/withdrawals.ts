import { expect } from 'vitest'
import { formatScaled, formatUsdt, usdt } from '../../../src/domain/shared/money.js'
import { amount as parseAmount } from '../domain/context.js'
import type { Answer, Harness, Json, Keys } from '../server/harness.js'

/** An address on each network that is not ours. */
export const PAYEE = {
  TRC20: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  BEP20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const

/** A valid body of `POST /v1/withdrawals`. */
export const WITHDRAWAL = {
  amount: '10.00',
  currency: 'USDT',
  network: 'TRC20',
  destination_address: PAYEE.TRC20,
} as const

/** Raises the available balance by exactly `available`, with an app payment that also covers its fee of 1 %. */
export async function fund(harness: Harness, keys: Keys, available: string): Promise<void> {
  const gross = usdt((parseAmount(available) * 100n) / 99n)
  const amount = formatScaled(gross, 8)
  const body = { amount_mode: 'FIXED', amount, currency: 'USDT' }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  const target = `/v1/test_helpers/orders/${json.id}/simulate`
  const paid = await harness.call('POST', target, { keys, body: { action: 'pay' } })
  expect(paid.json).toMatchObject({ status: 'PAID', credited_amount: formatUsdt(parseAmount(available)) })
}

export const withdraw = (harness: Harness, keys: Keys, fields: object = {}): Promise<Answer> =>
  harness.call('POST', '/v1/withdrawals', { keys, body: { ...WITHDRAWAL, ...fields } })

export async function getWithdrawal(harness: Harness, keys: Keys, id: string): Promise<Json> {
  return (await harness.call('GET', `/v1/withdrawals/${id}`, { keys })).json
}

/** Reads the balances from the API. */
export async function balanceOf(harness: Harness, keys: Keys): Promise<Json> {
  return (await harness.call('GET', '/v1/balance', { keys })).json
}
