import { describe, expect, it } from 'vitest'
import type { RpcFault } from '../../../../../test-support/nodes/rpc-server.js'
import { Batches } from '../../../src/chain/erc20/erc20-batch.js'
import { type CannedNetwork, cleanRead, readBy, startNetwork } from '../../support/nodes/canned-ethereum.js'

const signal = new AbortController().signal

/** The ways in which nodes refuse a batch with more calls than they accept. */
const REFUSALS: Readonly<Record<string, RpcFault>> = {
  'above 3 with one error': { kind: 'refuse_batch', above: 3 },
  'above 3 with status 500 and no error member': {
    kind: 'refuse_batch',
    above: 3,
    status: 500,
    body: '{"message":"Batch of more than 3 requests are not allowed on free tier","code":31}',
  },
  'above 3 with words of a rate limit': {
    kind: 'refuse_batch',
    above: 3,
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many requests in batch, max 3"}}',
  },
  'above 3 with the error of its first call': {
    kind: 'refuse_batch',
    above: 3,
    body: '[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"batch too large"}}]',
  },
  'of any size with one error': { kind: 'refuse_batch' },
  'of any size with status 400 and one error': { kind: 'refuse_batch', status: 400 },
  'of any size with status 400 and text': { kind: 'refuse_batch', status: 400, body: 'Bad Request' },
  'of any size with status 413': { kind: 'refuse_batch', status: 413, body: '' },
  'of any size with text': { kind: 'refuse_batch', body: 'invalid request' },
  'of any size with words of a rate limit': { kind: 'refuse_batch', body: 'too many requests in batch' },
}

async function startRefusing(fault: RpcFault): Promise<CannedNetwork> {
  const network = await startNetwork(1)
  network.nodes[0]?.fail({ fault })
  return network
}

describe('a node that refuses batches', () => {
  it.each(Object.entries(REFUSALS))('%s is verified and read whole', async (_name, fault) => {
    const network = await startRefusing(fault)
    await expect((await network.open()).verify(signal)).resolves.toMatchObject({ isTokenPaused: false })
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(network.events).toEqual([])
  })

  it('is not offered more than it accepted', async () => {
    const network = await startRefusing({ kind: 'refuse_batch', above: 3 })
    const chain = await network.open()
    await chain.verify(signal)
    const refused = network.nodes[0]?.refusals ?? 0
    await chain.verify(signal)
    expect([refused, network.nodes[0]?.refusals]).toEqual([1, 1])
  })
})

it('a node that accepted less for a while is offered more after a hundred requests', async () => {
  let limit = 1
  const sizes: number[] = []
  const post = async (sent: unknown) => {
    const calls = [sent].flat() as { id: number }[] // one call or a batch of them
    sizes.push(calls.length)
    if (calls.length > limit) return { error: { code: -32_600, message: 'batch too large' } }
    const answers = calls.map(({ id }) => ({ id, result: '0x' }))
    return Array.isArray(sent) ? answers : answers[0]
  }
  const batches = new Batches(
    { post, mask: (text) => text },
    { take: async () => undefined, burst: Number.POSITIVE_INFINITY },
  )
  const calls = [1, 2].map((id) => ({ id, jsonrpc: '2.0', method: 'eth_call', params: [] }) as const)
  await batches.send(calls, signal)
  expect(sizes).toEqual([2, 1, 1])
  limit = 2
  for (let sent = 0; sent < 50; sent += 1) await batches.send(calls, signal)
  sizes.length = 0
  await batches.send(calls, signal)
  expect(sizes).toEqual([2])
})

it('a gateway without a node behind it gets one request, and no smaller one', async () => {
  const network = await startNetwork(1)
  network.nodes[0]?.fail({ method: 'eth_call', fault: { kind: 'status', status: 502 } })
  await expect((await network.open()).verify(signal)).rejects.toThrow('HTTP 502')
  expect(network.nodes[0]?.refusals).toBe(1)
})
