import { describe, expect, it } from 'vitest'
import { FEWEST_WHOLE_BLOCKS } from '../../../src/chain/trc20/trc20-whole-blocks.js'
import { GENESIS_AT } from '../../support/chain/trc20-completeness.js'
import { CannedTronNetwork, forkAt } from '../../support/nodes/canned-tron.js'
import { nodesAt } from '../../support/nodes/node-access.js'

const signal = new AbortController().signal
const MINUTE = 60_000
const OUT_MS = 11 * MINUTE
const DAY_MS = 86_400_000

describe('several TRON nodes', () => {
  it('serve while the first of them is dead, and all of them after an outage', async () => {
    const network = new CannedTronNetwork(2)
    network.dead.add(0)
    const follower = await network.follow()
    network.mine(10, 2)
    await network.ticks(follower, 3)
    expect(follower.credited.size).toBe(0)
    expect(follower.scan.paid).toHaveLength(2)
    network.dead.add(1)
    network.mine(7_200, 3)
    await network.ticks(follower, 20, MINUTE)
    expect(follower.scan.paid).toHaveLength(2)
    network.dead.clear()
    await network.ticks(follower, 160)
    expect(follower.scan.paid).toHaveLength(5)
    expect(follower.credited.size).toBe(5)
    expect(follower.scan.cursor.number).toBe(network.at(0).head.number)
  })

  it('credit on the report of one when no other can answer for ten minutes', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    network.mine(3, 1)
    network.dead.add(1)
    await network.ticks(follower, 9, MINUTE)
    expect(follower.credited.size).toBe(0)
    await network.ticks(follower, 3, MINUTE)
    expect(follower.credited.size).toBe(1)
    expect(network.events.some(({ kind }) => kind === 'single_node')).toBe(true)
  })

  it('credit nothing while they disagree on a transaction, however long', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    network.mine(3, 1)
    const info = 'walletsolidity/gettransactioninfobyid'
    network.at(1).fault = ({ path, answer }) => {
      if (path !== info) return undefined
      const failed = { ...(answer as object), receipt: { result: 'REVERT' }, result: 'FAILED' }
      return { status: 200, text: JSON.stringify(failed) }
    }
    await network.ticks(follower, 60, MINUTE)
    expect(follower.scan.paid).toHaveLength(1)
    expect(follower.credited.size).toBe(0)
    const verdicts = await follower.scan.chain.checkFinality(follower.scan.paid, follower.scan.cursor, signal)
    expect(verdicts).toEqual(['conflicting'])
    network.at(1).fault = undefined
    await network.ticks(follower, 2, MINUTE)
    expect(follower.credited.size).toBe(1)
  })

  it('quarantine the one whose solidified blocks differ from all others', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    network.mine(4, 1)
    await network.ticks(follower, 2)
    forkAt(network.at(0), follower.scan.cursor.number)
    await network.ticks(follower, 3)
    expect(follower.halted).toBeUndefined()
    expect(network.events.filter(({ kind }) => kind === 'quarantined')).not.toEqual([])
    network.at(1).mine([])
    await network.ticks(follower, 3)
    expect(follower.scan.cursor).toMatchObject({ hash: network.at(1).head.id })
  })

  it.each([1, 2])('halt when a solidified block was replaced (%i nodes)', async (count) => {
    const network = new CannedTronNetwork(count)
    const follower = await network.follow()
    network.mine(4)
    await network.ticks(follower, 2)
    const { cursor } = follower.scan
    for (const node of network.nodes) forkAt(node, cursor.number)
    network.mine(1)
    await network.ticks(follower, 3)
    expect(follower.halted).toContain(`solidified block ${cursor.number}`)
    expect(follower.scan.cursor).toEqual(cursor)
  })

  it('halt within ten ticks when the chain was replaced, however long it is', async () => {
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    for (let look = 0; look < 15; look += 1) {
      network.mine(3)
      await network.ticks(follower, 1)
    }
    forkAt(network.at(0), 2)
    for (let look = 0; look < 10 && !follower.halted; look += 1) {
      network.mine(3)
      await network.ticks(follower, 1)
    }
    expect(follower.halted).toContain('solidified block')
  })

  it('reject an empty block whose id contradicts that', async () => {
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    network.mine(3, 1)
    const unknown: Readonly<Record<string, string>> = {
      'walletsolidity/gettransactioninfobyblocknum': '[]',
      'walletsolidity/gettransactioncountbyblocknum': '{"count":0}',
    }
    network.at(0).fault = ({ path }) => {
      const text = unknown[path]
      return text === undefined ? undefined : { status: 200, text }
    }
    const { cursor } = follower.scan
    await network.ticks(follower, 3, MINUTE)
    expect(follower.scan.cursor).toEqual(cursor)
    network.at(0).fault = undefined
    await network.ticks(follower, 2, MINUTE)
    expect(follower.credited.size).toBe(1)
  })

  it('change nothing while the first of them lags behind the ledger', async () => {
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    network.mine(15)
    await network.ticks(follower, 1)
    const { cursor } = follower.scan
    network.at(0).solidLag = 10
    await network.ticks(follower, 3)
    expect(follower.scan.cursor).toEqual(cursor)
    expect(follower.halted).toBeUndefined()
    network.at(0).solidLag = 0
    network.mine(5, 1)
    await network.ticks(follower, 2)
    expect(follower.credited.size).toBe(1)
  })

  it('skip one of another network, also when it changes later', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    network.mine(3, 1)
    await network.ticks(follower, 1)
    network.at(0).fault = ({ params, answer }) =>
      params.id_or_num === '0'
        ? { status: 200, text: JSON.stringify(answer).replace('cd8690dc', 'deadbeef') }
        : undefined
    network.mine(3, 1)
    await network.ticks(follower, 3, OUT_MS)
    expect(follower.scan.paid).toHaveLength(2)
    const out = network.events.filter(({ kind }) => kind === 'quarantined')
    expect(out[0]).toMatchObject({ node: 'tron.test:1', why: 'chain id 3735928559, expected 3448148188' })
  })

  it('continue on the next day where the daily budget is used up, and skip no block', async () => {
    const network = new CannedTronNetwork(1)
    network.time.at = GENESIS_AT + 2 * DAY_MS
    const follower = await network.follow({}, { callsPerDay: 120 })
    network.mine(100, 100)
    await network.ticks(follower, 5)
    expect(network.at(0).callCount).toBeLessThanOrEqual(120)
    expect(follower.scan.cursor.number).toBeLessThan(network.at(0).head.number)
    follower.scan.chain = await network.open({}, { callsPerDay: 1_000 })
    await network.ticks(follower, 5, DAY_MS)
    expect(follower.credited.size).toBe(100)
    expect(follower.scan.cursor.number).toBe(network.at(0).head.number)
  })

  it('read several blocks with fewer calls from behind, and wait for several where the calls of the day run short', async () => {
    const network = new CannedTronNetwork(1)
    network.time.at = GENESIS_AT + 2 * DAY_MS
    const follower = await network.follow({}, { callsPerDay: 2_000 })
    const [node] = [network.at(0)]
    network.mine(50, 0)
    await network.ticks(follower, 1)
    const behind = follower.scan.cursor.number
    expect(node.callCount).toBeLessThan(1.5 * behind)
    expect(node.calls.get('walletsolidity/gettransactioncountbyblocknum')).toBeUndefined()
    network.mine(FEWEST_WHOLE_BLOCKS - 1, 0)
    await network.ticks(follower, 1)
    expect(follower.scan.cursor.number).toBe(behind + FEWEST_WHOLE_BLOCKS - 1)

    network.mine(50, 0)
    await network.ticks(follower, 2)
    const before = follower.scan.cursor.number
    network.mine(FEWEST_WHOLE_BLOCKS - 1, 1)
    await network.ticks(follower, 3)
    expect(follower.scan.cursor.number).toBe(before)
    network.mine(1, 0)
    await network.ticks(follower, 2)
    expect(follower.scan.cursor.number).toBe(before + FEWEST_WHOLE_BLOCKS)
    expect(follower.credited.size).toBe(1)
  })

  it('reveal nothing of their keys, even where a node repeats them', async () => {
    const secrets = ['pa55word', 'secret-path', 's3cr3t-query', 'the-api-key']
    const [password = '', path = '', query = '', apiKey = ''] = secrets
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    const url = `http://user:${password}@tron.test:1/${path}?key=${query}`
    follower.scan.chain = await network.open({
      nodes: nodesAt([url], { key: { header: 'TRON-PRO-API-KEY', value: apiKey } }),
    })
    for (const text of [`{"Error":"not for ${secrets.join()}"}`, `<h1>${secrets.join()}</h1>`]) {
      network.at(0).fault = () => ({ status: 200, text })
      await network.ticks(follower, 1, OUT_MS)
    }
    expect(follower.errors).toHaveLength(2)
    const written = JSON.stringify([network.events, follower.errors.map(String)])
    expect(written).toContain('not for')
    for (const secret of secrets) expect(written).not.toContain(secret)
  })

  it('need no state that a restart loses', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    for (let step = 0; step < 30; step += 1) {
      network.mine(2, step % 2)
      follower.scan.chain = await network.open()
      await network.ticks(follower, 1)
    }
    await network.ticks(follower, 2)
    expect(follower.credited.size).toBe(15)
    expect(follower.scan.cursor.number).toBe(network.at(0).head.number)
  })
})
