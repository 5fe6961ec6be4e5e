/** Orders that are created in parallel on PostgreSQL, by several servers. */
import { describe, expect, it } from 'vitest'
import type { Context } from '../../src/domain/context.js'
import { createOrder } from '../../src/domain/orders/orders.js'
import { KEY_SCOPES } from '../../src/domain/shared/key-scope.js'
import { DAY_MS } from '../../src/domain/shared/policy.js'
import type { Store } from '../../src/domain/store/store.js'
import { MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { orderInput } from '../support/domain/order-input.js'
import { openDatabase, type Side } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const MERCHANTS = ['shop', 'rival'] as const

interface World {
  readonly world: ScriptedWorld
  readonly side: Side
  /** Creates orders in parallel on two servers. @returns the addresses; undefined for each refused order */
  createMany(merchantIds: readonly string[]): Promise<(string | undefined)[]>
}

async function twoServers(policy: Partial<Context['policy']> = {}): Promise<World> {
  const books = await openDatabase('postgres')
  const world = await ScriptedWorld.on(books.store)
  Object.assign(world.context, { policy: { ...world.context.policy, ...policy } })
  await world.store.write((tx) => tx.merchants.insert(merchant('rival')))
  const stores = [books.store, await books.another()] as const
  const create = async (store: Store, merchantId: string) => {
    const caller = {
      merchantId,
      environment: world.id.environment,
      keyId: 'mk_1',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant(merchantId),
    }
    try {
      const { order } = await store.write((tx) =>
        createOrder(tx, world.context, caller, orderInput({ network: world.id.network })),
      )
      return order.address.address
    } catch (error) {
      if (error instanceof Error && error.message === 'no_available_address') return undefined
      throw error
    }
  }
  const createMany = (merchantIds: readonly string[]) =>
    Promise.all(merchantIds.map((id, n) => create(stores[n % 2 === 0 ? 0 : 1], id)))
  return { world, side: await books.side(), createMany }
}

/** Transactions that two servers run at once. */
const IN_FLIGHT = 12

const alternating = (count: number) => Array.from({ length: count }, (_, n) => MERCHANTS[n % 2 === 0 ? 0 : 1])
const leased = (addresses: readonly (string | undefined)[]) => addresses.filter((one) => one !== undefined)

describe('orders that are created in parallel', () => {
  it('take no new address while their merchant has rested ones', async () => {
    const { world, createMany } = await twoServers()
    const first = await createMany(alternating(60))
    world.jump(31 * MINUTE)
    await world.watch()
    await world.expire()
    world.jump(8 * DAY_MS)
    await world.watch()
    const again = await createMany(alternating(60))
    expect(again.toSorted()).toEqual(first.toSorted())
    for (const [n, address] of again.entries())
      expect(first.filter((_, m) => m % 2 === n % 2)).toContain(address)
  })

  it('respect the limit of open orders', async () => {
    const { createMany } = await twoServers({ unfinishedOrderLimit: 5 })
    const addresses = await createMany(Array.from({ length: 24 }, () => 'shop'))
    expect(leased(addresses)).toHaveLength(5)
  })

  it('exceed the address share of their merchant by those in flight at most', async () => {
    const { side, createMany } = await twoServers({ addressLimit: 2_000 })
    await createMany(alternating(2))
    await side.script('UPDATE merchant_addresses SET total = 995')
    const count = leased(await createMany(Array.from({ length: 48 }, () => 'shop'))).length
    expect(count).toBeGreaterThanOrEqual(5)
    expect(count).toBeLessThan(5 + IN_FLIGHT)
    const total = "SELECT CAST(SUM(total) AS INTEGER) FROM merchant_addresses WHERE merchant_id = 'shop'"
    expect(await side.value(total)).toBe(995 + count)
    expect(leased(await createMany(['shop']))).toEqual([])
  })
})
