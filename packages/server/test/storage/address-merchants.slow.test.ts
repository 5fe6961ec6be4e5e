import { describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../src/storage/open.js'
import { START } from '../support/domain/context.js'
import { ENGINES, newLocation, openOn, sideOf } from '../support/storage/engines.js'
import { migrateBelow } from '../support/storage/migrate-below.js'

const ID = { environment: 'live', network: 'ERC20' } as const

const merchantRow = (id: string) =>
  `INSERT INTO merchants (id, platform_user_id, name, email, status, tier, created_at, updated_at)
   VALUES ('${id}', '${id}', 'Shop', 'shop@example.com', 'ACTIVE', 'BASIC', 1, 1);`

const addressRow = (index: number, freeAt: number | null) =>
  `INSERT INTO addresses (id, environment, network, derivation_index, address, free_at)
   VALUES ('a${index}', 'live', 'ERC20', ${index}, '0x${index}', ${freeAt ?? 'NULL'});`

const leaseRow = (orderId: string, merchantId: string, addressId: string, fromAt: number, isEnded = true) =>
  `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
     fee_rate, network, address_id, checkout_token, tolerance, min_due, depth, metadata, expire_at, created_at,
     updated_at, version)
   VALUES ('${orderId}', '${merchantId}', 'live', 'on-chain', '${orderId}', 'EXPIRED', 1, 0, 0, 0,
     0, 'ERC20', '${addressId}', '${orderId}', 0, 1, 1, '{}', 1, 1, 1, 1);
   INSERT INTO address_leases (order_id, address_id, from_at, released_at, until_at)
   VALUES ('${orderId}', '${addressId}', ${fromAt}, ${isEnded ? `${fromAt}, ${fromAt + 10}` : 'NULL, NULL'});`

describe.each(ENGINES)('addresses that were leased before they belonged to merchants, on %s', (engine) => {
  it('belong to the merchant that leased each one last, and stay usable', async () => {
    const location = await newLocation(engine)
    await migrateBelow('0031', location)
    const side = await sideOf(location)
    for (const id of ['one', 'two']) await side.script(merchantRow(id))
    for (const [index, freeAt] of [20, 40, 30, null, 10].entries())
      await side.script(addressRow(index + 1, freeAt))
    await side.script(leaseRow('o1', 'one', 'a1', 10))
    await side.script(leaseRow('o2', 'one', 'a2', 10))
    await side.script(leaseRow('o3', 'two', 'a2', 30))
    await side.script(leaseRow('o4', 'one', 'a3', 20))
    await side.script(leaseRow('o5', 'two', 'a4', 20, false))
    expect(await migrateDatabase(location, START)).toContain('0031-give-addresses-to-merchants.sql')

    const store = await openOn(location)
    const listed = await store.read((tx) => tx.addresses.list({ ...ID, limit: 10 }))
    expect(listed.map(({ merchantId }) => merchantId)).toEqual([null, 'two', 'one', 'two', 'one'])
    const shares = await store.read(async (tx) => [
      await tx.addresses.shareOf(ID, 'one'),
      await tx.addresses.shareOf(ID, 'two'),
      await tx.orders.countUnfinished({ merchantId: 'two', environment: 'live' }),
    ])
    expect(shares).toEqual([{ total: 2, isOnly: false }, { total: 2, isOnly: false }, 1])
    const take = (merchantId: string) =>
      store.write((tx) => tx.addresses.takeRested(ID, merchantId, { at: 100, after: 0 }))
    const taken = [
      await take('one'),
      await take('one'),
      await take('one'),
      await take('two'),
      await take('two'),
    ]
    expect(taken.map((address) => address?.id)).toEqual(['a1', 'a3', undefined, 'a2', undefined])
  })
})
