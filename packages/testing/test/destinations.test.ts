import { describe, expect, it } from 'vitest'
import { roleAddress } from '../src/chain/addresses.js'
import { clientOf, ORDER, shop } from './support/shop.js'

const DAY_MS = 86_400_000
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const LOWER = ADDRESS.toLowerCase()

/** An in-memory service whose merchant has a balance in the live environment. */
async function rich() {
  const { server, mp: test } = shop({ requestsPerMinute: Infinity }, { rateLimit: false })
  const mp = clientOf(server, { ...server.keys.live, rateLimit: false })
  const order = await mp.orders.create({ ...ORDER, amount: '500.00' })
  await server.emit(order.id, 'PAID')
  const withdraw = async (destination_address = LOWER) => {
    const body = { amount: '10.00', currency: 'USDT', network: 'ERC20', destination_address } as const
    return (await mp.withdrawals.create(body)).status
  }
  return { server, mp, test, order, withdraw }
}

describe('the in-memory list of destinations', () => {
  it('lets a live withdrawal to its address pass after 24 hours, in any spelling', async () => {
    const { server, mp, withdraw } = await rich()
    expect(await withdraw()).toBe('REVIEW')
    const { address, usable_at } = await mp.withdrawals.destinations.create({
      label: 'Treasury',
      network: 'ERC20',
      address: LOWER,
    })
    expect([address, Date.parse(usable_at)]).toEqual([ADDRESS, server.clock.now() + DAY_MS])
    await server.advance(DAY_MS - 1)
    expect(await withdraw(ADDRESS)).toBe('REVIEW')
    await server.advance(1)
    expect([await withdraw(ADDRESS), await withdraw()]).toEqual(['PENDING', 'PENDING'])
  })

  it('lets a refund to the payer pass, and no other', async () => {
    const { mp, order } = await rich()
    const refund = (destination_address: string) =>
      mp.orders.refund(order.id, { amount: '5.00', destination_address })
    const payer = roleAddress('TRC20', 'payer')
    expect((await refund(payer)).status).toBe('PENDING')
    expect((await refund(roleAddress('TRC20', 'reverts'))).status).toBe('REVIEW')
  })

  it('begins the 24 hours anew for an address that was deleted, and has none of the test environment', async () => {
    const { server, mp, test, withdraw } = await rich()
    const listed = { label: 'Treasury', network: 'ERC20', address: ADDRESS } as const
    await test.withdrawals.destinations.create(listed)
    const { id } = await mp.withdrawals.destinations.create(listed)
    await server.advance(DAY_MS)
    expect(await withdraw()).toBe('PENDING')
    await mp.withdrawals.destinations.delete(id)
    expect(await withdraw()).toBe('REVIEW')
    await mp.withdrawals.destinations.create(listed)
    expect((await mp.withdrawals.destinations.list()).destinations).toHaveLength(1)
    expect(await withdraw()).toBe('REVIEW')
    await server.advance(DAY_MS)
    expect(await withdraw()).toBe('PENDING')
  })
})
