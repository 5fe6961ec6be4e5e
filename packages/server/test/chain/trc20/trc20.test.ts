import { startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Chain,
  NoTokenBlacklist,
  type WatchedAddresses,
  WrongChain,
} from '../../../src/domain/chain/chain.js'
import { usdt } from '../../../src/domain/shared/money.js'
import { ChainFollower } from '../../support/chain/chain-follower.js'
import { OURS, openTron, TRON_CHAIN_ID, watchedOurs } from '../../support/nodes/tron.js'
import { TronToken } from '../../support/nodes/tron-token.js'

const MILLION = 1_000_000n
const SOLID_LAG = 3
const [, FIRST = '', SECOND = '', THIRD = ''] = OURS
const signal = new AbortController().signal
const units = (value: bigint) => usdt(value * 100n)

describe('USDT on a TRON node', () => {
  let node: TronDevnode
  let token: TronToken
  let chain: Chain
  let follower: ChainFollower

  const mine = (blocks: number) => node.control('mine', { blocks })
  const solidify = () => mine(SOLID_LAG)

  beforeAll(async () => {
    node = await startTronDevnode({ solidLag: SOLID_LAG })
    token = await TronToken.deploy(node)
    await mine(10)
  })
  afterAll(() => node.close())
  beforeEach(async () => {
    await solidify()
    chain = await openTron({ urls: [node.url], token: token.address })
    follower = await ChainFollower.begin(chain, watchedOurs)
  })

  it('has the facts of the settings', async () => {
    const facts = { chainId: TRON_CHAIN_ID, isTokenPaused: false, isTokenDeprecated: false }
    expect(await chain.verify(signal)).toEqual(facts)
  })

  it.each([
    ['another chain id', { chainId: 1 }, /chain id 3448148188, expected 1/],
    ['no contract', { token: OURS[5] ?? '' }, /no contract/],
  ])('refuses %s', async (_, options, message) => {
    const wrong = await openTron({ urls: [node.url], token: token.address, ...options })
    await expect(wrong.verify(signal)).rejects.toThrow(WrongChain)
    await expect(wrong.verify(signal)).rejects.toThrow(message)
  })

  it('refuses a token of 18 decimals', async () => {
    const fake = await TronToken.deploy(node, 'FakeUsdt', 18n)
    const wrong = await openTron({ urls: [node.url], token: fake.address })
    await expect(wrong.verify(signal)).rejects.toThrow('18 decimals, expected 6')
  })

  it('starts at the solidified block', async () => {
    const head = await node.control<{ number: number }>('mine', {})
    expect((await chain.head(signal)).number).toBe(head.number - SOLID_LAG)
  })

  it('shows a payment before its block is solidified, and credits it after', async () => {
    const txHash = await token.transfer(FIRST, 25n * MILLION)
    await mine(1)
    const early = await follower.step()
    expect(early).toMatchObject({ kind: 'forward', transfers: [{ txHash, to: FIRST }] })
    expect(follower.paid).toEqual([])
    await solidify()
    await follower.catchUp()
    expect(follower.paid).toMatchObject([
      {
        ...{ txHash, logIndex: 0, to: FIRST, from: token.owner, origin: token.owner },
        ...{ value: units(25n * MILLION), block: follower.cursor },
      },
    ])
    expect(await chain.checkFinality(follower.paid, follower.cursor, signal)).toEqual(['final'])
    expect(await chain.balanceAt(FIRST, follower.cursor, signal)).toBe(units(25n * MILLION))
  })

  it('reads no unsolidified blocks while no order waits for a payment', async () => {
    await token.transfer(FIRST, 25n * MILLION)
    await mine(1)
    const nobody: WatchedAddresses = { ...watchedOurs, hasOpenOrders: async () => false }
    expect(await chain.next({ cursor: follower.cursor, ring: [] }, nobody, signal)).toMatchObject({
      transfers: [],
    })
  })

  it('reverts nothing that was dropped before it was solidified, and credits a payment that moved to another block', async () => {
    await token.transfer(SECOND, 3n * MILLION)
    await mine(1)
    expect(await follower.step()).toMatchObject({ transfers: [{ to: SECOND }] })
    await node.control('reorg', { depth: 1, transactions: 'drop' })
    await solidify()
    await follower.catchUp()
    expect(follower.paid).toEqual([])
    await token.transfer(SECOND, 4n * MILLION)
    await mine(1)
    await follower.step()
    await node.control('reorg', { depth: 1, transactions: 'keep', delay: 1, blocks: 3 })
    await solidify()
    await follower.catchUp()
    expect(follower.paid).toMatchObject([{ to: SECOND, value: units(4n * MILLION) }])
  })

  it('reads many blocks in few steps', async () => {
    await mine(30)
    await token.transfer(THIRD, 7n)
    await mine(120)
    await solidify()
    await follower.catchUp()
    expect(follower.steps.length).toBeLessThanOrEqual(5)
    expect(follower.paid).toMatchObject([{ to: THIRD, value: units(7n) }])
    const at = follower.paid[0]?.block.number ?? 0
    const around = { from: at - 2, to: at + 2 }
    expect((await chain.rescan(around, watchedOurs, signal)).transfers).toEqual(follower.paid)
  })

  it('returns the balance of an address at an earlier block', async () => {
    const before = await chain.balanceAt(THIRD, follower.cursor, signal)
    const at = follower.cursor
    await token.transfer(THIRD, 11n)
    await mine(1)
    await solidify()
    expect(await chain.balanceAt(THIRD, at, signal)).toBe(before)
    await follower.catchUp()
    expect(await chain.balanceAt(THIRD, follower.cursor, signal)).toBe(before + units(11n))
  })

  it('ignores transfers without value, failed ones and those of other tokens', async () => {
    const fake = await TronToken.deploy(node, 'FakeUsdt', 6n)
    await fake.send('announce(address,address,uint256)', [
      { type: 'address', value: fake.owner },
      { type: 'address', value: FIRST },
      { type: 'uint256', value: '5000000' },
    ])
    await token.transfer(FIRST, 0n)
    await token.transfer(FIRST, 10n ** 30n)
    await mine(1)
    await solidify()
    await follower.catchUp()
    expect(follower.paid).toEqual([])
    expect(follower.ignored.map(({ reason }) => reason).sort()).toEqual(['foreign_token', 'zero_value'])
  })

  it('reports a token without a blacklist, once the token itself is solidified', async () => {
    const fake = await TronToken.deploy(node, 'FakeUsdt', 6n)
    const other = await openTron({ urls: [node.url], token: fake.address })
    const asked = () => other.isBlacklisted?.(FIRST, follower.cursor, signal)
    await expect(asked()).rejects.toThrow('in no solidified block')
    await solidify()
    await expect(asked()).rejects.toThrow(NoTokenBlacklist)
  })

  it('reports admin events of the token', async () => {
    await token.send('addBlackList(address)', [{ type: 'address', value: FIRST }])
    await token.send('addBlackList(address)', [{ type: 'address', value: token.owner }])
    await token.send('pause()')
    await mine(1)
    await solidify()
    await follower.catchUp()
    expect(follower.adminEvents).toMatchObject([
      { kind: 'blacklisted', address: FIRST },
      { kind: 'paused', address: null },
    ])
    expect(await chain.verify(signal)).toMatchObject({ isTokenPaused: true })
    expect(await chain.isBlacklisted?.(FIRST, follower.cursor, signal)).toBe(true)
    expect(await chain.isBlacklisted?.(SECOND, follower.cursor, signal)).toBe(false)
    await token.send('unpause()')
    await mine(1)
  })
})
