import { expect, it } from 'vitest'
import { migratedLocation, openOn, sideOf } from '../support/storage/engines.js'

const COUNT = `SELECT COUNT(*) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'merchantpay'`

it.each([
  { readers: 1, writers: 2 },
  { readers: 2, writers: 1 },
  { readers: 5, writers: 7 },
])('a store with $readers readers and $writers writers has as many connections', async (pool) => {
  const location = await migratedLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('not on PostgreSQL')
  const store = await openOn({ ...location, pool })
  const calls = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0
      ? store.read((tx) => tx.merchants.find('shop'))
      : store.write((tx) => tx.merchants.find('shop')),
  )
  await Promise.all(calls)
  expect(await (await sideOf(location)).value(COUNT)).toBe(pool.readers + pool.writers)
})
