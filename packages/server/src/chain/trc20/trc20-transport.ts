import type { providers } from 'tronweb'
import { isRecord, type JsonRecord, readRecord } from '../nodes/answer-shape.js'
import type { CallBudget } from '../nodes/call-budget.js'
import type { NodeEvent } from '../nodes/chain-node.js'
import { errorOfText } from '../nodes/error-class.js'
import { MissingMethods } from '../nodes/missing-methods.js'
import type { BudgetedNode } from '../nodes/node-budget.js'
import { type Fetch, NodeHttp, type RequestTally } from '../nodes/node-http.js'
import { providerOf } from '../nodes/provider.js'
import { isFailure, RpcError } from '../nodes/rpc-error.js'
import type { NodeAccess } from '../nodes/rpc-options.js'
import {
  readHeader,
  readWholeBlock,
  readWholeBlocks,
  type TronHeader,
  type WholeBlock,
} from './trc20-answers.js'

type HttpProvider = InstanceType<(typeof providers)['HttpProvider']>

/** The API of all blocks, or of solidified ones only. */
export type NodeApi = 'wallet' | 'walletsolidity'

/** A node of a TRON network. */
export interface TronNode extends BudgetedNode {
  readonly provider: string
  /** For the codec of tronweb, which accepts nothing else as a node. */
  readonly fullNode: HttpProvider
  readonly solidityNode: HttpProvider
  /**
   * @param path `wallet/…` or `walletsolidity/…`
   * @returns the node's answer, unchecked
   * @throws RpcError
   */
  call(path: `${NodeApi}/${string}`, body: JsonRecord, signal: AbortSignal): Promise<unknown>
  /** Reads a block header, the newest one where `number` is undefined; undefined where the node has no such block. */
  header(api: NodeApi, number: number | undefined, signal: AbortSignal): Promise<TronHeader | undefined>
  /**
   * Reads a block with its transactions.
   *
   * @throws RpcError `broken` where the node does not have it
   */
  block(api: NodeApi, number: number, signal: AbortSignal): Promise<WholeBlock>
  /**
   * Reads blocks with their transactions, by number; those that the node does not have are missing.
   *
   * @param end the number after the last one
   * @throws RpcError
   */
  blocks(api: NodeApi, start: number, end: number, signal: AbortSignal): Promise<Map<number, WholeBlock>>
}

/** A node and one of its two APIs, for one piece of work. */
export interface View {
  readonly node: TronNode
  readonly api: NodeApi
  readonly signal: AbortSignal
}

export interface TronNodeOptions {
  /** `full`, `full|solidity` or `full|solidity|jsonrpc`; the last part is not used. */
  readonly url: string
  readonly key?: NodeAccess['key']
  readonly budget: CallBudget
  /** Wall clock, ms: blocks from the future are rejected. */
  readonly now: () => number
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  readonly report?: ((event: NodeEvent) => void) | undefined
  readonly fetch?: Fetch | undefined
  readonly callMs?: number | undefined
}

/** A placeholder that is never called: the real URL holds secrets, and errors of tronweb quote the URL. */
const NOWHERE = 'http://node.invalid'
const CHAIN_ID_DIGITS = 8

/**
 * Opens a node through a provider of tronweb. The transport is ours: tronweb takes `{"Error": …}` under HTTP 200 for
 * an answer, so that an overloaded node appears to have no money and no blocks, follows redirects and waits 30
 * seconds.
 */
export async function openTronNode(options: TronNodeOptions): Promise<TronNode> {
  const [fullUrl = '', solidityUrl = fullUrl] = options.url.split('|')
  const requests: RequestTally = new Map()
  const missing = new MissingMethods(options.monotonic)
  const { hostname } = new URL(fullUrl)
  const keyAt = (url: string) => (new URL(url).hostname === hostname ? options.key : undefined)
  const httpOf = (url: string) => new NodeHttp({ ...options, url, key: keyAt(url), requests })
  const fullHttp = httpOf(fullUrl)
  const solidityHttp = solidityUrl === fullUrl ? fullHttp : httpOf(solidityUrl)
  const { providers: tronProviders } = await import('tronweb')

  class StrictHttpProvider extends tronProviders.HttpProvider {
    constructor(private readonly http: NodeHttp) {
      super(NOWHERE)
    }

    /** Called by tronweb, which cannot pass a signal. */
    override async request<T = unknown>(path: string, payload: object = {}): Promise<T> {
      // The caller checks the type, as tronweb leaves it to the caller too.
      return (await this.ask(path, payload, new AbortController().signal)) as T
    }

    async ask(path: string, payload: object, signal: AbortSignal): Promise<unknown> {
      if (missing.has(path)) throw new RpcError('unsupported', `${path}: the node does not offer it`)
      await options.budget.take(signal)
      try {
        const answer = await this.http.post(payload, signal, path)
        if (isRecord(answer) && 'Error' in answer) throw errorOfText(this.http.mask(String(answer.Error)))
        return answer
      } catch (error) {
        if (isFailure(error, 'unsupported')) {
          missing.add(path)
          options.report?.({ kind: 'lacks_method', node: this.http.name, method: path, why: error.message })
        }
        throw error
      }
    }
  }

  const fullNode = new StrictHttpProvider(fullHttp)
  const solidityNode = new StrictHttpProvider(solidityHttp)

  const call: TronNode['call'] = (path, body, signal) =>
    (path.startsWith('wallet/') ? fullNode : solidityNode).ask(path, body, signal)

  const header: TronNode['header'] = async (api, number, signal) => {
    const which = number === undefined ? {} : { id_or_num: String(number) }
    const answer = readRecord(await call(`${api}/getblock`, { ...which, detail: false }, signal), 'getblock')
    return Object.keys(answer).length === 0 ? undefined : readHeader(answer, number, options.now())
  }

  return {
    ...{
      name: fullHttp.name,
      provider: providerOf(fullUrl),
      requests,
      fullNode,
      solidityNode,
      budget: options.budget,
      call,
      header,
    },
    block: async (api, num, signal) =>
      readWholeBlock(await call(`${api}/getblockbynum`, { num }, signal), num, options.now()),
    blocks: async (api, startNum, endNum, signal) =>
      readWholeBlocks(await call(`${api}/getblockbylimitnext`, { startNum, endNum }, signal), options.now()),
    forgetMissing: () => missing.clear(),
    callsLeft: () => (options.budget.isLimited ? options.budget.remaining : undefined),
    async chainId(signal) {
      const genesis = await header('wallet', 0, signal)
      if (!genesis) throw new RpcError('broken', 'block 0 is missing')
      return Number.parseInt(genesis.hash.slice(-CHAIN_ID_DIGITS), 16)
    },
    async head(signal) {
      const head = await header('walletsolidity', undefined, signal)
      if (!head) throw new RpcError('broken', 'no block is solidified')
      return head
    },
  }
}
