import { expect, it } from 'vitest'
import { payAmongDust } from '../support/hostile/dust.js'
import { onStages } from '../support/hostile/play.js'
import { USDT } from '../support/hostile/set.js'
import type { Account } from '../support/hostile/stage.js'

/** The stress test `dust` pays 10,000 times. */
const DUST = 200
const MAX = 2n ** 256n - 1n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const PAID = { status: 'PAID', received: 25n * USDT }

const word = (account: Account) => `0x${account.word.slice(2).padStart(64, '0')}`

onStages('what touches our addresses', (play, network) => {
  it('a token of the same name, symbol and decimals counts for nothing', async () => {
    const { scene, stage } = play
    const order = await scene.order()
    const fake = await stage.deploy('FakeUsdt', 6)
    await stage.call(fake, 'mint', [stage.owner, 100n * USDT])
    await stage.call(fake, 'transfer', [stage.accountAt(order.address.address), 25n * USDT])
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectBooks({ genuine: 0n, ignored: network === 'TRC20' ? { foreign_token: 1 } : {} })
  })

  it('nothing is nothing, and the payment after it counts', async () => {
    const { payer, scene, stage, usdt } = play
    const order = await scene.order()
    await scene.pay(order, 0n, { from: payer })
    const allowed = await stage.call(usdt, 'transferFrom', [
      payer,
      stage.accountAt(order.address.address),
      0n,
    ])
    expect(allowed.hasSucceeded).toBe(true)
    await scene.world.rest()
    expect(await scene.found(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    await scene.expectBooks({ genuine: 25n * USDT, ignored: { zero_value: 2 } })
  })

  it('a transaction that failed counts for nothing, and the next one does', async () => {
    const { payer, scene, stage } = play
    const order = await scene.order()
    const poor = await stage.account()
    expect(await scene.pay(order, 25n * USDT, { from: poor })).toMatchObject({ hasSucceeded: false })
    const starved = await scene.pay(order, 25n * USDT, { from: payer, isStarved: true })
    expect(starved.hasSucceeded).toBe(false)
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    await scene.expectBooks({ genuine: 25n * USDT })
  })

  it('calldata without an event, and a transfer that was taken back, count for nothing', async () => {
    const { scene, stage, usdt } = play
    const order = await scene.order()
    const to = stage.accountAt(order.address.address)
    const mute = await stage.deploy('CalldataOnly')
    await stage.call(mute, 'transfer', [to, 25n * USDT])
    const wrapper = await stage.deploy('TryCatch')
    await stage.call(usdt, 'transfer', [wrapper, 25n * USDT])
    expect(await stage.call(wrapper, 'attempt', [usdt, to, 25n * USDT])).toMatchObject({ hasSucceeded: true })
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectBooks({ genuine: 0n })
  })

  it('a payment that a third party or a contract makes counts as any other', async () => {
    const { payer, scene, stage, usdt } = play
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
    await scene.settle()
    expect([await scene.found(one), await scene.found(other)]).toEqual([PAID, PAID])
    const origins = await scene.world.rows<{ origin: string }>('SELECT DISTINCT origin FROM transfers')
    expect(origins).toEqual([{ origin: third.address }])
    await scene.expectBooks({ genuine: 50n * USDT })
  })

  it('many payments in one transaction are as many payments', async () => {
    const { scene, stage, usdt } = play
    const orders = [await scene.order(), await scene.order(), await scene.order()]
    const [first] = orders
    const batch = await stage.deploy('Batch')
    await stage.call(usdt, 'transfer', [batch, 1_000n * USDT])
    const to = orders.map(({ address }) => stage.accountAt(address.address))
    await stage.call(batch, 'pay', [usdt, to, [10n * USDT, 25n * USDT, 25n * USDT]])
    await stage.call(batch, 'pay', [usdt, [to[0], to[0]], [10n * USDT, 5n * USDT]])
    const fifty = Array.from({ length: 50 }, () => to[0])
    await stage.call(batch, 'pay', [usdt, fifty, fifty.map(() => USDT)])
    await scene.settle()
    expect(await scene.found(first ?? (await scene.order()))).toEqual({
      status: 'PAID',
      received: 75n * USDT,
    })
    await scene.expectBooks({ genuine: 125n * USDT })
  })

  it('dust around a payment is dust, and the payment counts', async () => {
    const genuine = 25n * USDT + BigInt(DUST)
    expect(await payAmongDust(play, play.scene, DUST)).toEqual({ status: 'PAID', received: genuine })
    await play.scene.expectBooks({ genuine })
  })

  it('a token that takes a fee credits what arrives', async () => {
    const { payer, stage } = play
    const token = await play.newToken()
    const scene = await play.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await stage.call(token, 'setParams', [10n, 5n])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'PAID', received: 24_975_000n })
    await scene.expectBooks({ genuine: 24_975_000n, conditions: ['token_fee'] })
  })

  it('what has not the shape of a transfer is none, and no value is too large to be refused', async () => {
    const { payer, stage } = play
    const token = await stage.deploy('FakeUsdt', 6)
    const scene = await play.with(token)
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
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    await scene.expectBooks({ genuine: 25n * USDT, ignored: { over_cap: 1 } })
  })

  it('coins of the network are none', async () => {
    const { scene, stage } = play
    const order = await scene.order()
    await stage.sendCoins(order.address.address)
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectBooks({ genuine: 0n })
  })

  // Only TRON has assets that are no contract's.
  it.each(network === 'TRC20' ? ['USDT', 'Tether USD'] : [])('an asset named %s is none', async (name) => {
    const { payer, scene, stage } = play
    const order = await scene.order()
    await stage.sendAsset?.(name, order.address.address, 25n * USDT)
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'OPEN', received: 0n })
    await scene.expectBooks({ genuine: 0n })
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
  })

  it('money on addresses that no order has waits for the operator', async () => {
    const { payer, scene } = play
    await scene.order()
    await scene.pay(scene.wallet.book.derive(0), 7n * USDT, { from: payer })
    await scene.pay(scene.wallet.book.derive(scene.firstIndex + 1), 11n * USDT, { from: payer })
    await scene.settle()
    await scene.expectBooks({ genuine: 18n * USDT, suspense: 18n * USDT })
  })

  it('a payment is its order’s until the cool-down is over, and after it nobody’s', async () => {
    const { payer, scene, stage } = play
    const order = await scene.order()
    await stage.mineAt(order.expireAt + 60_000)
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'EXPIRED', received: 0n })
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'EXPIRED_PAID', received: 25n * USDT })
    await stage.mineAt(stage.clock.now() + 2 * 3_600_000)
    await scene.settle()
    await scene.pay(order, 30n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual({ status: 'EXPIRED_PAID', received: 25n * USDT })
    await scene.expectBooks({ genuine: 55n * USDT, suspense: 30n * USDT })
  })

  it('a second before its end a payment is in the window, and at its end it is late', async () => {
    const { payer, scene } = play
    const [one, other] = [await scene.order(), await scene.order()]
    await scene.pay(one, 25n * USDT, { from: payer, at: one.expireAt - 1_000 })
    await scene.pay(other, 25n * USDT, { from: payer, at: other.expireAt })
    await scene.settle()
    expect(await scene.found(one)).toEqual(PAID)
    expect(await scene.found(other)).toEqual({ ...PAID, status: 'EXPIRED_PAID' })
    await scene.expectBooks({ genuine: 50n * USDT })
  })

  it('our own addresses pay nobody', async () => {
    const { payer, scene, stage } = play
    const [one, other] = [await scene.order(), await scene.order()]
    await scene.pay(one, 25n * USDT, { from: payer })
    await scene.settle()
    const deposit = await stage.account(scene.wallet.privateKey(scene.firstIndex))
    expect(deposit.address).toBe(one.address.address)
    await scene.pay(other, 20n * USDT, { from: deposit })
    await scene.pay(stage.owner.address, 5n * USDT, { from: deposit })
    await scene.settle()
    expect([await scene.found(one), await scene.found(other)]).toEqual([
      PAID,
      { status: 'OPEN', received: 0n },
    ])
    await scene.expectBooks({ genuine: 20n * USDT, ignored: { internal: 1 } })
  })
})
