import { describe, expect, it } from 'vitest'
import { merchantBalances, platformBalance } from '../../../src/domain/ledger/ledger.js'
import { MadeUpNetwork } from '../../support/chain/made-up-network.js'
import { amount } from '../../support/domain/context.js'

describe('a payment under way when its order is rejected', () => {
  /** 10 USDT are confirmed and flagged, 15 more are on their way, the operator says no. */
  async function rejected() {
    const network = await MadeUpNetwork.open()
    const order = await network.order()
    const flagged = network.transfer(order, '10', network.block(2))
    await network.forward(4, flagged)
    await network.flag(flagged)
    await network.forward(5, network.transfer(order, '15', network.block(5)))
    await network.apply(order, { kind: 'rejected' })
    return { network, order }
  }

  it('goes to suspense and is no longer the order’s', async () => {
    const { network, order } = await rejected()
    await network.forward(7)
    expect(await network.now(order)).toMatchObject({
      status: 'FROZEN',
      received: amount('10'),
      confirmed: amount('10'),
      credited: 0n,
    })
    expect(await network.store.read((tx) => platformBalance(tx, 'test', 'suspense:TRC20'))).toBe(amount('15'))
  })

  it('leaves neither order nor suspense changed when it is dropped', async () => {
    const { network, order } = await rejected()
    await network.forward(7)
    await network.rewind(4, network.block(8, 'b'))
    expect(await network.now(order)).toMatchObject({ received: amount('10'), confirmed: amount('10') })
    expect(await network.store.read((tx) => platformBalance(tx, 'test', 'suspense:TRC20'))).toBe(0n)
  })

  it('leaves the order when it is dropped before its depth', async () => {
    const { network, order } = await rejected()
    await network.rewind(4, network.block(6, 'b'))
    expect(await network.now(order)).toMatchObject({ received: amount('10'), version: 7 })
  })
})

describe('a rejected order', () => {
  it('a rejected order whose payment is dropped takes it back from the operator', async () => {
    const network = await MadeUpNetwork.open()
    const order = await network.order()
    const flagged = network.transfer(order, '25', network.block(2))
    await network.forward(4, flagged)
    await network.flag(flagged)
    await network.apply(order, { kind: 'rejected' })
    const operator = () => network.store.read((tx) => platformBalance(tx, 'test', 'operator:TRC20'))
    expect(await operator()).toBe(-amount('24.75'))
    await network.rewind(1, network.block(5, 'b'))
    expect(await operator()).toBe(0n)
    expect(await network.now(order)).toMatchObject({ received: 0n, confirmed: 0n, credited: 0n })
    const none = { available: 0n, held: 0n, frozen: 0n, shortfall: 0n }
    expect(await network.store.read((tx) => merchantBalances(tx, order))).toEqual(none)
  })
})

describe('what a merchant is told when an order freezes', () => {
  it('names the transfer that was flagged', async () => {
    const network = await MadeUpNetwork.open()
    const order = await network.order('https://shop.example/hook')
    const flagged = network.transfer(order, '25', network.block(2))
    await network.forward(2, flagged)
    await network.flag(flagged)
    const page = { limit: 10, offset: 0 }
    const rows = await network.store.read((tx) => tx.webhookDeliveries.listBySubject(order.id, page))
    const body: unknown = JSON.parse(rows[0]?.event.body ?? '{}')
    expect(body).toMatchObject({
      event: 'payment.frozen',
      data: {
        status: 'FROZEN',
        transactions: [{ tx_hash: 'tx of 25 in 2', amount: '25.00', block_number: 2 }],
      },
    })
  })
})

describe('a branch that replaces another', () => {
  it('keeps a window open for the payment it brings in place of the one it drops', async () => {
    const network = await MadeUpNetwork.open()
    const order = await network.order()
    await network.forward(600, network.transfer(order, '25', network.block(600)))
    const instead = network.transfer(order, '25', network.block(600, 'b'), { txHash: 'paid anew' })
    await network.rewind(599, network.block(602, 'b'), instead)
    expect(await network.now(order)).toMatchObject({ status: 'PAID', received: amount('25') })
  })

  it('may end before the window of an order whose payments it drops, the late one too', async () => {
    const network = await MadeUpNetwork.open()
    const order = await network.order()
    await network.forward(600, network.transfer(order, '10', network.block(600)))
    await network.forward(601, network.transfer(order, '15', network.block(601)))
    await network.rewind(598, network.block(599, 'b'))
    expect(await network.now(order)).toMatchObject({ status: 'OPEN', received: 0n })
  })

  it('may have another movement in the place of one it drops', async () => {
    const network = await MadeUpNetwork.open()
    const [one, other] = [await network.order(), await network.order()]
    const before = network.transfer(one, '25', network.block(2), { txHash: 'batch', logIndex: 1 })
    await network.forward(4, before)
    expect(await network.now(one)).toMatchObject({ status: 'PAID', received: amount('25') })
    const instead = { txHash: 'batch', logIndex: 1 }
    await network.rewind(
      1,
      network.block(5, 'b'),
      network.transfer(other, '30', network.block(2, 'b'), instead),
    )
    expect(await network.now(one)).toMatchObject({ status: 'FROZEN', received: 0n, credited: 0n })
    expect(await network.now(other)).toMatchObject({ status: 'PAID', received: amount('30') })
    const custody = await network.store.read((tx) => platformBalance(tx, 'test', 'custody:TRC20'))
    expect(custody).toBe(amount('30'))
  })

  it('may bring a late payment into the window', async () => {
    const network = await MadeUpNetwork.open()
    const order = await network.order()
    await network.forward(600, network.transfer(order, '10', network.block(600)))
    const late = network.transfer(order, '25', network.block(601))
    await network.forward(601, late)
    await network.rewind(599, network.block(602, 'b'), { ...late, block: network.block(600, 'b') })
    expect(await network.now(order)).toMatchObject({ status: 'PAID', received: amount('25') })
  })
})
