import { describe, expect, it, onTestFinished } from 'vitest'
import { expectBalancedIn } from '../support/ledger/balance-assertions.js'
import { ENGINES, migratedLocation } from '../support/storage/engines.js'
import { LiveShop } from '../support/withdrawals/live-shop.js'
import { attack, type Loot, prepare } from '../support/withdrawals/stolen-key.js'

/** One for each action. */
const ROUNDS = 15
const USDT = 100_000_000n

describe.each(ENGINES)('a stolen live key with every scope, on %s', { timeout: 120_000 }, (engine) => {
  async function attackWith(seed: number, env: Record<string, string> = {}): Promise<Loot> {
    const database = await migratedLocation(engine)
    const shop = await LiveShop.open(database, env)
    onTestFinished(() => shop.close())
    await prepare(shop)
    const loot = await attack(shop, seed, ROUNDS)
    await expectBalancedIn(database)
    return loot
  }

  it.each([1, 2])('moves nothing to a new address within 24 hours, seed %i', async (seed) => {
    const { stolen, own, answers } = await attackWith(seed)
    expect(stolen).toBe(0n)
    // The key works: the merchant's own addresses get money, and the thief gets back what the thief paid.
    expect(own).toBeGreaterThan(0n)
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining([
        'POST /v1/withdrawals 201 PENDING',
        'POST /v1/withdrawals 201 REVIEW',
        'POST /v1/withdrawals/{}/cancel 200 CANCELED',
        'POST /v1/withdrawals/destinations 201',
        'DELETE /v1/withdrawals/destinations/{} 200',
        'POST /v1/orders/{}/refunds 201 PENDING',
        'POST /v1/orders/{}/refunds 201 REVIEW',
        'DELETE /v1/merchants/api-keys/{} 200',
        'DELETE /v1/webhooks/{} 200',
      ]),
    )
    expect([...answers.keys()].filter((name) => / 5\d\d /.test(name))).toEqual([])
  })

  it('moves money where the list is optional, so that the attack is one', async () => {
    const { stolen } = await attackWith(1, { MERCHANTPAY_WITHDRAWAL_DESTINATIONS: 'optional' })
    expect(stolen).toBeGreaterThan(100n * USDT)
  })

  it('moves at most the limit for unlisted destinations where there is one', async () => {
    const { stolen } = await attackWith(1, { MERCHANTPAY_WITHDRAWAL_UNLISTED_LIMIT: '100' })
    expect(stolen).toBeGreaterThan(0n)
    expect(stolen).toBeLessThanOrEqual(100n * USDT)
  })
})
