import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { approveWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { ENGINES, type Engine, migratedLocation } from '../../support/storage/engines.js'
import { APPROVER, LiveShop } from '../../support/withdrawals/live-shop.js'
import { PAYEE } from '../../support/withdrawals/withdrawals.js'

const DAY_MS = 24 * 3_600_000
const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7'
const LOWER = PAYEE.ERC20.toLowerCase()
const UPPER = `0x${PAYEE.ERC20.slice(2).toUpperCase()}`

async function open(engine: Engine, env: Record<string, string> = {}): Promise<LiveShop> {
  const shop = await LiveShop.open(await migratedLocation(engine), env)
  onTestFinished(() => shop.close())
  await shop.fund('20000')
  return shop
}

describe.each(ENGINES)('a live withdrawal, on %s', (engine) => {
  let shop: LiveShop
  beforeEach(async () => {
    shop = await open(engine)
  })

  const stateAfter = async (answer: Promise<{ json: { id: string } }>) => shop.state((await answer).json.id)

  it('a live withdrawal to an address that is not on the list waits for the operator, who approves it', async () => {
    const { status, json } = await shop.withdraw('TRC20', PAYEE.TRC20)
    expect([status, json.status]).toEqual([201, 'REVIEW'])
    await shop.settle()
    expect(await shop.state(json.id)).toBe('REVIEW new_destination')
    await shop.write((tx, context) => approveWithdrawal(tx, context, { id: json.id, version: 1 }, APPROVER))
    await shop.settle()
    expect(await shop.state(json.id)).toBe('COMPLETED new_destination')
    expect(await shop.received('TRC20', PAYEE.TRC20)).toBe(1_000_000_000n)
  })

  it('a live withdrawal that waits for the operator is canceled by the merchant, who gets the money back', async () => {
    const before = (await shop.call('GET', '/v1/balance')).json
    const { json } = await shop.withdraw('TRC20', PAYEE.TRC20)
    const canceled = await shop.call('POST', `/v1/withdrawals/${json.id}/cancel`)
    expect([canceled.status, canceled.json.status]).toEqual([200, 'CANCELED'])
    expect((await shop.call('GET', '/v1/balance')).json).toEqual(before)
  })

  it('goes out by itself to an address that has been on the list for 24 hours, and to the millisecond not before', async () => {
    const { json: listed } = await shop.list('TRC20', PAYEE.TRC20)
    expect(Date.parse(String(listed.usable_at)) - shop.clock.now()).toBe(DAY_MS)
    shop.clock.advance(DAY_MS - 1)
    const early = (await shop.withdraw('TRC20', PAYEE.TRC20)).json.id
    expect(await shop.state(early)).toBe('REVIEW new_destination')
    shop.clock.advance(1)
    const { json } = await shop.withdraw('TRC20', PAYEE.TRC20)
    expect(json.status).toBe('PENDING')
    await shop.settle()
    expect([await shop.state(json.id), await shop.state(early)]).toEqual([
      'COMPLETED',
      // It waits on: only a person decides about what was asked for too early.
      'REVIEW new_destination',
    ])
  })

  it('goes to a listed address in any spelling, on the network and in the environment of the entry', async () => {
    const { json: one } = await shop.list('ERC20', LOWER)
    expect(one.address).toBe(PAYEE.ERC20)
    const test = await shop.newKeys('test')
    await shop.call(
      'POST',
      '/v1/withdrawals/destinations',
      { label: 'x', network: 'TRC20', address: PAYEE.TRC20 },
      test,
    )
    shop.clock.advance(DAY_MS)
    for (const address of [UPPER, LOWER, PAYEE.ERC20])
      expect(await stateAfter(shop.withdraw('ERC20', address))).toBe('PENDING')
    expect(await stateAfter(shop.withdraw('TRC20', PAYEE.TRC20))).toBe('REVIEW new_destination')
  })

  it('waits again for an address that was removed and added again, and not for one added twice', async () => {
    const { json } = await shop.list('ERC20', PAYEE.ERC20)
    shop.clock.advance(DAY_MS)
    expect((await shop.list('ERC20', UPPER)).json).toEqual(json)
    expect(await stateAfter(shop.withdraw('ERC20', PAYEE.ERC20))).toBe('PENDING')
    await shop.call('DELETE', `/v1/withdrawals/destinations/${json.id}`)
    expect(await stateAfter(shop.withdraw('ERC20', PAYEE.ERC20))).toBe('REVIEW new_destination')
    await shop.list('ERC20', PAYEE.ERC20)
    shop.clock.advance(DAY_MS - 1)
    expect(await stateAfter(shop.withdraw('ERC20', PAYEE.ERC20))).toBe('REVIEW new_destination')
    shop.clock.advance(1)
    expect(await stateAfter(shop.withdraw('ERC20', PAYEE.ERC20))).toBe('PENDING')
  })

  it('a live withdrawal to a listed address keeps to the other limits', async () => {
    await shop.list('TRC20', PAYEE.TRC20)
    shop.clock.advance(DAY_MS)
    expect(await stateAfter(shop.withdraw('TRC20', PAYEE.TRC20, '998.51'))).toBe('REVIEW auto_limit')
    for (let n = 0; n < 9; n += 1) await shop.withdraw('TRC20', PAYEE.TRC20, '998.5')
    expect(await stateAfter(shop.withdraw('TRC20', PAYEE.TRC20, '998.5'))).toBe('REVIEW daily_limit')
  })

  it('a live withdrawal that refunds an order waits for no list if it goes to the only sender of its payments', async () => {
    const order = await shop.paidOrder('ERC20', [PAYEE.ERC20])
    const { status, json } = await shop.refund(order, LOWER, '5')
    expect([status, json.status]).toEqual([201, 'PENDING'])
    expect(await stateAfter(shop.refund(order, STRANGER, '5'))).toBe('REVIEW new_destination')
    await shop.settle()
    expect(await shop.state(json.id)).toBe('COMPLETED')
    expect(await stateAfter(shop.withdraw('ERC20', PAYEE.ERC20))).toBe('REVIEW new_destination')
  })

  it('a live withdrawal that refunds an order of two senders waits, to whichever of them it goes', async () => {
    const order = await shop.paidOrder('ERC20', [PAYEE.ERC20, STRANGER])
    for (const sender of [PAYEE.ERC20, STRANGER])
      expect(await stateAfter(shop.refund(order, sender, '5'))).toBe('REVIEW new_destination')
  })

  it('waits for its destination before everything that ends by itself, or that another decision ends', async () => {
    expect(await stateAfter(shop.withdraw('TRC20', PAYEE.TRC20, '5000'))).toBe('REVIEW new_destination')
    await shop.list('ERC20', PAYEE.ERC20)
    shop.clock.advance(DAY_MS)
    await shop.recover()
    const { json } = await shop.withdraw('TRC20', PAYEE.TRC20)
    const listed = (await shop.withdraw('ERC20', PAYEE.ERC20)).json.id
    expect([await shop.state(json.id), await shop.state(listed)]).toEqual([
      'REVIEW new_destination',
      'REVIEW recovering',
    ])
    shop.clock.advance(1)
    await shop.finishRecovery()
    await shop.settle()
    expect([await shop.state(json.id), await shop.state(listed)]).toEqual([
      'REVIEW new_destination',
      'COMPLETED recovering',
    ])
    expect(await shop.received('TRC20', PAYEE.TRC20)).toBe(0n)
  })
})

describe.each(ENGINES)('the limit for unlisted destinations, on %s', (engine) => {
  const limited = (limit: string) => open(engine, { MERCHANTPAY_WITHDRAWAL_UNLISTED_LIMIT: limit })

  it('lets no refund pass to an address that was left on the page of the order', async () => {
    const shop = await limited('1000')
    const order = await shop.paidOrder('ERC20', [PAYEE.ERC20])
    await shop.write((tx) => tx.orders.insertRefundAddress(order, { address: STRANGER, leftAt: 0 }))
    const stateOf = async (address: string) => shop.state((await shop.refund(order, address, '5')).json.id)
    expect(await stateOf(STRANGER)).toBe('REVIEW new_destination')
    expect(await stateOf(PAYEE.ERC20)).toBe('PENDING')
    expect(await stateOf('0x8617E340B3D01FA5F11F306F4090FD50E238070D')).toBe('PENDING')
  })

  it('is a sum of any 24 hours with fees, which new destinations count towards and canceled withdrawals do not', async () => {
    const shop = await limited('33')
    const withdraw = async (amount: string) => {
      const { json } = await shop.withdraw('TRC20', PAYEE.TRC20, amount)
      return [json.id, await shop.state(json.id)] as const
    }
    // Before midnight, so that the 24 hours span two days.
    shop.clock.advance(20 * 3_600_000)
    await shop.list('TRC20', PAYEE.TRC20)
    const [canceled] = await withdraw('30')
    expect((await withdraw('10'))[1]).toBe('REVIEW new_destination')
    await shop.call('POST', `/v1/withdrawals/${canceled}/cancel`)
    expect((await withdraw('20'))[1]).toBe('PENDING')
    shop.clock.advance(5 * 3_600_000)
    expect((await withdraw('10.01'))[1]).toBe('REVIEW new_destination')
    expect((await withdraw('10'))[1]).toBe('PENDING')
    expect((await withdraw('10'))[1]).toBe('REVIEW new_destination')
    const { json: listed } = (await shop.call('GET', '/v1/withdrawals/destinations')) as {
      json: { destinations?: { id: string }[] }
    }
    await shop.call('DELETE', `/v1/withdrawals/destinations/${listed.destinations?.[0]?.id}`)
    shop.clock.advance(19 * 3_600_000 - 1)
    expect((await withdraw('10'))[1]).toBe('REVIEW new_destination')
    shop.clock.advance(1)
    expect((await withdraw('20'))[1]).toBe('PENDING')
    expect((await withdraw('10'))[1]).toBe('REVIEW new_destination')
  })

  it('lets one withdrawal take all of it', async () => {
    const shop = await limited('11.5')
    const { json } = await shop.withdraw('TRC20', PAYEE.TRC20, '10')
    expect(await shop.state(json.id)).toBe('PENDING')
  })

  it('holds for withdrawals that are asked for at the same time, on both networks', async () => {
    const shop = await limited('70')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? shop.withdraw('TRC20', PAYEE.TRC20) : shop.withdraw('ERC20', PAYEE.ERC20),
      ),
    )
    expect(answers.filter(({ json }) => json.status === 'PENDING')).toHaveLength(5)
    expect(answers.filter(({ json }) => json.status === 'REVIEW')).toHaveLength(7)
  })
})

describe('MERCHANTPAY_WITHDRAWAL_DESTINATIONS=optional', () => {
  it('sends a live withdrawal to any address', async () => {
    const shop = await open('sqlite', { MERCHANTPAY_WITHDRAWAL_DESTINATIONS: 'optional' })
    const { json } = await shop.withdraw('TRC20', PAYEE.TRC20)
    await shop.settle()
    expect(await shop.state(json.id)).toBe('COMPLETED')
  })
})
