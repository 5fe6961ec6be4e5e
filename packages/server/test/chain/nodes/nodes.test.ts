import { describe, expect, it } from 'vitest'
import { WrongChain } from '../../../src/domain/chain/chain.js'
import { CannedChain } from '../../support/nodes/canned-chain.js'
import { changedAnswer, cleanRead, readBy, startNetwork } from '../../support/nodes/canned-ethereum.js'

const signal = new AbortController().signal
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

type Answer = Record<string, unknown>
type Log = Record<string, unknown>

describe('nodes', () => {
  it('nodes with a dead first one are read from the second, and from the first again once it is healthy', async () => {
    const network = await startNetwork(2)
    const [first] = network.nodes
    first?.fail({ fault: { kind: 'reset' } })
    const follower = await network.follow()
    await network.untilHead(follower)
    first?.heal()
    for (let tick = 0; tick < 40; tick += 1) {
      network.now += 4_000
      await follower.step()
    }
    expect(network.events.filter(({ kind }) => kind === 'serving')).toHaveLength(2)
    network.truth.mine()
    await network.untilHead(follower, 1)
    expect(first?.methods.at(-1)).toBe('eth_getLogs')
  })

  it('nodes with a lagging first one are read from the second', async () => {
    const network = await startNetwork(2)
    network.nodes[0]?.become(network.truth.fork(10).answer)
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('nodes that are all dead for hours stop the network and lose nothing', async () => {
    const network = await startNetwork(2)
    for (const node of network.nodes) node.fail({ fault: { kind: 'reset' } })
    const follower = await network.follow()
    for (let hour = 0; hour < 6; hour += 1) {
      network.now += 3_600_000
      await expect(follower.step()).rejects.toThrow('no node is available')
    }
    network.truth.mineMany(60)
    for (const node of network.nodes) node.heal()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('one of which mixes headers of a branch with logs of another are read without it', async () => {
    const network = await startNetwork(2)
    const branch = network.truth.fork(20).mineMany(10)
    network.nodes[0]?.become((method, params) =>
      (method === 'eth_getLogs' ? branch : network.truth).answer(method, params),
    )
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('one of which omits a payment are read once more: the payment is late and not lost', async () => {
    const network = await startNetwork(2, 150)
    const [first] = network.nodes
    const hidden = network.truth.blocks[15]
    // It omits the payment from its logs, its header and its receipts.
    first?.become((method, params) => {
      const answer = network.truth.answer(method, params)
      if (method === 'eth_getLogs') {
        return (answer as Log[]).filter(({ blockNumber }) => blockNumber !== hidden?.number)
      }
      const isHeader = method === 'eth_getBlockByNumber' && params[0] === hidden?.number
      return isHeader ? { ...(answer as Answer), logsBloom: `0x${'0'.repeat(512)}` } : answer
    })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect([...readBy(follower)].sort()).toEqual([...cleanRead(network.truth)].sort())
  })
})

describe('a restart at every step', () => {
  it('changes nothing', async () => {
    const network = await startNetwork(2, 200)
    network.nodes[0]?.fail({ nth: 3, times: 4, fault: { kind: 'reset' } })
    const follower = await network.follow()
    for (let step = 0; step < 8; step += 1) {
      follower.chain = await network.open()
      await follower.step()
    }
    expect(follower.cursor.number).toBe(network.truth.head)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })
})

describe('at the start', () => {
  it.each([
    ['the wrong chain', changedAnswer('eth_chainId', () => '0x5'), /chain id 5, expected 99/],
    ['no contract', changedAnswer('eth_getCode', () => '0x'), /no contract at/],
    ['18 decimals', changedAnswer('eth_call', () => word(18)), /has 18 decimals, expected 6/],
    [
      'no decimals',
      { method: 'eth_call', fault: { kind: 'error', code: 3, message: 'execution reverted' } } as const,
      /has no decimals, expected 6/,
    ],
  ])('%s is known for what it is', async (_name, rule, message) => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail(rule)
    const chain = await network.open()
    const failure = await chain.verify(signal).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WrongChain)
    expect(`${failure}`).toMatch(message)
  })

  it('the wrong chain of a second node is detected as well', async () => {
    const network = await startNetwork(2)
    network.nodes[1]?.fail(changedAnswer('eth_chainId', () => '0x5'))
    await expect((await network.open()).verify(signal)).rejects.toThrow(WrongChain)
  })

  it('unreachable nodes do not count as a wrong chain', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail({ fault: { kind: 'reset' } })
    const failure = await (await network.open()).verify(signal).catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(WrongChain)
    expect(`${failure}`).toMatch(/no node is available/)
  })

  it('a node that serves another chain later is quarantined, and the cursor stays', async () => {
    const network = await startNetwork(1)
    const follower = await network.follow()
    await network.untilHead(follower)
    network.truth.mine()
    network.nodes[0]?.fail(changedAnswer('eth_chainId', () => '0x5'))
    network.now += 11 * 60_000
    await expect(follower.step()).rejects.toThrow('chain id 5, expected 99')
    expect(network.events.at(-1)).toMatchObject({ kind: 'quarantined' })
  })
})

describe('a reorganisation', () => {
  it('deeper than the stored blocks halts', async () => {
    const network = await startNetwork(1, 300)
    const follower = await network.follow()
    await network.untilHead(follower)
    const other = network.truth.fork(20)
    while (other.head < network.truth.head + 1) other.mine([], 'other')
    network.nodes[0]?.become(other.answer)
    expect(await follower.step()).toMatchObject({
      kind: 'halt',
      why: expect.stringContaining('other blocks'),
    })
  })

  it('a reorganisation as deep as the stored blocks is followed', async () => {
    const network = await startNetwork(1, 300)
    const follower = await network.follow()
    await network.untilHead(follower)
    const other = new CannedChain(network.truth.blocks.slice(0, 46))
    while (other.head < network.truth.head + 1) other.mine([], 'other')
    network.nodes[0]?.become(other.answer)
    expect(await follower.step()).toMatchObject({ kind: 'rewind', after: { number: 45 } })
    await follower.catchUp()
    expect(readBy(follower)).toEqual(cleanRead(other))
  })
})
