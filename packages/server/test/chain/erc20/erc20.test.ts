import { getAddress } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { RpcError, RpcServer } from '../../../../../test-support/nodes/rpc-server.js'
import { type Chain, NoTokenBlacklist } from '../../../src/domain/chain/chain.js'
import { usdt } from '../../../src/domain/shared/money.js'
import type { BlockRef } from '../../../src/domain/shared/types.js'
import { ChainFollower } from '../../support/chain/chain-follower.js'
import { ANVIL_CHAIN_ID, type Anvil, isAnvilSkipped, startAnvil } from '../../support/nodes/anvil.js'
import { AnvilToken } from '../../support/nodes/anvil-token.js'
import { OURS, openEthereum, watchedOurs } from '../../support/nodes/ethereum.js'

const MILLION = 1_000_000n
const [CONTROL = '', FIRST = '', SECOND = ''] = OURS
const signal = new AbortController().signal

describe.skipIf(isAnvilSkipped)('USDT on a real Ethereum node', () => {
  let anvil: Anvil
  let token: AnvilToken
  let chain: Chain
  let follower: ChainFollower

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await AnvilToken.deploy(anvil)
    await anvil.mine(10)
  })
  afterAll(() => anvil.stop())
  beforeEach(async () => {
    chain = await openEthereum({ urls: [anvil.url], token: token.address, chainId: ANVIL_CHAIN_ID })
    follower = await ChainFollower.begin(chain, watchedOurs)
    await follower.catchUp()
  })

  it('has the facts of the settings', async () => {
    expect(await chain.verify(signal)).toEqual({
      chainId: ANVIL_CHAIN_ID,
      isTokenPaused: false,
      isTokenDeprecated: false,
    })
  })

  it('starts below the newest block by the confirmations of a payment', async () => {
    expect((await chain.head(signal)).number).toBe((await anvil.headNumber()) - 3)
  })

  it('reports a payment with its block, its log index and its signer', async () => {
    const payer = token.accounts[3] ?? ''
    await token.transfer(payer, 30n * MILLION)
    const txHash = await token.transfer(FIRST, 25n * MILLION, payer)
    await follower.catchUp()
    expect(follower.paid.at(-1)).toMatchObject({
      txHash,
      logIndex: 0,
      to: FIRST,
      value: usdt(25n * MILLION * 100n),
      block: follower.cursor,
    })
    expect(follower.paid.at(-1)?.from.toLowerCase()).toBe(payer)
    expect(follower.paid.at(-1)?.origin?.toLowerCase()).toBe(payer)
    expect(await chain.balanceAt(FIRST, follower.cursor, signal)).toBe(usdt(25n * MILLION * 100n))
  })

  it('reads many blocks in few steps, and no step skips one', async () => {
    const before = follower.steps.length
    await anvil.mine(30)
    await token.transfer(SECOND, 7n)
    await anvil.mine(120)
    await follower.catchUp()
    expect(follower.cursor.number).toBe(await anvil.headNumber())
    expect(follower.steps.length - before).toBeLessThanOrEqual(6)
    expect(follower.paid.filter(({ to }) => to === SECOND)).toHaveLength(1)
    const { block } = follower.paid.at(-1) ?? {}
    const read = await chain.rescan(
      { from: (block?.number ?? 0) - 2, to: (block?.number ?? 0) + 2 },
      watchedOurs,
      signal,
    )
    expect(read.transfers).toEqual(follower.paid.filter(({ to }) => to === SECOND))
  })

  it('separates ignored transfers from outgoing ones', async () => {
    await token.transfer(FIRST, 0n)
    await token.transfer(SECOND, 2n * MILLION)
    await anvil.call('anvil_impersonateAccount', [SECOND])
    await anvil.call('anvil_setBalance', [SECOND, '0xde0b6b3a7640000'])
    await token.transfer(CONTROL, MILLION, SECOND)
    await token.transfer(token.owner, MILLION, SECOND)
    await follower.catchUp()
    expect(follower.paid.map(({ to }) => to)).toEqual([SECOND])
    expect(follower.ignored).toMatchObject([
      { reason: 'zero_value', address: FIRST, value: 0n },
      { reason: 'internal', address: CONTROL, from: SECOND },
    ])
    expect(follower.outgoing.map(({ from, to }) => [from, to.toLowerCase()])).toEqual([
      [SECOND, CONTROL.toLowerCase()],
      [SECOND, token.owner],
    ])
  })

  it('reports admin events of the token, for all holders and for our addresses', async () => {
    await token.send('8456cb59')
    await token.send('3f4ba83a')
    await token.send('0ecb93c0', [FIRST])
    await token.send('0ecb93c0', [token.accounts[5] ?? ''])
    await token.send('f3bdc228', [FIRST])
    await token.send('e4997dc5', [FIRST])
    await token.send('c0324c77', [10n, 5n])
    await token.send('c0324c77', [0n, 0n])
    await follower.catchUp()
    const blocks = follower.adminEvents.map(({ block }) => block)
    const listed = (at: number) => chain.isBlacklisted?.(FIRST, blocks[at] ?? follower.cursor, signal)
    expect([await listed(1), await listed(2), await listed(3), await listed(4)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(follower.adminEvents.map(({ kind, address }) => [kind, address])).toEqual([
      ['paused', null],
      ['unpaused', null],
      ['blacklisted', FIRST],
      ['funds_destroyed', FIRST],
      ['unblacklisted', FIRST],
      ['fee_changed', null],
      ['fee_ended', null],
    ])
  })

  it('confirms a payment by its receipt', async () => {
    await token.transfer(FIRST, 3n * MILLION)
    await follower.catchUp()
    const paid = follower.paid.at(-1)
    if (!paid) throw new Error('no payment')
    const verdicts = (changes: object) =>
      chain.checkFinality([{ ...paid, ...changes }], follower.cursor, signal).then(([verdict]) => verdict)
    expect(await verdicts({})).toBe('final')
    expect(await verdicts({ txHash: `0x${'7'.repeat(64)}` })).toBe('pending')
    expect(await verdicts({ block: { ...paid.block, hash: `0x${'7'.repeat(64)}` } })).toBe('reorged')
    expect(await verdicts({ logIndex: 1 })).toBe('reorged')
    expect(await verdicts({ value: usdt(1n) })).toBe('reorged')
    expect(await verdicts({ to: SECOND })).toBe('reorged')
  })

  it('follows a reorganisation at the same height, and one that moves a payment', async () => {
    const txHash = await token.transfer(FIRST, 5n * MILLION)
    const raw = await anvil.call('eth_getRawTransactionByHash', [txHash])
    await anvil.mine(3)
    await follower.catchUp()
    const before = follower.cursor
    const found = () =>
      follower.paid.filter((paid) => paid.txHash === txHash).map(({ block }) => block.number)
    expect(found()).toEqual([before.number - 3])
    // The same transaction two blocks later, in a branch of the same length.
    await anvil.call('anvil_reorg', [4, [[raw, 2]]])
    // The node is right, and is asked for its branch at once.
    await expect(chain.balanceAt(FIRST, before, signal)).rejects.toThrow('differs from the recorded one')
    const step = await follower.step()
    const { number } = before
    expect(step).toMatchObject({ kind: 'rewind', after: { number: number - 4 }, to: { number } })
    expect(follower.cursor.hash).not.toBe(before.hash)
    expect(found()).toEqual([number - 1])
    await anvil.mine(1)
    expect(await follower.catchUp()).toMatchObject({ kind: 'idle' })
    expect(follower.cursor.number).toBe(number + 1)
  })

  it('reports a token without a blacklist, at blocks that have the token', async () => {
    const before = await chain.head(signal)
    const plain = await AnvilToken.deploy(anvil, 'FakeUsdt', 6n)
    const other = await openEthereum({ urls: [anvil.url], token: plain.address, chainId: ANVIL_CHAIN_ID })
    await other.verify(signal)
    const asked = (at: BlockRef) => other.isBlacklisted?.(FIRST, at, signal)
    await expect(asked(before)).rejects.toThrow(`no token contract at block ${before.number}`)
    await anvil.mine(3)
    await expect(asked(await other.head(signal))).rejects.toThrow(NoTokenBlacklist)
  })

  it('finds other tokens at an address, in as many calls as the node requires', async () => {
    const begin = (await anvil.headNumber()) + 1
    const fake = await AnvilToken.deploy(anvil, 'FakeUsdt', 6n)
    await fake.send('40c10f19', [fake.owner, 10n])
    const sent = [await fake.transfer(SECOND, 3n), await fake.transfer(SECOND, 4n)]
    await fake.transfer(FIRST, 1n)
    await token.transfer(SECOND, 2n)
    const asked: number[] = []
    const narrow = await RpcServer.start(async (method, params) => {
      if (method !== 'eth_getLogs') return anvil.call(method, [...params])
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      const span = Number(toBlock) - Number(fromBlock) + 1
      asked.push(span)
      if (span > 3) throw new RpcError(-32_005, 'query returned more than 10000 results')
      return anvil.call(method, [...params])
    })
    onTestFinished(() => narrow.close())
    const there = { urls: [narrow.url], token: token.address, chainId: ANVIL_CHAIN_ID }
    const other = await openEthereum(there)
    const found = await other.foreign?.({ address: SECOND, from: begin, to: begin + 6 }, signal)
    expect(found).toMatchObject([
      { txHash: sent[0], token: getAddress(fake.address), to: SECOND, value: 3n },
      { txHash: sent[1], token: getAddress(fake.address), to: SECOND, value: 4n },
    ])
    expect(asked).toEqual([7, 4, 2, 2, 3])
    expect(found?.map(({ block }) => block.number)).toEqual([begin + 2, begin + 3])
  })

  it('treats a lower head as lag', async () => {
    const state = { cursor: { ...follower.cursor, number: follower.cursor.number + 5 }, ring: [] }
    const step = await chain.next(state, watchedOurs, signal)
    expect(step).toMatchObject({ kind: 'idle' })
  })

  it('derives the addresses of the wallet, and rejects withdrawals to the token', () => {
    expect(chain.deriveAddress(1)).toBe(FIRST)
    expect(chain.parseDestination(token.address)).toBeUndefined()
    expect(chain.parseDestination(SECOND.toLowerCase())).toBe(SECOND)
  })
})
