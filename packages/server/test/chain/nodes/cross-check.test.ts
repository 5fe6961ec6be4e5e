import { describe, expect, it } from 'vitest'
import type { RpcRule } from '../../../../../test-support/nodes/rpc-server.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import { clockOf } from '../../../src/runtime/clock.js'
import type { ChainFollower } from '../../support/chain/chain-follower.js'
import { CannedChain } from '../../support/nodes/canned-chain.js'
import { type CannedNetwork, startNetwork } from '../../support/nodes/canned-ethereum.js'
import { OURS } from '../../support/nodes/ethereum.js'

const MINUTE = 60_000
const signal = new AbortController().signal
const [, PAYEE = ''] = OURS

/** Changes every receipt. */
const receipts = (change: (receipt: Record<string, unknown>) => unknown): RpcRule => ({
  method: 'eth_getTransactionReceipt',
  fault: { kind: 'answer', change },
})
/** Reports a head that many blocks too high. */
const announcing = (more: number): RpcRule => ({
  method: 'eth_getBlockByNumber',
  fault: {
    kind: 'answer',
    change: (block: { number: string }, [tag]) =>
      tag === 'latest' ? { ...block, number: `0x${(Number(block.number) + more).toString(16)}` } : block,
  },
})
const withoutBloom = (block: object) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })
const DEAD: RpcRule = { fault: { kind: 'reset' } }
const OTHER_HASH = `0x${'7'.repeat(64)}`

/** A chain of the same length and chain id that shares no block. */
function foreignTo({ truth }: CannedNetwork): CannedChain {
  const [genesis] = truth.blocks
  if (!genesis) throw new Error('an empty chain')
  return new CannedChain([{ ...genesis, hash: OTHER_HASH }]).mineMany(truth.head)
}

async function begin(
  count: number,
): Promise<{ network: CannedNetwork; follower: ChainFollower; paid: SeenTransfer }> {
  const network = await startNetwork(count)
  const follower = await network.follow()
  await network.untilHead(follower)
  const [paid] = follower.paid
  if (!paid) throw new Error('nothing is paid')
  return { network, follower, paid }
}

describe('a credit', () => {
  const settle = ({ chain, cursor }: ChainFollower, ...asked: SeenTransfer[]) =>
    chain.checkFinality(asked, cursor, signal)

  it('is final when two nodes return the same receipt', async () => {
    const { follower, paid } = await begin(2)
    expect(await settle(follower, paid)).toEqual(['final'])
  })

  it.each([
    ['another block', receipts((receipt) => ({ ...receipt, blockHash: OTHER_HASH }))],
    ['a failure', receipts((receipt) => ({ ...receipt, status: '0x0' }))],
    ['no such log', receipts((receipt) => ({ ...receipt, logs: [] }))],
  ])('is disputed while the second one reports %s, and final once they agree', async (_name, rule) => {
    const { network, follower, paid } = await begin(2)
    network.nodes[1]?.fail(rule)
    for (let hour = 0; hour < 24; hour += 1) {
      network.now += 60 * MINUTE
      expect(await settle(follower, paid)).toEqual(['conflicting'])
    }
    network.nodes[1]?.heal()
    expect(await settle(follower, paid)).toEqual(['final'])
  })

  it('waits for a second node that has no receipt yet', async () => {
    const { network, follower, paid } = await begin(2)
    network.nodes[1]?.fail(receipts(() => null))
    expect(await settle(follower, paid)).toEqual(['pending'])
  })

  it('is not final where the first node contradicts it, whatever the second reports', async () => {
    const { network, follower, paid } = await begin(2)
    network.nodes[0]?.fail(receipts((receipt) => ({ ...receipt, blockHash: OTHER_HASH })))
    expect(await settle(follower, paid)).toEqual(['reorged'])
  })

  it('delays no other that both agree on', async () => {
    const { network, follower, paid } = await begin(2)
    const [, other] = follower.paid
    if (!other) throw new Error('one payment alone')
    const isOther = ({ transactionHash }: Record<string, unknown>) => transactionHash === other.txHash
    network.nodes[1]?.fail(
      receipts((receipt) => (isOther(receipt) ? { ...receipt, status: '0x0' } : receipt)),
    )
    expect(await settle(follower, paid, other)).toEqual(['final', 'conflicting'])
  })

  it('needs one node where the second was down for ten minutes, and that is counted', async () => {
    const { network, follower, paid } = await begin(2)
    const singles = () => network.events.filter(({ kind }) => kind === 'single_node').length
    network.nodes[1]?.fail(DEAD)
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await settle(follower, paid)).toEqual(['pending'])
      network.now += MINUTE
    }
    network.now -= 1
    expect(await settle(follower, paid)).toEqual(['pending'])
    expect(singles()).toBe(0)
    network.now += 1
    expect(await settle(follower, paid)).toEqual(['final'])
    expect(singles()).toBe(1)
  })

  it('needs one node where the second returns blocks for ten minutes, and no receipt', async () => {
    const { network, follower, paid } = await begin(2)
    const noReceipts = { kind: 'error', code: -32_000, message: 'internal error' } as const
    network.nodes[1]?.fail({ method: 'eth_getTransactionReceipt', fault: noReceipts })
    const told: string[] = []
    for (let minute = 0; minute <= 11; minute += 1) {
      network.now += MINUTE
      // It probes whether the other one keeps up, and it does.
      await follower.step()
      told.push(...(await settle(follower, paid)))
    }
    expect(told.slice(0, 10)).toEqual(Array(10).fill('pending'))
    expect(told.at(-1)).toBe('final')
  })

  it('waits another ten minutes for a second node after a long time without requests', async () => {
    const { network, follower, paid } = await begin(2)
    network.nodes[1]?.fail(DEAD)
    expect(await settle(follower, paid)).toEqual(['pending'])
    network.now += 60 * MINUTE
    expect(await settle(follower, paid)).toEqual(['pending'])
  })

  it('asks the second node again as soon as it is back', async () => {
    const { network, follower, paid } = await begin(2)
    network.nodes[1]?.fail(DEAD)
    expect(await settle(follower, paid)).toEqual(['pending'])
    network.nodes[1]?.heal()
    network.nodes[1]?.fail(receipts((receipt) => ({ ...receipt, status: '0x0' })))
    network.now += 60 * MINUTE
    expect(await settle(follower, paid)).toEqual(['conflicting'])
  })

  it('asks a third node where the second is gone', async () => {
    const { network, follower, paid } = await begin(3)
    network.nodes[1]?.fail(DEAD)
    expect(await settle(follower, paid)).toEqual(['final'])
    expect(network.nodes[2]?.methods).toContain('eth_getTransactionReceipt')
  })

  it('is checked at a node that lags only by the claim of the other', async () => {
    const { network, follower, paid } = await begin(2)
    const at = () => follower.cursor.timeAt + MINUTE
    follower.chain = await network.open({ clock: clockOf(at) })
    const [honest, boaster] = network.nodes
    // Only the node that claims to be far ahead has the payment.
    honest?.fail(receipts((receipt) => ({ ...receipt, logs: [] })))
    boaster?.fail(announcing(10))
    const told: string[] = []
    for (let minutes = 0; minutes < 30; minutes += 1) {
      network.now += MINUTE
      told.push(...(await settle(follower, paid)))
    }
    expect(told).not.toContain('final')
    expect(told.at(-1)).toBe('conflicting')
  })

  it('needs one node where the second lags by its own head', async () => {
    const { network, follower, paid } = await begin(2)
    const at = () => follower.cursor.timeAt + 60 * MINUTE
    follower.chain = await network.open({ clock: clockOf(at) })
    network.nodes[1]?.become(network.truth.fork(4).answer)
    const told: string[] = []
    for (let minutes = 0; minutes < 30; minutes += 1) {
      network.now += MINUTE
      told.push(...(await settle(follower, paid)))
    }
    expect(told).toContain('pending')
    expect(told.at(-1)).toBe('final')
  })

  it.each([
    ['every few seconds', 4_000],
    ['every two and a half minutes', 150_000],
  ])(
    'needs one node where the second has another history, asked %s, and is disputed at once',
    async (_, tickMs) => {
      const { network, follower, paid } = await begin(2)
      network.nodes[1]?.become(foreignTo(network).answer)
      const told: string[] = []
      const begunAt = network.now
      for (let isPaid = false; !isPaid && network.now - begunAt < 60 * MINUTE; network.now += tickMs) {
        await follower.step()
        const [finality = ''] = await settle(follower, paid)
        told.push(finality)
        isPaid = finality === 'final'
      }
      expect([told.at(-1), network.now - begunAt <= 11 * MINUTE + tickMs]).toEqual(['final', true])
      expect(new Set(told.slice(0, -1))).toEqual(new Set(['conflicting']))
      const quarantined = network.events.filter(({ kind }) => kind === 'quarantined')
      expect(quarantined[0]).toMatchObject({ why: expect.stringContaining('another history') })
    },
  )

  it('is disputed for good where the second shares the history and has another block', async () => {
    const { network, follower, paid } = await begin(2)
    const { truth } = network
    const before = paid.block.number - 1
    const branch = truth.fork(before).mineMany(truth.head - before)
    network.nodes[1]?.become(branch.answer)
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await settle(follower, paid)).toEqual(['conflicting'])
      network.now += MINUTE
    }
  })

  it('is confirmed by a third node where the second has another history', async () => {
    const { network, follower, paid } = await begin(3)
    network.nodes[1]?.become(foreignTo(network).answer)
    expect(await settle(follower, paid)).toEqual(['final'])
  })

  it('asks another node where the first announces blocks that it does not have', async () => {
    const { network, follower, paid } = await begin(2)
    const unknown = { kind: 'error', code: -32_000, message: 'header not found' } as const
    network.nodes[0]?.fail({ method: 'eth_getTransactionReceipt', fault: unknown })
    expect(await settle(follower, paid)).toEqual(['pending'])
    network.nodes[0]?.heal()
    network.now += MINUTE
    expect(await settle(follower, paid)).toEqual(['final'])
  })

  it('needs no second node where there is only one', async () => {
    const { network, follower, paid } = await begin(1)
    expect(await settle(follower, paid)).toEqual(['final'])
    expect(network.events).toEqual([])
  })
})

describe('a rewind', () => {
  /** A branch that replaces the last three blocks, one block longer, without the payment in the newest. */
  function branchOf({ truth }: CannedNetwork) {
    const branch = truth.fork(truth.head - 3)
    return branch.mine([{ to: PAYEE, value: 77n }], 'branch').mineMany(3)
  }

  it('waits until the second node has the branch too', async () => {
    const { network, follower } = await begin(2)
    const branch = branchOf(network)
    const before = follower.cursor
    network.nodes[0]?.become(branch.answer)
    expect(await follower.step()).toMatchObject({ kind: 'idle', why: expect.stringContaining('second node') })
    expect(follower.cursor).toEqual(before)
    network.nodes[1]?.become(branch.answer)
    expect(await follower.step()).toMatchObject({ kind: 'rewind', transfers: [{ value: 7_700n }] })
  })

  it('a rewind of a single node never happens: the node is quarantined, and the other one serves', async () => {
    const { network, follower } = await begin(2)
    network.nodes[0]?.become(branchOf(network).answer)
    network.truth.mineMany(2)
    for (let tick = 0; tick < 30; tick += 1) {
      network.now += 4_000
      await follower.step()
    }
    expect(follower.steps.map(({ kind }) => kind)).not.toContain('rewind')
    expect(network.events).toContainEqual(expect.objectContaining({ kind: 'quarantined' }))
    expect(follower.cursor.hash).toBe(network.truth.blocks.at(-1)?.hash)
  })

  it.each([
    ['still has our blocks', 0],
    ['has no such block yet', 3],
  ])('is no dispute with a second node that %s', async (_, missing) => {
    const { network, follower } = await begin(2)
    const { truth } = network
    const behind = truth.fork(truth.head - missing)
    network.nodes[0]?.become(branchOf(network).answer)
    network.nodes[1]?.become(behind.answer)
    expect(await follower.step()).toMatchObject({ kind: 'idle', doubt: 'unconfirmed' })
  })

  it('a rewind to a third branch waits as well', async () => {
    const { network, follower } = await begin(2)
    network.nodes[0]?.become(branchOf(network).answer)
    network.nodes[1]?.become(
      network.truth
        .fork(network.truth.head - 3)
        .mine([], 'third')
        .mineMany(3).answer,
    )
    for (let tick = 0; tick < 30; tick += 1) {
      network.now += 4_000
      expect(await follower.step()).toMatchObject({ kind: 'idle', doubt: 'conflicting' })
    }
  })

  it('is accepted from one node after ten minutes without another', async () => {
    const { network, follower } = await begin(2)
    network.nodes[0]?.become(branchOf(network).answer)
    network.nodes[1]?.fail(DEAD)
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await follower.step()).toMatchObject({ kind: 'idle', doubt: 'unconfirmed' })
      network.now += MINUTE
    }
    expect(await follower.step()).toMatchObject({ kind: 'rewind' })
    expect(network.events).toContainEqual({ kind: 'single_node' })
  })

  it('is not accepted from a node that serves another chain', async () => {
    const { network, follower } = await begin(1)
    network.nodes[0]?.become(branchOf(network).answer)
    network.nodes[0]?.fail({ method: 'eth_chainId', fault: { kind: 'answer', change: () => '0x5' } })
    await expect(follower.step()).rejects.toThrow('chain id 5')
    expect(follower.steps.map(({ kind }) => kind)).not.toContain('rewind')
  })
})

describe('rescanned blocks', () => {
  it('are read from another node than the serving one, which may omit a payment', async () => {
    const network = await startNetwork(2)
    const [first] = network.nodes
    first?.fail({ method: 'eth_getLogs', fault: { kind: 'answer', change: () => [] } })
    first?.fail({ method: 'eth_getBlockByNumber', fault: { kind: 'answer', change: withoutBloom } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(follower.paid).toEqual([])
    const { transfers } = await follower.chain.rescan({ from: 1, to: 20 }, follower.watched, signal)
    expect(transfers.map(({ block }) => block.number)).toEqual([5, 10, 15, 20])
  })
})
