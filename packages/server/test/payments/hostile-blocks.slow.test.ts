import { expect, it } from 'vitest'
import { onStages } from '../support/hostile/play.js'
import { USDT } from '../support/hostile/set.js'

const NOTHING = { status: 'OPEN', received: 0n }
const SEEN = { status: 'CONFIRMING', received: 25n * USDT }
const FROZEN = { status: 'FROZEN', received: 25n * USDT }
const PAID = { status: 'PAID', received: 25n * USDT }

onStages('blocks that go, and what the owner of the token does', (play) => {
  it('a payment whose block gives way to one of the same height is gone, and the next one counts', async () => {
    const { payer, scene, stage } = play
    const order = await scene.order()
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    expect(await scene.found(order)).toEqual(SEEN)
    await stage.replace(1, 'drop')
    await scene.world.tick()
    // On TRON nothing is sure until the solidified block has passed it.
    if (stage.network === 'ERC20') expect(await scene.found(order)).toEqual(NOTHING)
    await scene.settle()
    expect(await scene.found(order)).toEqual(NOTHING)
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    await scene.expectBooks({ genuine: 25n * USDT })
  })

  it('a payment that moves to another block is one payment', async () => {
    const { payer, scene, stage } = play
    const [order, other] = [await scene.order(), await scene.order()]
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.pay(other, 30n * USDT, { from: payer })
    await scene.world.tick()
    await stage.replace(2, 'later')
    await scene.world.tick()
    expect(await scene.found(order)).toEqual(SEEN)
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    expect(await scene.found(other)).toEqual({ status: 'PAID', received: 30n * USDT })
    await scene.expectBooks({ genuine: 55n * USDT })
  })

  it('a lower head is lag, until another branch is there', async () => {
    const { payer, scene, stage } = play
    const order = await scene.order()
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    await stage.rollBack(1)
    await scene.world.tick()
    await scene.settle()
    expect(await scene.found(order)).toEqual(NOTHING)
    await scene.expectBooks({ genuine: 0n })
  })

  it('a token that pauses gives out no address until it goes on', async () => {
    const { payer, stage } = play
    const token = await play.newToken()
    const scene = await play.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await stage.call(token, 'pause', [])
    expect((await scene.pay(order, 25n * USDT, { from: payer })).hasSucceeded).toBe(false)
    await scene.settle()
    await expect(scene.order()).rejects.toThrow('no_available_address')
    expect(await scene.conditions()).toEqual(['token_paused'])
    await stage.call(token, 'unpause', [])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    await scene.order()
    await scene.expectBooks({ genuine: 25n * USDT })
  })

  it('a token with a successor gives out no address, and what the successor says is not ours', async () => {
    const { payer, stage } = play
    const token = await play.newToken()
    const scene = await play.with(token)
    const order = await scene.order()
    const successor = await stage.deploy('FakeUsdt', 6)
    await stage.call(successor, 'mint', [payer, 100n * USDT])
    await stage.call(token, 'deprecate', [successor])
    expect((await scene.pay(order, 25n * USDT, { from: payer })).hasSucceeded).toBe(true)
    await scene.settle()
    await expect(scene.order()).rejects.toThrow('no_available_address')
    expect(await scene.found(order)).toEqual(NOTHING)
    const ignored = stage.network === 'TRC20' ? { foreign_token: 1 } : {}
    await scene.expectBooks({ genuine: 0n, ignored, conditions: ['token_deprecated'] })
  })

  it('an address of ours that is blacklisted and emptied is told, and never given out again', async () => {
    const { payer, stage } = play
    const token = await play.newToken()
    const scene = await play.with(token)
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 100n * USDT])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.settle()
    const ours = stage.accountAt(order.address.address)
    await stage.call(token, 'addBlackList', [ours])
    await stage.call(token, 'destroyBlackFunds', [ours])
    await scene.settle()
    expect(await scene.found(order)).toEqual(PAID)
    expect(await scene.conditions()).toEqual(['address_blacklisted'])
    const [row] = await scene.world.rows<{ blacklisted: bigint }>(
      'SELECT COUNT(blacklisted_at) AS blacklisted FROM addresses',
    )
    expect(row?.blacklisted).toBe(1n)
    expect(await scene.world.violations()).toEqual([])
  })

  it('what a node still tells of a failed transaction counts for nothing', async () => {
    const { payer, scene, stage } = play
    // Ethereum keeps no logs of transactions that failed.
    if (!stage.tellFailed) return
    const order = await scene.order()
    const { txHash } = await scene.pay(order, 25n * USDT, { from: payer })
    await stage.tellFailed(txHash, () => scene.settle())
    expect(await scene.found(order)).toEqual(NOTHING)
    await scene.expectBooks({ genuine: 0n, ignored: { failed: 1 } })
  })

  it('money of somebody on the deny list is kept for a person, whoever of the two is on it', async () => {
    const { payer, stage, usdt } = play
    const [denied, innocent] = [await stage.account(), await stage.account()]
    const scene = await play.with(usdt, [denied])
    const orders = [await scene.order(), await scene.order(), await scene.order()]
    const [one, other, good] = orders.map(({ address }) => stage.accountAt(address.address))
    for (const account of [denied, innocent]) {
      await stage.call(usdt, 'transfer', [account, 25n * USDT], { from: payer })
    }
    await stage.call(usdt, 'transfer', [one, 25n * USDT], { from: denied })
    await stage.call(usdt, 'approve', [denied, 25n * USDT], { from: innocent })
    // The money is somebody else's, and only who signed is listed.
    await stage.call(usdt, 'transferFrom', [innocent, other, 25n * USDT], { from: denied })
    await stage.call(usdt, 'transfer', [good, 25n * USDT], { from: payer })
    await scene.settle()
    expect(await Promise.all(orders.map((order) => scene.found(order)))).toEqual([FROZEN, FROZEN, PAID])
    await scene.expectBooks({ genuine: 75n * USDT })
  })

  it('money of somebody whom the token lists before it has its depth is kept for a person', async () => {
    const { payer, stage } = play
    const token = await play.newToken()
    const scene = await play.with(token, [])
    const order = await scene.order()
    await stage.call(token, 'transfer', [payer, 25n * USDT])
    await scene.pay(order, 25n * USDT, { from: payer })
    await scene.world.tick()
    await stage.call(token, 'addBlackList', [payer])
    await scene.settle()
    expect(await scene.found(order)).toEqual(FROZEN)
    await scene.expectBooks({ genuine: 25n * USDT })
  })
})
