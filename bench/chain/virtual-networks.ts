import type { NodeAccess } from '../../packages/server/src/chain/nodes/rpc-options.js'
import type { Chain } from '../../packages/server/src/domain/chain/chain.js'
import { BEP20 } from '../../packages/server/src/networks/bep20.js'
import { ERC20 } from '../../packages/server/src/networks/erc20.js'
import type { EvmDescription } from '../../packages/server/src/networks/evm-description.js'
import type { NetworkDescription } from '../../packages/server/src/networks/network-description.js'
import type { Network } from '../../packages/server/src/networks/networks.js'
import { TRC20 } from '../../packages/server/src/networks/trc20.js'
import { GENESIS_AT, PAYER, TOKEN } from '../../packages/server/test/support/chain/trc20-completeness.js'
import {
  CANNED_CHAIN_ID,
  CANNED_TOKEN,
  CannedChain,
} from '../../packages/server/test/support/nodes/canned-chain.js'
import { openEthereum } from '../../packages/server/test/support/nodes/ethereum.js'
import {
  encodeTron,
  type HandTime,
  openTron,
  TRON_CHAIN_ID,
} from '../../packages/server/test/support/nodes/tron.js'
import { CannedTronNode, sha256, transferLog } from '../../test-support/nodes/canned-tron-node.js'
import { RpcError } from '../../test-support/nodes/rpc-server.js'

/** Calls by method, and the bytes of their answers. */
export interface Usage {
  readonly calls: Map<string, number>
  bytes: number
}

/** A network in virtual time whose node counts what it is asked. */
export interface VirtualNetwork {
  readonly name: Network
  readonly description: NetworkDescription
  readonly startAt: number
  readonly usage: Usage
  /** Mines what was mined by now. */
  mine(now: number): void
  open(time: HandTime): Promise<Chain>
}

/** Transfers of USDT in a block of TRON. */
const TRC20_TRANSFERS = 350
/** How long after its time a block of TRON is at the node. */
const ARRIVAL_MS = 1_000
const START_AT = Date.UTC(2026, 0, 1)

/** The limits of a node at a provider, as a server has them by default. */
const accessOf = ({ defaults }: NetworkDescription): Partial<NodeAccess> => ({
  callsPerDay: defaults.callsPerDay,
  callsPerSecond: defaults.callsPerSecond,
})

const count = ({ calls }: Usage, method: string): void => {
  calls.set(method, (calls.get(method) ?? 0) + 1)
}

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A network with the calls of Ethereum, the transfers of USDT in a block, and all its transactions. */
interface EvmTraffic {
  readonly description: EvmDescription & { readonly name: Network }
  /** How long after its time a block is at the node. */
  readonly arrivalMs: number
  readonly transfers: number
  readonly transactions: number
}

/** @param logBlocks the most blocks of a request for logs; then there is no other limit */
export const virtualEthereum = (logBlocks?: number): VirtualNetwork =>
  virtualEvm({ description: ERC20, arrivalMs: 2_000, transfers: 30, transactions: 220 }, logBlocks)

/** @param logBlocks the most blocks of a request for logs; then there is no other limit */
export const virtualBnb = (logBlocks?: number): VirtualNetwork =>
  virtualEvm({ description: BEP20, arrivalMs: 500, transfers: 15, transactions: 90 }, logBlocks)

function virtualEvm(
  { description, arrivalMs, transfers, transactions }: EvmTraffic,
  logBlocks = Number.POSITIVE_INFINITY,
): VirtualNetwork {
  const usage: Usage = { calls: new Map(), bytes: 0 }
  const { name, blockMs, decimals } = description
  const truth = new CannedChain([], { blockMs, decimals })
  const payees = Array.from({ length: transfers }, (_, at) => `0x${sha256(`payee ${at}`).slice(0, 40)}`)
  // Real blocks have more transactions than ours, whose hashes come with each header.
  const others = Array.from({ length: transactions - transfers }, (_, at) => `0x${sha256(`${at}`)}`)
  const answer = ({ method, params }: RpcCall): unknown => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
    const width = Number(filter?.toBlock ?? 0) - Number(filter?.fromBlock ?? 0) + 1
    if (method === 'eth_getLogs' && width > logBlocks)
      throw new RpcError(-32_600, `eth_getLogs requests with up to a ${logBlocks} block range`)
    const truly = truth.answer(method, params)
    if (method !== 'eth_getBlockByNumber' || truly === null) return truly
    const header = truly as { transactions: string[] } // a block of the canned chain
    return { ...header, transactions: [...header.transactions, ...others] }
  }
  const answerOne = (call: RpcCall) => {
    count(usage, call.method)
    const frame = { jsonrpc: '2.0', id: call.id }
    try {
      return { ...frame, result: answer(call) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { ...frame, error: { code: error.code, message: error.message } }
    }
  }
  const serve: typeof fetch = async (_url, init) => {
    const asked = JSON.parse(String(init?.body)) as RpcCall | RpcCall[] // as ethers sends it
    const text = JSON.stringify(Array.isArray(asked) ? asked.map(answerOne) : answerOne(asked))
    usage.bytes += text.length
    return new Response(text)
  }
  return {
    name,
    description,
    startAt: START_AT,
    usage,
    mine(now) {
      while (START_AT + (truth.head + 1) * blockMs + arrivalMs <= now)
        truth.mine(payees.map((to) => ({ to, value: BigInt(truth.head) })))
    },
    open: ({ clock, monotonic, sleep }) =>
      openEthereum({
        ...{ network: name, urls: ['https://node.example'], access: accessOf(description) },
        ...{ fetch: serve, clock, monotonic, sleep },
        ...{ token: CANNED_TOKEN, chainId: CANNED_CHAIN_ID, confirmations: 12 },
      }),
  }
}

export function virtualTron(): VirtualNetwork {
  const usage: Usage = { calls: new Map(), bytes: 0 }
  const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT })
  const log = transferLog(TOKEN, PAYER, PAYER, 5_000_000n)
  const serve = (async (url: string, init: { body: string }) => {
    count(usage, new URL(url).pathname.slice(1))
    const response = await node.fetch(url, init)
    const chunks: Buffer[] = []
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString('utf8')
    usage.bytes += text.length
    return new Response(text)
  }) as typeof fetch
  return {
    name: 'TRC20',
    description: TRC20,
    startAt: GENESIS_AT,
    usage,
    mine(now) {
      while (node.head.timeAt + TRC20.blockMs + ARRIVAL_MS <= now) {
        const number = node.head.number + 1
        node.mine(
          Array.from({ length: TRC20_TRANSFERS }, (_, at) => ({
            ...{ id: sha256(`${number}/${at}`), owner: PAYER, logs: [log], isFailed: false },
          })),
        )
      }
    },
    async open(time) {
      const urls = ['https://node.example']
      const chain = await openTron(
        { urls, access: accessOf(TRC20), token: encodeTron(TOKEN), fetch: serve },
        time,
      )
      // The canned node has no token to ask, and a server asks at its start only.
      const facts = { chainId: TRON_CHAIN_ID, isTokenPaused: false, isTokenDeprecated: false }
      return { ...chain, verify: async () => facts }
    },
  }
}
