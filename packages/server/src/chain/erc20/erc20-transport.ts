import type { JsonRpcError, JsonRpcPayload, JsonRpcProvider, JsonRpcResult } from 'ethers'
import { isRecord, readQuantity } from '../nodes/answer-shape.js'
import type { CallBudget } from '../nodes/call-budget.js'
import type { NodeEvent } from '../nodes/chain-node.js'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { errorOfRpcError } from '../nodes/error-class.js'
import { MissingMethods } from '../nodes/missing-methods.js'
import type { BudgetedNode } from '../nodes/node-budget.js'
import { NodeHttp, type NodeHttpOptions, type RequestTally } from '../nodes/node-http.js'
import { isFailure, RpcError, RpcRefusal } from '../nodes/rpc-error.js'
import { Batches } from './erc20-batch.js'
import { readHeader } from './erc20-block.js'

/** A node of an Ethereum network. */
export interface EthereumNode extends BudgetedNode {
  connect(signal: AbortSignal): Connection
}

export interface EthereumNodeOptions extends NodeHttpOptions {
  readonly chainId: number
  readonly budget: CallBudget
  /** Wall clock, ms: blocks from the future are rejected. */
  readonly now: () => number
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  readonly report?: ((event: NodeEvent) => void) | undefined
}

/**
 * Opens a node through the JSON-RPC provider of ethers, which numbers calls and batches them. The transport is ours:
 * ethers reads a `Retry-After` in seconds as milliseconds, follows redirects, waits five minutes, puts the URL into
 * errors, and decodes 5,000 logs (3 MB) in 1.3 s where Node takes 50 ms. `getUrlFunc` would keep that decoder. Each
 * step has its own provider, so its signal ends the step's calls and no batch mixes calls of two steps.
 */
export async function openEthereumNode(options: EthereumNodeOptions): Promise<EthereumNode> {
  const requests: RequestTally = new Map()
  const http = new NodeHttp({ ...options, requests })
  const batches = new Batches(http, options.budget)
  const missing = new MissingMethods(options.monotonic)
  const { FetchRequest, JsonRpcProvider: Provider } = await import('ethers')

  class StrictProvider extends Provider {
    constructor(private readonly signal: AbortSignal) {
      // A placeholder that is never called: the real URL holds secrets, and errors of ethers quote the URL.
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
      const fault = errorOf(http, method, error)
      if (isFailure(fault, 'unsupported')) lacks(method, fault.message)
      return fault
    }
  }

  const lacks = (method: string, why: string): void => {
    missing.add(method)
    options.report?.({ kind: 'lacks_method', node: http.name, method, why })
  }

  const connect = (signal: AbortSignal): Connection => {
    const provider: JsonRpcProvider = new StrictProvider(signal)
    return {
      async call(method, params) {
        if (missing.has(method)) throw new RpcError('unsupported', `${method}: the node does not offer it`)
        return provider.send(method, [...params])
      },
      noteMissing: (method) => missing.add(method),
    }
  }

  return {
    name: http.name,
    requests,
    connect,
    budget: options.budget,
    callsLeft: () => (options.budget.isLimited ? options.budget.remaining : undefined),
    forgetMissing: () => missing.clear(),
    async chainId(signal) {
      return readQuantity(await connect(signal).call('eth_chainId', []), 'eth_chainId')
    },
    async head(signal) {
      const answer = await connect(signal).call('eth_getBlockByNumber', ['latest', false])
      return readHeader(answer, 'latest', options.now())
    },
  }
}

/** Calls whose error is an answer. */
const ANSWERED_BY_ERROR: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])
const REVERTED = 3
/** Errors that say nothing of a transaction. */
const NOT_OF_THE_TRANSACTION = ['limited', 'refused', 'unsupported', 'unavailable'] as const

function errorOf(http: NodeHttp, method: string, error: unknown): RpcError | RpcRefusal {
  const { code, message, data } = isRecord(error) ? error : {}
  const number = typeof code === 'number' ? code : 0
  const text = http.mask(typeof message === 'string' ? message : 'an error without a message')
  // Nethermind names a missing state in the data of an internal error.
  const fault = errorOfRpcError(method, number, text, typeof data === 'string' ? data : '')
  const isRevert = ANSWERED_BY_ERROR.has(method) && (number === REVERTED || /revert/i.test(text))
  const isRejected = method === 'eth_sendRawTransaction' && !isFailure(fault, ...NOT_OF_THE_TRANSACTION)
  if (!isRevert && !isRejected) return fault
  return new RpcRefusal(number, text, typeof data === 'string' ? data : undefined)
}
