import { describe, expect, it } from 'vitest'
import type { RpcRule } from '../../../../test-support/rpc-server.js'
import { WrongChain } from '../../src/domain/chains.js'
import { CannedChain } from '../support/canned-chain.js'
import { type CannedNetwork, cleanRead, readBy, startNetwork } from '../support/canned-ethereum.js'

const signal = new AbortController().signal
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

type Answer = Record<string, unknown>
type Log = Record<string, unknown>

const changed = (
  method: string,
  change: (result: never, params: readonly unknown[]) => unknown,
): RpcRule => ({
  method,
  fault: { kind: 'answer', change },
})
const changedLogs = (change: (log: Log) => Log): RpcRule =>
  changed('eth_getLogs', (logs: Log[]) => logs.map(change))

/** Whatever a node does wrong, all the time, in place of its answers, and what is said of it then. */
const BAD_ANSWERS: Readonly<Record<string, readonly [why: string, ...rules: RpcRule[]]>> = {
  '429 without a time': ['limited HTTP 429', { fault: { kind: 'status', status: 429 } }],
  '429 with a time': [
    'limited HTTP 429',
    { fault: { kind: 'status', status: 429, headers: { 'retry-after': '2' } } },
  ],
  '403': ['limited HTTP 403', { fault: { kind: 'status', status: 403 } }],
  '401': ['refused HTTP 401', { fault: { kind: 'status', status: 401 } }],
  '503 with HTML': ['broken HTTP 503', { fault: { kind: 'status', status: 503, body: '<h1>Oh</h1>' } }],
  'HTML with 200': [
    'broken <h1>Hello</h1>',
    { fault: { kind: 'status', status: 200, body: '<h1>Hello</h1>' } },
  ],
  'a redirect': [
    'broken HTTP 307',
    { fault: { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } } },
  ],
  'a reset': ['broken ECONNRESET', { fault: { kind: 'reset' } }],
  'cut JSON': ['broken {"jsonrpc":"2.0","id', { fault: { kind: 'cut' } }],
  'an answer that is missing in its batch': [
    'broken the batch has not one answer per call',
    { method: 'eth_getBlockByNumber', nth: 5, fault: { kind: 'drop' } },
  ],
  'a rate limit as an error': [
    'limited eth_chainId: -32005 request rate limited',
    { fault: { kind: 'error', code: -32_005, message: 'request rate limited' } },
  ],
  'the server error': [
    'broken eth_chainId: -32000 internal error',
    { fault: { kind: 'error', code: -32_000, message: 'internal error' } },
  ],
  'a method that it does not have': [
    'refused eth_getLogs: -32601 the method does not exist',
    { method: 'eth_getLogs', fault: { kind: 'error', code: -32_601, message: 'the method does not exist' } },
  ],
  'pruned history': [
    'broken eth_getLogs: 4444 pruned history unavailable',
    {
      method: 'eth_getLogs',
      fault: { kind: 'error', code: 4_444, message: 'pruned history unavailable' },
    },
  ],
  'no block in the middle': [
    'broken block 7: not there',
    changed('eth_getBlockByNumber', (block, [tag]) => (tag === '0x7' ? null : block)),
  ],
  'another block than the one asked for': [
    'broken block 1: the answer is 3',
    changed('eth_getBlockByNumber', (block: Answer) => ({ ...block, number: '0x3' })),
  ],
  'a number that is none': [
    'broken block latest: not of the shape it must have',
    changed('eth_getBlockByNumber', (block: Answer) => ({ ...block, timestamp: '0x0a' })),
  ],
  'a hash that is too short': [
    'broken block latest: not of the shape it must have',
    changed('eth_getBlockByNumber', (block: Answer) => ({ ...block, hash: '0x1234' })),
  ],
  'a block from the future': [
    'broken block latest: its time is to come',
    changed('eth_getBlockByNumber', (block: Answer) => ({ ...block, timestamp: '0xffffffffff' })),
  ],
  'a block that is older than its parent': [
    'broken block 6: older than its parent',
    changed('eth_getBlockByNumber', (block: Answer, [tag]) =>
      tag === '0x6' ? { ...block, timestamp: '0x1' } : block,
    ),
  ],
  'blocks that do not hang together': [
    'broken block 6: not on top of the block before it',
    changed('eth_getBlockByNumber', (block: Answer, [tag]) =>
      tag === '0x6' ? { ...block, hash: word(6), parentHash: word(5) } : block,
    ),
  ],
  'nothing for blocks that it has not indexed, and no receipts': [
    'broken receipts of block 5: 1 are missing',
    changed('eth_getLogs', () => []),
    changed('eth_getBlockReceipts', () => []),
  ],
  'logs that were removed': [
    'broken a log of block 5: removed',
    changedLogs((log) => ({ ...log, removed: true })),
  ],
  'logs without a block': [
    'broken a log of block 5: of another branch',
    changedLogs((log) => ({ ...log, blockHash: null })),
  ],
  'logs of another branch': [
    'broken a log of block 5: of another branch',
    changedLogs((log) => ({ ...log, blockHash: word(1) })),
  ],
  'logs from outside the range': [
    'broken a log is of a block that was not asked for',
    changedLogs((log) => ({ ...log, blockNumber: '0xffff' })),
  ],
  'logs of another contract': [
    'broken a log of block 5: of another contract',
    changedLogs((log) => ({ ...log, address: `0x${'77'.repeat(20)}` })),
  ],
  'logs of another event': [
    'broken a log of block 5: of an event that was not asked for',
    changedLogs((log) => ({ ...log, topics: [word(1)] })),
  ],
  'a log twice': [
    'broken a log of block 5: there twice',
    changed('eth_getLogs', (logs: Log[]) => [...logs, ...logs]),
  ],
  'logs that the header excludes': [
    "broken a log of block 5: the block's header excludes it",
    changed('eth_getBlockByNumber', (block: Answer) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })),
  ],
  'no receipt for what it logs': [
    'tells another story than its log',
    changed('eth_getTransactionReceipt', () => null),
  ],
  'a receipt of another block': [
    'tells another story than its log',
    changed('eth_getTransactionReceipt', (receipt: Answer) => ({ ...receipt, blockHash: word(1) })),
  ],
  'a receipt of a failure': [
    'tells another story than its log',
    changed('eth_getTransactionReceipt', (receipt: Answer) => ({ ...receipt, status: '0x0' })),
  ],
}

const faultsOf = ({ events }: CannedNetwork): string =>
  events.flatMap((event) => (event.kind === 'fault' ? `${event.failure} ${event.why}` : [])).join('\n')

describe('a node that answers badly', () => {
  for (const [name, [why, ...rules]] of Object.entries(BAD_ANSWERS)) {
    it(`is left for the next one: ${name}`, async () => {
      const network = await startNetwork(2)
      const [bad] = network.nodes
      for (const rule of rules) bad?.fail(rule)
      const follower = await network.follow()
      await network.untilHead(follower)
      expect(readBy(follower)).toEqual(cleanRead(network.truth))
      expect(faultsOf(network)).toContain(why)
    })
  }

  it.each(['429 without a time', 'cut JSON', 'logs of another branch'])(
    'stops nothing for ever when it is the only one: %s',
    async (name) => {
      const network = await startNetwork(1)
      const [why = '', ...rules] = BAD_ANSWERS[name] ?? []
      for (const rule of rules) network.nodes[0]?.fail(rule)
      const follower = await network.follow()
      await expect(network.untilHead(follower, 20)).rejects.toThrow('the cursor stays at block 0')
      expect(follower.paid).toEqual([])
      expect(faultsOf(network)).toContain(why)
      network.nodes[0]?.heal()
      await network.untilHead(follower)
      expect(readBy(follower)).toEqual(cleanRead(network.truth))
    },
  )

  it('is left when it does not answer in time', async () => {
    const network = await startNetwork(2)
    network.nodes[0]?.fail({ fault: { kind: 'hang' } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toContainEqual(
      expect.objectContaining({ kind: 'fault', failure: 'broken', why: 'no answer in time' }),
    )
  })

  it('is asked for less when it says that it is too much, down to one block', async () => {
    const network = await startNetwork(1)
    const message = 'query returned more than 10000 results'
    network.nodes[0]?.fail({ method: 'eth_getLogs', fault: { kind: 'error', code: -32_005, message } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toEqual([])
  })

  it('is asked one by one when it takes no batches', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail({ fault: { kind: 'refuse_batch' } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toEqual([])
  })

  it('is asked for receipts where it tells nothing of a block that holds something', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail(changed('eth_getLogs', () => []))
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('is asked for each receipt where it cannot tell those of a block', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail(changed('eth_getLogs', () => []))
    network.nodes[0]?.fail({
      method: 'eth_getBlockReceipts',
      fault: { kind: 'error', code: -32_601, message: 'the method does not exist' },
    })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })
})

describe('nodes of which', () => {
  it('the first is dead are read from the second, and from the first again once it is well', async () => {
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

  it('the first lags are read from the second', async () => {
    const network = await startNetwork(2)
    network.nodes[0]?.become(network.truth.fork(10).answer)
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('all are dead for hours stand still and lose nothing', async () => {
    const network = await startNetwork(2)
    for (const node of network.nodes) node.fail({ fault: { kind: 'reset' } })
    const follower = await network.follow()
    for (let hour = 0; hour < 6; hour += 1) {
      network.now += 3_600_000
      await expect(follower.step()).rejects.toThrow('no node can serve this')
    }
    network.truth.mineMany(60)
    for (const node of network.nodes) node.heal()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('one has the headers of a branch and the logs of another: it is left', async () => {
    const network = await startNetwork(2)
    const branch = network.truth.fork(20).mineMany(10)
    network.nodes[0]?.become((method, params) =>
      (method === 'eth_getLogs' ? branch : network.truth).answer(method, params),
    )
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('one kept back a payment are read once more: it comes in late, and is not lost', async () => {
    const network = await startNetwork(2, 140)
    const [first] = network.nodes
    const hidden = network.truth.blocks[15]
    // It hides the payment from its logs, from its header and from its receipts.
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
    ['the wrong chain', changed('eth_chainId', () => '0x5'), /chain id 5, expected 99/],
    ['no contract', changed('eth_getCode', () => '0x'), /no contract at/],
    ['18 decimals', changed('eth_call', () => word(18)), /has 18 decimals, expected 6/],
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

  it('the wrong chain of a second node is known as well', async () => {
    const network = await startNetwork(2)
    network.nodes[1]?.fail(changed('eth_chainId', () => '0x5'))
    await expect((await network.open()).verify(signal)).rejects.toThrow(WrongChain)
  })

  it('nodes out of reach are no wrong chain', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail({ fault: { kind: 'reset' } })
    const failure = await (await network.open()).verify(signal).catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(WrongChain)
    expect(`${failure}`).toMatch(/no node can serve this/)
  })

  it('a node that serves another chain later is out, and the cursor stays', async () => {
    const network = await startNetwork(1)
    const follower = await network.follow()
    await network.untilHead(follower)
    network.truth.mine()
    network.nodes[0]?.fail(changed('eth_chainId', () => '0x5'))
    network.now += 11 * 60_000
    await expect(follower.step()).rejects.toThrow('chain id 5, expected 99')
    expect(network.events.at(-1)).toMatchObject({ kind: 'out' })
  })
})

describe('a reorganisation', () => {
  it('deeper than what is remembered halts', async () => {
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

  it('as deep as what is remembered is followed', async () => {
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
