import { describe, expect, it } from 'vitest'
import { listAttention } from '../../../src/domain/attention/attention.js'
import { isWaiting } from '../../../src/domain/attention/attention-item.js'
import type { NodeReport } from '../../../src/domain/chain/node-report.js'
import type { Environment } from '../../../src/domain/shared/types.js'
import { nodeWatch } from '../../../src/workers/chain/node-watch.js'
import { begin } from '../../support/withdrawals/scripted-sender.js'

const MINUTE_MS = 60_000
const { signal } = new AbortController()

/** A network whose nodes a test puts into trouble. */
async function watch(environment: Environment, count: number) {
  const { store, context, clock, chain } = await begin()
  const nodes = Array.from({ length: count }, (_, at) => ({
    name: `host-${at + 1}`,
    trouble: undefined as string | undefined,
    callsLeft: undefined as number | undefined,
  }))
  const report = ({ trouble, ...node }: (typeof nodes)[number]): NodeReport => ({
    ...{ ...node, trouble, isAble: trouble === undefined, balances: 0 },
    ...{ requests: new Map(), faults: new Map() },
  })
  const status = () => ({ singleNodeConfirmations: 0, nodes: nodes.map(report) })
  const worker = nodeWatch(store, context, { ...chain, environment, nodes: status })
  const pass = async (minutes: number) => {
    for (let n = 0; n < minutes; n += 1) {
      await worker.tick(signal)
      clock.businessAt += MINUTE_MS
    }
    await worker.tick(signal)
    return store.read((tx) => listAttention(tx, context))
  }
  return { nodes, pass }
}

describe('a node in trouble', () => {
  it('is an item of attention after ten minutes, until it works again', async () => {
    const { nodes, pass } = await watch('test', 2)
    const [first, second] = nodes
    if (!first || !second) throw new Error('two nodes')
    first.trouble = 'HTTP 401'
    expect(await pass(9)).toEqual([])
    expect(await pass(1)).toMatchObject([
      { kind: 'node_failing', text: 'node 1 host-1: HTTP 401', command: 'merchantpay-server nodes check' },
    ])
    second.callsLeft = 0
    expect(await pass(10)).toMatchObject([
      { text: 'node 1 host-1: HTTP 401; node 2 host-2: no calls left today (UTC)' },
    ])
    first.trouble = undefined
    second.callsLeft = 90_000
    expect(await pass(0)).toEqual([])
  })

  it('that recovers within ten minutes is none', async () => {
    const { nodes, pass } = await watch('test', 2)
    for (const trouble of ['slow', undefined, 'slow', undefined]) {
      Object.assign(nodes[0] ?? {}, { trouble })
      expect(await pass(6)).toEqual([])
    }
  })
})

describe('a live network', () => {
  it('says that no second node confirms its payments, and waits for a person only where one fails', async () => {
    const { pass } = await watch('live', 1)
    const items = await pass(0)
    expect(items).toMatchObject([
      { kind: 'node_alone', text: 'the settings have one node, and no second one confirms payments' },
    ])
    expect(items.filter(isWaiting)).toEqual([])
    const two = await watch('live', 2)
    expect(await two.pass(20)).toEqual([])
    Object.assign(two.nodes[1] ?? {}, { trouble: '9 blocks behind' })
    expect((await two.pass(10)).map(({ kind, text }) => `${kind}: ${text}`).toSorted()).toEqual([
      'node_alone: no second node answers, and payments are credited on the word of one',
      'node_failing: node 2 host-2: 9 blocks behind',
    ])
  })
})
