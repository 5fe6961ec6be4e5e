import { describe, expect, it } from 'vitest'
import { BAD_ANSWERS } from '../../support/nodes/bad-answers.js'
import {
  type CannedNetwork,
  changedAnswer,
  cleanRead,
  readBy,
  startNetwork,
} from '../../support/nodes/canned-ethereum.js'

const faultsOf = ({ events }: CannedNetwork): string =>
  events.flatMap((event) => (event.kind === 'fault' ? `${event.failure} ${event.why}` : [])).join('\n')

describe('a node that answers badly', () => {
  for (const [name, [why, ...rules]] of Object.entries(BAD_ANSWERS)) {
    it(`is replaced by the next one: ${name}`, async () => {
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

  it('is replaced when it does not answer in time', async () => {
    const network = await startNetwork(2)
    network.nodes[0]?.fail({ fault: { kind: 'hang' } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toContainEqual(
      expect.objectContaining({ kind: 'fault', failure: 'broken', why: 'no answer in time' }),
    )
  })

  it('gets smaller requests when it rejects their size, down to one block', async () => {
    const network = await startNetwork(1)
    const message = 'query returned more than 10000 results'
    network.nodes[0]?.fail({ method: 'eth_getLogs', fault: { kind: 'error', code: -32_005, message } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toEqual([])
  })

  it('gets single calls when it accepts no batches', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail({ fault: { kind: 'refuse_batch' } })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toEqual([])
  })

  it('is asked for receipts where it returns no logs of a block that may have some', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail(changedAnswer('eth_getLogs', () => []))
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('is asked for each receipt where it cannot return those of a block', async () => {
    const network = await startNetwork(1)
    network.nodes[0]?.fail(changedAnswer('eth_getLogs', () => []))
    network.nodes[0]?.fail({
      method: 'eth_getBlockReceipts',
      fault: { kind: 'error', code: -32_601, message: 'the method does not exist' },
    })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })
})
