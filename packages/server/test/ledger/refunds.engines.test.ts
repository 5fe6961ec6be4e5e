import { describe, expect, it } from 'vitest'
import type { SeenTransfer } from '../../src/domain/chain/transfer.js'
import { verifyLedger } from '../../src/domain/ledger/ledger-verify.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { clearOrder, rejectOrder } from '../../src/domain/orders/order-reviews.js'
import { createRefund } from '../../src/domain/orders/refunds.js'
import type { Refund } from '../../src/domain/withdrawals/withdrawal.js'
import { cancelWithdrawal } from '../../src/domain/withdrawals/withdrawals.js'
import { MadeUpNetwork } from '../support/chain/made-up-network.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const SHOP = { merchantId: 'shop', environment: 'test' } as const
const MANDATE = { actor: 'ada', reason: 'a test' } as const

interface Paid {
  readonly network: MadeUpNetwork
  readonly order: OnChainOrder
  readonly transfer: SeenTransfer
}

/** An order of 25.00, paid in block 3 and credited 24.75, and one paid before it, whose credit pays fees. */
async function paid(engine: (typeof ENGINES)[number]): Promise<Paid> {
  const network = await MadeUpNetwork.open(engine)
  const order = await network.order()
  const other = await network.order()
  const transfer = network.transfer(order, '25', network.block(3))
  await network.forward(2, network.transfer(other, '26', network.block(2)))
  await network.forward(3, transfer)
  await network.forward(5)
  expect(await network.now(order)).toMatchObject({ status: 'PAID' })
  return { network, order, transfer }
}

async function refund({ network, order }: Paid, amount?: string, includesFee = false): Promise<Refund> {
  const input = {
    amount,
    includesFee,
    destinationAddress: PAYEE.TRC20,
    description: undefined,
    idempotencyKey: undefined,
    madeBy: { name: 'mk', operator: null },
  }
  const made = await network.store.write((tx) => createRefund(tx, network.context, SHOP, order.id, input))
  return made.refund
}

/** Lists the violations that a proof finds, as `<check> <id>: <message>`. */
async function violationsIn({ store }: MadeUpNetwork): Promise<string[]> {
  const { checks } = await store.read((tx) => verifyLedger(tx))
  return checks.flatMap(({ check, violations }) => violations.map(({ message }) => `${check} ${message}`))
}

describe.each(ENGINES)('refunds in the ledger of %s', (engine) => {
  it('refunds that are more than what was credited for their order are found', async () => {
    const made = await paid(engine)
    const { network, order } = made
    await refund(made, '10')
    await refund(made)
    expect(await violationsIn(network)).toEqual([])
    const smaller = await network.order()
    await network.forward(7, network.transfer(smaller, '12', network.block(7)))
    await network.forward(9)
    const { side } = network
    await side.script(`UPDATE withdrawals SET order_id = '${smaller.id}' WHERE order_id = '${order.id}'`)
    expect(await violationsIn(network)).toEqual([
      `refund order ${smaller.id}: refunds beyond its credit is 12.87, must be 0.00`,
    ])
  })

  it('refunds with the fee may be what the order received, and others may not', async () => {
    const made = await paid(engine)
    const { network, order } = made
    await refund(made, '24')
    await expect(refund(made, '0.750001')).rejects.toMatchObject({ code: 'invalid_amount' })
    const { id, amount } = await refund(made, undefined, true)
    expect(amount).toBe(100_000_000n)
    await expect(refund(made, '1', true)).rejects.toMatchObject({ code: 'invalid_amount' })
    expect(await violationsIn(network)).toEqual([])
    await network.side.script(`UPDATE withdrawals SET includes_fee = 0 WHERE id = '${id}'`)
    expect(await violationsIn(network)).toEqual([
      `refund order ${order.id}: refunds beyond its credit is 0.25, must be 0.00`,
    ])
    await network.side.script(
      `UPDATE withdrawals SET includes_fee = 1, amount = amount + 1 WHERE id = '${id}'`,
    )
    expect(await violationsIn(network)).toContain(
      `refund order ${order.id}: refunds beyond its credit is 0.00000001, must be 0.00`,
    )
  })

  it('refunds that failed are not counted', async () => {
    const made = await paid(engine)
    const { network } = made
    const { id } = await refund(made)
    await network.store.write((tx) => cancelWithdrawal(tx, network.context, SHOP, id))
    await refund(made)
    expect(await violationsIn(network)).toEqual([])
    const twice = `UPDATE withdrawals SET status = 'PENDING', failure_code = NULL WHERE id = '${id}'`
    await network.side.script(twice)
    expect(await violationsIn(network)).toContain(
      `refund order ${made.order.id}: refunds beyond its credit is 24.75, must be 0.00`,
    )
  })

  it.each([
    ['merchant', "merchant_id = 'other'"],
    ['environment', "environment = 'live'"],
    ['network', "network = 'ERC20'"],
  ])('refunds of an order of another %s are found', async (_, change) => {
    const made = await paid(engine)
    const { network } = made
    const { id } = await refund(made)
    await network.side.script(
      `INSERT INTO merchants SELECT 'other', 'other', name, email, status, tier, activated_at, created_at, updated_at, surcharge
       FROM merchants WHERE id = 'shop'`,
    )
    await network.side.script(`UPDATE withdrawals SET ${change} WHERE id = '${id}'`)
    expect(await violationsIn(network)).toContain(
      `refunded withdrawal ${id}: order that it refunds is 0, must be 1`,
    )
  })

  it('break nothing when a reorganisation takes the payment back, nor when it returns', async () => {
    const made = await paid(engine)
    const { network, order, transfer } = made
    await refund(made, '20')
    await network.rewind(2, network.block(6, 'b'))
    expect(await network.now(order)).toMatchObject({ status: 'FROZEN', credited: 0n })
    expect(await violationsIn(network)).toEqual([])
    const block = network.block(7, 'b')
    await network.forward(block, { ...transfer, block })
    await network.forward(network.block(9, 'b'))
    await network.store.write((tx) => clearOrder(tx, network.context, order.id, MANDATE))
    expect(await network.now(order)).toMatchObject({ status: 'PAID', credited: 2_475_000_000n })
    await expect(refund(made, '4.750001')).rejects.toMatchObject({ code: 'invalid_amount' })
    await refund(made, '4.75')
    expect(await violationsIn(network)).toEqual([])
  })

  it('leave nothing to refund where a reorganisation took back more than is left', async () => {
    const made = await paid(engine)
    const { network, order } = made
    await refund(made, '20')
    await network.rewind(2, network.block(6, 'b'))
    const part = network.transfer(order, '12', network.block(7, 'b'))
    await network.forward(part.block, part)
    await network.forward(network.block(9, 'b'))
    await network.apply(order, { kind: 'cleared', inFlight: false })
    await network.apply(order, { kind: 'window_over' })
    expect(await network.now(order)).toMatchObject({ status: 'UNDERPAID', credited: 1_188_000_000n })
    await expect(refund(made, '1')).rejects.toMatchObject({
      details: { detail: 'nothing is left to refund' },
    })
    expect(await violationsIn(network)).toEqual([])
  })

  it('break nothing when the operator rejects their order', async () => {
    const made = await paid(engine)
    const { network, order, transfer } = made
    await refund(made, '20')
    await network.flag(transfer)
    await network.store.write((tx) => rejectOrder(tx, network.context, order.id, MANDATE))
    expect(await violationsIn(network)).toEqual([])
  })
})
