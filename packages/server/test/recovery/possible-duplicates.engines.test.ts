import { describe, expect, it } from 'vitest'
import { explainTransfer } from '../../src/domain/recovery/explanations.js'
import { isUnpaid } from '../../src/domain/recovery/recovery-status.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { approveWithdrawal, rejectWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { seen } from '../support/chain/scripted-chain.js'
import { MANDATE, PAYEE, RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES } from '../support/storage/engines.js'

describe.each(ENGINES)('a withdrawal that an unknown transfer may have paid, on %s', (engine) => {
  it('waits for a person from the first sight of the transfer on', async () => {
    const world = await RecoveryWorld.begin(engine)
    const paid = await world.withdraw()
    const others = [await world.withdraw({ usdt: '100.01' }), await world.withdraw({ to: 'another' })]
    world.pay()
    await world.watch()
    expect(await world.state(paid.id)).toBe('REVIEW possible_duplicate')
    for (const other of others) expect(await world.state(other.id)).toBe('PENDING')
  })

  it('loses an approval that did not consider the transfer', async () => {
    const world = await RecoveryWorld.begin(engine)
    await world.fund('shop', '5000')
    const { id, version } = await world.withdraw({ usdt: '2000' })
    await world.write((tx) => approveWithdrawal(tx, world.world.context, { id, version }, MANDATE))
    world.pay({ usdt: '2000' })
    await world.watch()
    expect(await world.get(id)).toMatchObject({ reviewReason: 'possible_duplicate', approvedAt: null })
    const again = world.write((tx) => approveWithdrawal(tx, world.world.context, { id, version }, MANDATE))
    await expect(again).rejects.toThrow('decide again')
  })

  it('is held when it is created after the transfer, above a limit too', async () => {
    const world = await RecoveryWorld.begin(engine)
    await world.fund('shop', '5000')
    world.pay()
    world.pay({ usdt: '2000' })
    await world.watch()
    for (const usdt of ['100', '2000'])
      expect(await world.state((await world.withdraw({ usdt })).id)).toBe('REVIEW possible_duplicate')
    expect(await world.state((await world.withdraw({ usdt: '101' })).id)).toBe('PENDING')
  })

  it('counts as unpaid only without such a transfer', async () => {
    const world = await RecoveryWorld.begin(engine)
    const [paid, other] = [await world.withdraw(), await world.withdraw({ to: 'another' })]
    await world.begun()
    await world.holdAsDuplicate(other.id)
    world.pay()
    await world.confirm()
    const read = (one: Withdrawal) => world.world.store.read((tx) => isUnpaid(tx, [world.world.id], one))
    expect([await read(paid), await read(other)]).toEqual([false, true])
  })

  it('is completed by the transfer, which is posted once', async () => {
    const world = await RecoveryWorld.begin(engine)
    const { id } = await world.withdraw()
    const txHash = world.pay()
    await world.confirm()
    expect(await world.balances()).toMatchObject({ available: '896.00', held: '104.00', suspense: '-100.00' })
    await world.settle(id, txHash)
    expect(await world.get(id)).toMatchObject({ status: 'COMPLETED', txHash })
    const after = { available: '896.00', held: '0.00', suspense: '0.00', custody: '4900.00' }
    expect(await world.balances()).toMatchObject(after)
    expect(await world.violated()).toEqual([])
    const events = await world.world.store.read((tx) => tx.audit.list({ subject: id, limit: 10 }))
    expect(events).toMatchObject([{ action: 'withdrawals settle', details: expect.stringContaining(txHash) }])
    // The next withdrawal of the same amount is another one.
    expect(await world.state((await world.withdraw()).id)).toBe('PENDING')
  })
})

describe.each(ENGINES)('an explained transfer, on %s', (engine) => {
  it.each([
    ['a merchant', { kind: 'merchant', id: 'shop' } as const],
    ['the operator', { kind: 'operator' } as const],
  ])('moves from %s to the withdrawal that it paid, in one transaction', async (_, bearer) => {
    const world = await RecoveryWorld.begin(engine)
    const { context, id: place, store } = world.world
    const txHash = world.pay()
    await world.confirm()
    const named = { txHash, logIndex: undefined }
    await world.write((tx) => explainTransfer(tx, context, { id: place, named, bearer }, MANDATE))
    const { id } = await world.withdraw()
    const { earlier } = await world.settle(id, txHash)
    expect(earlier).toMatchObject({ kind: bearer.kind })
    expect(await world.get(id)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await world.balances()).toMatchObject({ available: '896.00', held: '0.00', suspense: '0.00' })
    expect(await world.world.balance('operator')).toBe('-5000.00')
    expect(await world.violated()).toEqual([])
    const [entry] = await store.read((tx) => tx.audit.list({ subject: id, limit: 10 }))
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      borne_by: earlier?.subject ?? 'operator',
      returned: '100.00',
    })
    // It is the payment of one withdrawal from now on.
    const next = await world.withdraw()
    expect(next.status).toBe('PENDING')
    await expect(world.settle(next.id, txHash)).rejects.toThrow(`it paid withdrawal ${id}`)
  })
})

describe('a transfer that is named as the payment of a withdrawal', () => {
  it.each([
    ['goes to another address', { to: 'another' }, 'it went to another, not to payee'],
    ['moved another amount', { usdt: '99.5' }, 'it moved 99.50 USDT, not 100.00'],
  ])('is refused if it %s', async (_, payment, message) => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw()
    const txHash = world.pay(payment)
    await world.confirm()
    await expect(world.settle(id, txHash)).rejects.toThrow(message)
  })

  it('is refused while it is not final, when it left the chain, and when it is unknown', async () => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw()
    const { chain, clock } = world.world
    const fork = (await chain.head()).number
    const txHash = world.pay()
    await world.watch()
    await expect(world.settle(id, txHash)).rejects.toThrow('is not final yet: wait until block')
    chain.forkAfter(fork)
    clock.businessAt -= 12_000
    await world.confirm()
    await expect(world.settle(id, txHash)).rejects.toThrow('left the chain')
    await expect(world.settle(id, 'unheard')).rejects.toThrow('no transfer out of our wallets is recorded')
    expect(await world.state(id)).toBe('REVIEW possible_duplicate')
  })

  it('is refused if it has paid another withdrawal already', async () => {
    const world = await RecoveryWorld.begin()
    const [one, other] = [await world.withdraw(), await world.withdraw()]
    const txHash = world.pay()
    await world.confirm()
    await world.settle(one.id, txHash)
    await expect(world.settle(other.id, txHash)).rejects.toThrow(
      `is explained already: it paid withdrawal ${one.id}`,
    )
    await expect(world.settle(one.id, txHash)).rejects.toThrow('is COMPLETED, neither PENDING nor REVIEW')
    expect(await world.state(other.id)).toBe('REVIEW possible_duplicate')
  })

  it('is refused if it is no payment of the hot wallet', async () => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw({ to: PAYEE, usdt: '25' })
    const { address } = await world.world.order()
    world.world.pass(12_000, (block) => ({
      outgoing: [{ ...seen(block, address.address, PAYEE, '25'), txHash: 'sweep-1' }],
    }))
    await world.confirm()
    await expect(world.settle(id, 'sweep-1')).rejects.toThrow(
      'is a sweep, not a payment out of the hot wallet',
    )
  })

  it('does not complete a withdrawal that was rejected', async () => {
    const world = await RecoveryWorld.begin()
    const { id } = await world.withdraw()
    const txHash = world.pay()
    await world.confirm()
    await world.write((tx) => rejectWithdrawal(tx, world.world.context, id, MANDATE))
    await expect(world.settle(id, txHash)).rejects.toThrow('is FAILED, neither PENDING nor REVIEW')
    expect(await world.violated()).toEqual([])
  })
})
