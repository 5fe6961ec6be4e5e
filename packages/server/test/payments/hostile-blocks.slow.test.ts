import { expect, it } from 'vitest'
import { describeOnStages } from '../support/hostile/stage-fixture.js'
import { USDT } from '../support/hostile/stage-setup.js'

const NOTHING = { status: 'OPEN', received: 0n }
const SEEN = { status: 'CONFIRMING', received: 25n * USDT }
const FROZEN = { status: 'FROZEN', received: 25n * USDT }
const PAID = { status: 'PAID', received: 25n * USDT }

describeOnStages('reorgs, and the admin events of the token', (fixture) => {
  it('a payment whose block is replaced is gone, and the next payment counts', async () => {
    const { payer, scene, stage } = fixture
    const order = await scene.order()
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    expect(await scene.stateOf(order)).toEqual(SEEN)
    await stage.replace(1, 'drop')
    await scene.world.tick()
    // On TRON a replaced payment is dropped only once the solidified block has passed it.
    if (stage.network === 'ERC20') expect(await scene.stateOf(order)).toEqual(NOTHING)
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(NOTHING)
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    await scene.expectLedger({ genuine: 25n * USDT })
  })

  it('a payment that moves to another block is one payment', async () => {
    const { payer, scene, stage } = fixture
    const [order, other] = [await scene.order(), await scene.order()]
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.pay(other, 30n * USDT, { from: payer })
    await scene.world.tick()
    await stage.replace(2, 'later')
    await scene.world.tick()
    expect(await scene.stateOf(order)).toEqual(SEEN)
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    expect(await scene.stateOf(other)).toEqual({ status: 'PAID', received: 30n * USDT })
    await scene.expectLedger({ genuine: 55n * USDT })
  })

  it('a lower head is lag until another branch is there', async () => {
    const { payer, scene, stage } = fixture
    const order = await scene.order()
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    await stage.rollBack(1)
    await scene.world.tick()
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(NOTHING)
    await scene.expectLedger({ genuine: 0n })
  })

  it('a paused token gives out no address until it is unpaused', async () => {
    const { payer, stage } = fixture
    const token = await fixture.newToken()
    const scene = await fixture.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await stage.call(token, 'pause', [])
    expect((await scene.pay(order, 25n * USDT, { from: payer })).hasSucceeded).toBe(false)
    await scene.confirm()
    await expect(scene.order()).rejects.toThrow('no_available_address')
    expect(await scene.conditions()).toEqual(['token_paused'])
    await stage.call(token, 'unpause', [])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    await scene.order()
    await scene.expectLedger({ genuine: 25n * USDT })
  })

  it('a deprecated token gives out no address, and events of its successor do not count', async () => {
    const { payer, stage } = fixture
    const token = await fixture.newToken()
    const scene = await fixture.with(token)
    const order = await scene.order()
    const successor = await stage.deploy('FakeUsdt', 6)
    await stage.call(successor, 'mint', [payer, 100n * USDT])
    await stage.call(token, 'deprecate', [successor])
    expect((await scene.pay(order, 25n * USDT, { from: payer })).hasSucceeded).toBe(true)
    await scene.confirm()
    await expect(scene.order()).rejects.toThrow('no_available_address')
    expect(await scene.stateOf(order)).toEqual(NOTHING)
    const ignored = stage.network === 'TRC20' ? { foreign_token: 1 } : {}
    await scene.expectLedger({ genuine: 0n, ignored, conditions: ['token_deprecated'] })
  })

  it('a blacklisted address is reported, and never leased again', async () => {
    const { payer, stage } = fixture
    const token = await fixture.newToken()
    const scene = await fixture.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.confirm()
    const ours = stage.accountAt(order.address.address)
    await stage.call(token, 'addBlackList', [ours])
    await stage.call(token, 'destroyBlackFunds', [ours])
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(PAID)
    expect(await scene.conditions()).toEqual(['address_blacklisted'])
    const [row] = await scene.world.rows<{ blacklisted: bigint }>(
      'SELECT COUNT(blacklisted_at) AS blacklisted FROM addresses',
    )
    expect(row?.blacklisted).toBe(1n)
    expect(await scene.world.violations()).toEqual([])
  })

  it('a reported transfer of a failed transaction does not count', async () => {
    const { payer, scene, stage } = fixture
    // Ethereum nodes keep no logs of failed transactions.
    if (!stage.reportFailed) return
    const order = await scene.order()
    const { txHash } = await scene.pay(order, 25n * USDT, { from: payer })
    await stage.reportFailed(txHash, () => scene.confirm())
    expect(await scene.stateOf(order)).toEqual(NOTHING)
    await scene.expectLedger({ genuine: 0n, ignored: { failed: 1 } })
  })

  it('a payment whose sender or signer is on the denylist is frozen for review', async () => {
    const { payer, stage, usdt } = fixture
    const [denied, innocent] = [await stage.account(), await stage.account()]
    const scene = await fixture.with(usdt, [denied])
    const orders = [await scene.order(), await scene.order(), await scene.order()]
    const [one, other, good] = orders.map(({ address }) => stage.accountAt(address.address))
    for (const account of [denied, innocent]) {
      await stage.call(usdt, 'transfer', [account, 25n * USDT], { from: payer })
    }
    await stage.call(usdt, 'transfer', [one, 25n * USDT], { from: denied })
    await stage.call(usdt, 'approve', [denied, 25n * USDT], { from: innocent })
    // The sender is innocent; only the signer is on the denylist.
    await stage.call(usdt, 'transferFrom', [innocent, other, 25n * USDT], { from: denied })
    await stage.call(usdt, 'transfer', [good, 25n * USDT], { from: payer })
    await scene.confirm()
    expect(await Promise.all(orders.map((order) => scene.stateOf(order)))).toEqual([FROZEN, FROZEN, PAID])
    await scene.expectLedger({ genuine: 75n * USDT })
  })

  it('a payment whose sender the token blacklists before it is confirmed is frozen for review', async () => {
    const { payer, stage } = fixture
    const token = await fixture.newToken()
    const scene = await fixture.with(token, [])
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 25n * USDT])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    await stage.call(token, 'addBlackList', [payer])
    await scene.confirm()
    expect(await scene.stateOf(order)).toEqual(FROZEN)
    await scene.expectLedger({ genuine: 25n * USDT })
  })
})
