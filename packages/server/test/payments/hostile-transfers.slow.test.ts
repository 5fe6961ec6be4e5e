import { expect, it } from 'vitest'
import { payAmongDust } from '../support/hostile/dust.js'
import type { Account } from '../support/hostile/stage.js'
import { describeOnStages } from '../support/hostile/stage-fixture.js'
import { USDT } from '../support/hostile/stage-setup.js'

/** The stress test `dust` pays 10,000 times. */
const DUST = 200
const MAX = 2n ** 256n - 1n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const PAID = { status: 'PAID', received: 25n * USDT }

const word = (account: Account) => `0x${account.word.slice(2).padStart(64, '0')}`

describeOnStages('a transfer to our addresses', (fixture, network) => {
  it('of a token with the same name, symbol and decimals does not count', async () => {
    const { scene, stage } = fixture
    const order = await scene.order()
    const fake = await stage.deploy('FakeUsdt', 6)
    await stage.call(fake, 'mint', [stage.owner, 100n * USDT])
    await stage.call(fake, 'transfer', [stage.accountAt(order.address.address), 25n * USDT])
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectLedger({ genuine: 0n, ignored: network === 'TRC20' ? { foreign_token: 1 } : {} })
  })

  it('of zero does not count, and the payment after it does', async () => {
    const { payer, scene, stage, usdt } = fixture
    const order = await scene.order()
    await scene.pay(order, 0n, { from: payer })
    const allowed = await stage.call(usdt, 'transferFrom', [
      payer,
      stage.accountAt(order.address.address),
      0n,
    ])
    expect(allowed.hasSucceeded).toBe(true)
    await scene.world.tickUntilIdle()
    expect(await scene.stateOf(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    await scene.expectLedger({ genuine: 25n * USDT, ignored: { zero_value: 2 } })
  })

  it('of a failed transaction does not count, and the next payment does', async () => {
    const { payer, scene, stage } = fixture
    const order = await scene.order()
    const poor = await stage.account()
    expect(await scene.pay(order, 25n * USDT, { from: poor })).toMatchObject({ hasSucceeded: false })
    const starved = await scene.pay(order, 25n * USDT, { from: payer, isStarved: true })
    expect(starved.hasSucceeded).toBe(false)
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    await scene.expectLedger({ genuine: 25n * USDT })
  })

  it('that is calldata without an event, or was reverted, does not count', async () => {
    const { scene, stage, usdt } = fixture
    const order = await scene.order()
    const to = stage.accountAt(order.address.address)
    const mute = await stage.deploy('CalldataOnly')
    await stage.call(mute, 'transfer', [to, 25n * USDT])
    const wrapper = await stage.deploy('TryCatch')
    await stage.call(usdt, 'transfer', [wrapper, 25n * USDT])
    expect(await stage.call(wrapper, 'attempt', [usdt, to, 25n * USDT])).toMatchObject({ hasSucceeded: true })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectLedger({ genuine: 0n })
  })

  it('made by a third party or a contract counts', async () => {
    const { payer, scene, stage, usdt } = fixture
    const [one, other] = [await scene.order(), await scene.order()]
    const third = await stage.account()
    await stage.call(usdt, 'approve', [third, 25n * USDT], { from: payer })
    const to = stage.accountAt(one.address.address)
    await stage.call(usdt, 'transferFrom', [payer, to, 25n * USDT], { from: third })
    const batch = await stage.deploy('Batch')
    await stage.call(usdt, 'transfer', [batch, 25n * USDT])
    await stage.call(batch, 'pay', [usdt, [stage.accountAt(other.address.address)], [25n * USDT]], {
      from: third,
    })
    await scene.confirm()
    expect([await scene.stateOf(one), await scene.stateOf(other)]).toEqual([PAID, PAID])
    const origins = await scene.world.rows<{ origin: string }>('SELECT DISTINCT origin FROM transfers')
    expect(origins).toEqual([{ origin: third.address }])
    await scene.expectLedger({ genuine: 50n * USDT })
  })

  it('counts for each of several payments in one transaction', async () => {
    const { scene, stage, usdt } = fixture
    const orders = [await scene.order(), await scene.order(), await scene.order()]
    const [first] = orders
    const batch = await stage.deploy('Batch')
    await stage.call(usdt, 'transfer', [batch, 1_000n * USDT])
    const to = orders.map(({ address }) => stage.accountAt(address.address))
    await stage.call(batch, 'pay', [usdt, to, [10n * USDT, 25n * USDT, 25n * USDT]])
    await stage.call(batch, 'pay', [usdt, [to[0], to[0]], [10n * USDT, 5n * USDT]])
    const fifty = Array.from({ length: 50 }, () => to[0])
    await stage.call(batch, 'pay', [usdt, fifty, fifty.map(() => USDT)])
    await scene.confirm()
    expect(await scene.stateOf(first ?? (await scene.order()))).toEqual({
      status: 'PAID',
      received: 75n * USDT,
    })
    await scene.expectLedger({ genuine: 125n * USDT })
  })

  it('of dust is credited, and so is the payment in the midst of it', async () => {
    const genuine = 25n * USDT + BigInt(DUST)
    expect(await payAmongDust(fixture, fixture.scene, DUST)).toEqual({ status: 'PAID', received: genuine })
    await fixture.scene.expectLedger({ genuine })
  })

  it('of a token with a fee is credited with the amount that arrives', async () => {
    const { payer, stage } = fixture
    const token = await fixture.newToken()
    const scene = await fixture.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await stage.call(token, 'setParams', [10n, 5n])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'PAID', received: 24_975_000n })
    await scene.expectLedger({ genuine: 24_975_000n, conditions: ['token_fee'] })
  })

  it('needs the shape of a transfer event, and a value of any size is read', async () => {
    const { payer, stage } = fixture
    const token = await stage.deploy('FakeUsdt', 6)
    const scene = await fixture.with(token)
    const order = await scene.order()
    const to = stage.accountAt(order.address.address)
    const [from, ours, value] = [word(payer), word(to), `0x${(25n * USDT).toString(16).padStart(64, '0')}`]
    const dirty = `0x${'11'.repeat(12)}${to.word.slice(2)}`
    for (const [topics, data] of [
      [[TRANSFER, from], value],
      [[TRANSFER, from, ours, value], '0x'],
      [[TRANSFER, from, ours], value.slice(0, -2)],
      [[TRANSFER, from, ours], `${value}${value.slice(2)}`],
      [[TRANSFER, from, dirty], value],
    ] as const) {
      await stage.call(token, 'emitLog', [topics, data])
    }
    await stage.call(token, 'announce', [payer, to, MAX])
    await stage.call(token, 'announce', [payer, to, 25n * USDT])
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    await scene.expectLedger({ genuine: 25n * USDT, ignored: { over_cap: 1 } })
  })

  it('of the coins of the network does not count', async () => {
    const { scene, stage } = fixture
    const order = await scene.order()
    await stage.sendCoins(order.address.address)
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectLedger({ genuine: 0n })
  })

  // Only TRON has assets without a contract.
  it.each(network === 'TRC20' ? ['USDT', 'Tether USD'] : [])(
    'of an asset named %s does not count',
    async (name) => {
      const { payer, scene, stage } = fixture
      const order = await scene.order()
      await stage.sendAsset?.(name, order.address.address, 25n * USDT)
      await scene.confirm()
      expect(await scene.stateOf(order)).toEqual({ status: 'OPEN', received: 0n })
      await scene.expectLedger({ genuine: 0n })
      await scene.pay(order, 25n * USDT, { from: payer })
      await scene.confirm()
      expect(await scene.stateOf(order)).toEqual(PAID)
    },
  )

  // The payment to an index ahead begins a recovery, which derives 10,000 addresses.
  it('to an address without an order waits for the operator', { timeout: 90_000 }, async () => {
    const { payer, scene } = fixture
    await scene.order()
    await scene.pay(scene.wallet.book.derive(0), 7n * USDT, { from: payer })
    await scene.pay(scene.wallet.book.derive(scene.firstIndex + 1), 11n * USDT, { from: payer })
    await scene.confirm()
    await scene.expectLedger({ genuine: 18n * USDT, suspense: 18n * USDT })
  })

  it('belongs to its order until the cool-down is over, and to suspense after it', async () => {
    const { payer, scene, stage } = fixture
    const order = await scene.order()
    await stage.mineAt(order.expireAt + 60_000)
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'EXPIRED', received: 0n })
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'EXPIRED_PAID', received: 25n * USDT })
    await stage.mineAt(stage.clock.now() + 2 * 3_600_000)
    await scene.confirm()
    await scene.pay(order, 30n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual({ status: 'EXPIRED_PAID', received: 25n * USDT })
    await scene.expectLedger({ genuine: 55n * USDT, suspense: 30n * USDT })
  })

  it('is in time a second before the window ends, and late at its end', async () => {
    const { payer, scene } = fixture
    const [one, other] = [await scene.order(), await scene.order()]
    await scene.pay(one, 25n * USDT, { from: payer, at: one.expireAt - 1_000 })
    await scene.pay(other, 25n * USDT, { from: payer, at: other.expireAt })
    await scene.confirm()
    expect(await scene.stateOf(one)).toEqual(PAID)
    expect(await scene.stateOf(other)).toEqual({ ...PAID, status: 'EXPIRED_PAID' })
    await scene.expectLedger({ genuine: 50n * USDT })
  })

  it('from one of our own addresses pays no order', async () => {
    const { payer, scene, stage } = fixture
    const [one, other] = [await scene.order(), await scene.order()]
    await scene.pay(one, 25n * USDT, { from: payer })
    await scene.confirm()
    const deposit = await stage.account(scene.wallet.privateKey(scene.firstIndex))
    expect(deposit.address).toBe(one.address.address)
    await scene.pay(other, 20n * USDT, { from: deposit })
    await scene.pay(stage.owner.address, 5n * USDT, { from: deposit })
    await scene.confirm()
    expect([await scene.stateOf(one), await scene.stateOf(other)]).toEqual([
      PAID,
      { status: 'OPEN', received: 0n },
    ])
    await scene.expectLedger({ genuine: 20n * USDT, ignored: { internal: 1 } })
  })
})
