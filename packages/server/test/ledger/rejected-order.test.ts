import { expect, it } from 'vitest'
import { OrderUnitOfWork } from '../../src/domain/orders/order-unit-of-work.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { expectBalanced } from '../support/ledger/balance-assertions.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'

it('an order that was rejected before its transfer confirmed has received nothing', async () => {
  const harness = await Harness.start()
  const keys = await harness.register()
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
  const target = `/v1/test_helpers/orders/${json.id}/simulate`
  await harness.call('POST', target, { keys, body: { action: 'freeze' } })
  await harness.pass(1_000)

  const store = await openOn(harness.database)
  const context = contextAt(handClock(harness.clock.now()))
  await store.write(async (tx) => {
    const order = await tx.orders.lock(json.id)
    if (order?.kind !== 'on-chain') throw new Error('no order')
    const orderUnit = new OrderUnitOfWork(tx, context)
    await orderUnit.apply(order, { kind: 'rejected' })
    await orderUnit.post()
  })
  await harness.pass(4_000)

  const { json: after } = await harness.call('GET', `/v1/orders/${json.id}`, { keys })
  expect(after).toMatchObject({ status: 'FROZEN', received_amount: '0.00', credited_amount: '0.00' })
  await expectBalanced(store)
})
