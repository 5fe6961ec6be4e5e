import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { WaitError } from '../../src/errors/errors.js'
import { rejection } from '../support/loopback.js'
import { type Reference, startReference } from '../support/proof/reference.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

let reference: Reference
let mp: MerchantPay

beforeAll(async () => {
  reference = await startReference()
  mp = new MerchantPay(await reference.register())
})
afterAll(() => reference.stop())

describe('waiting for a payment on the reference server', () => {
  it('returns the order once its payment is confirmed', async () => {
    const { id } = await mp.orders.create(ORDER)
    const paid = mp.orders.waitForPaid(id)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    expect(await paid).toMatchObject({ id, status: 'PAID', received_amount: '25.00' })
  })

  it('fails when the order expires, and with a grace returns a late payment', async () => {
    const { id } = await mp.orders.create(ORDER)
    const paid = rejection(mp.orders.waitForPaid(id))
    const paidLate = mp.orders.waitForPaid(id, { graceAfterExpiryMs: 60_000 })
    await mp.testHelpers.simulateOrder(id, { action: 'expire' })
    const error = await paid
    expect(error).toBeInstanceOf(WaitError)
    expect(error).toMatchObject({ reason: 'expired', order: { id, status: 'EXPIRED' } })
    await mp.testHelpers.simulateOrder(id, { action: 'late_pay' })
    expect(await paidLate).toMatchObject({ id, status: 'EXPIRED_PAID' })
  })

  it('ends with the refusal for an order that does not exist', async () => {
    const error = await rejection(mp.orders.waitForPaid('019a0000-0000-7000-8000-000000000000'))
    expect(error).toMatchObject({ name: 'ApiError', code: 'order_not_found' })
  })
})
