import { expect, it } from 'vitest'
import { paysLink } from '../../../src/domain/orders/order.js'
import { usdt } from '../../../src/domain/shared/money.js'
import { chainOrder } from '../../support/storage/store-rows.js'

it('an accepted underpaid order pays its link only while it has what was accepted', () => {
  const acceptance = { amount: usdt(1_250_000_000n), at: 1, by: 'mk_test_1' }
  const accepted = {
    ...chainOrder('o', 'm'),
    status: 'UNDERPAID',
    received: acceptance.amount,
    acceptance,
  } as const
  expect(paysLink(accepted)).toBe(true)
  expect(paysLink({ ...accepted, received: usdt(2_000_000_000n) })).toBe(true)
  // A reorganisation took a part back.
  expect(paysLink({ ...accepted, received: usdt(1_249_999_999n) })).toBe(false)
  expect(paysLink({ ...accepted, acceptance: null })).toBe(false)
  expect(paysLink({ ...accepted, status: 'FROZEN' })).toBe(false)
})
