import type { JsonRpcError, JsonRpcPayload, JsonRpcProvider, JsonRpcResult } from 'ethers'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { NodeHttp, type NodeHttpOptions, type RequestTally } from '../nodes/node-http.js'
import type { ChainNode } from '../nodes/nodes.js'
import { errorOfRpcError, isRecord, type RpcError, RpcRefusal, readQuantity } from '../nodes/rpc-error.js'
import { Batches } from './erc20-batch.js'
import { readHeader } from './erc20-block.js'

/** A node of an Ethereum network. */
export interface EthereumNode extends ChainNode {
  connect(signal: AbortSignal): Connection
}

export interface EthereumNodeOptions extends NodeHttpOptions {
  readonly chainId: number
  /** Wall clock, ms: no block is from the future. */
  readonly now: () => number
}

/**
 * Talks to a node through the JSON-RPC provider of ethers, which numbers calls and puts them into batches. The transport
 * is ours: ethers takes a second's `Retry-After` for a millisecond, follows redirects, waits five minutes, puts the URL into
 * errors, and decodes 5,000 logs (3 MB) in 1.3 s where Node takes 50 ms. `getUrlFunc` would keep that decoder. A provider is
 * made for each step, so its signal ends the step's calls and no batch holds calls of two steps.
 */
export async function openEthereumNode(options: EthereumNodeOptions): Promise<EthereumNode> {
  const requests: RequestTally = new Map()
  const http = new NodeHttp({ ...options, requests })
  const batches = new Batches(http)
  const { FetchRequest, JsonRpcProvider: Provider } = await import('ethers')

  class StrictProvider extends Provider {
    constructor(private readonly signal: AbortSignal) {
      // It is never sent to this URL: ours holds secrets, and errors of ethers quote it.
      super(new FetchRequest('http://node.invalid'), options.chainId, {
        staticNetwork: true,
        cacheTimeout: -1,
        batchMaxCount: BATCH_CALLS,
        batchStallTime: 0,
      })
    }

    override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
      return batches.send([payload].flat(), this.signal)
    }

    override getRpcError({ method }: JsonRpcPayload, { error }: JsonRpcError): Error {
      return errorOf(http, method, error)
    }
  }

  const connect = (signal: AbortSignal): Connection => {
    const provider: JsonRpcProvider = new StrictProvider(signal)
    return { call: (method, params) => provider.send(method, [...params]) }
  }

  return {
    name: http.name,
    requests,
    connect,
    async chainId(signal) {
      return readQuantity(await connect(signal).call('eth_chainId', []), 'eth_chainId')
    },
    async head(signal) {
      const answer = await connect(signal).call('eth_getBlockByNumber', ['latest', false])
      return readHeader(answer, 'latest', options.now())
    },
  }
}

/** Calls where the node's no is an answer. */
const ANSWERED_BY_ERROR: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])
const REVERTED = 3

function errorOf(http: NodeHttp, method: string, error: unknown): RpcError | RpcRefusal {
  const { code, message, data } = isRecord(error) ? error : {}
  const number = typeof code === 'number' ? code : 0
  const words = http.mask(typeof message === 'string' ? message : 'an error without words')
  const fault = errorOfRpcError(method, number, words)
  const isRevert = ANSWERED_BY_ERROR.has(method) && (number === REVERTED || /revert/i.test(words))
  const isTaken =
    method === 'eth_sendRawTransaction' && fault.failure !== 'limited' && fault.failure !== 'refused'
  if (!isRevert && !isTaken) return fault
  return new RpcRefusal(number, words, typeof data === 'string' ? data : undefined)
}
