import {
  CallsReservedForBlocks,
  type Chain,
  type Finality,
  NoTokenBlacklist,
  WrongChain,
} from '../../domain/chain/chain.js'
import type { Sender } from '../../domain/chain/sender.js'
import { isDust, type SeenTransfer } from '../../domain/chain/transfer.js'
import { exactOfUnits } from '../../domain/shared/token-units.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { TokenStop } from '../../networks/evm-description.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import { readDestination } from '../../networks/spellings.js'
import { agreedBlock } from '../nodes/agreed-block.js'
import { readHex } from '../nodes/answer-shape.js'
import type { CallBudget } from '../nodes/call-budget.js'
import type { NodeEvent } from '../nodes/chain-node.js'
import type { Connection } from '../nodes/connection.js'
import { budgetOf, dayBudgetsOf } from '../nodes/node-budget.js'
import { Nodes } from '../nodes/nodes.js'
import { otherBlock, RpcError, RpcRefusal, strictly } from '../nodes/rpc-error.js'
import type { RpcChainOptions } from '../nodes/rpc-options.js'
import { findOtherBlocks } from '../nodes/shared-history.js'
import { MissingTransferCheck, type MissingTransferCheckOptions } from '../token/missing-transfer-check.js'
import { SELECTORS } from '../token/token-abi.js'
import type { TokenRules } from '../token/token-events.js'
import { agreedState, type TokenState } from '../token/token-facts.js'
import { withWallet } from '../wallet/address-filter.js'
import { fetchHeaders, hashOf, hexOf, readHash, readHeader } from './erc20-block.js'
import { fetchForeign } from './erc20-foreign.js'
import { refOf } from './erc20-fork.js'
import { type TokenFilter, tokenFilter } from './erc20-logs.js'
import { Erc20Reader } from './erc20-reader.js'
import { fetchReceiptsOf, finalityOf, isSameTransfer } from './erc20-receipt.js'
import { Erc20Scan } from './erc20-scan.js'
import { erc20Sweeps } from './erc20-sweeps.js'
import { type EthereumNode, openEthereumNode } from './erc20-transport.js'
import { FinalScan, fetchFinal } from './final-scan.js'

const MAX_FEE_GWEI = 100
/** Calls that a balance at a block takes. */
const CALLS_OF_A_BALANCE = 2
/** Whether a node's remaining calls are kept for more urgent work. */
type IsSpared = (budget: CallBudget) => boolean
/** How far a healthy node may lag behind the others: three blocks of Ethereum. */
const LAG_MS = 36_000
export const lagBlocksAt = (blockMs: number): number => Math.ceil(LAG_MS / blockMs)

export interface Erc20Options extends RpcChainOptions {
  /** Timeout of one call, response included; 10 s by default. */
  readonly callMs?: number | undefined
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** Opens the sender over the same nodes; absent where no key signs. */
  readonly sender?: ((nodes: Nodes<EthereumNode>) => Sender | Promise<Sender>) | undefined
}

/** Opens USDT on an Ethereum network served by nodes, without calling them yet. */
export async function openErc20(options: Erc20Options): Promise<Chain> {
  const { environment, network, chainId, confirmations, book, clock, monotonic, report } = options
  const evm = evmDescriptionOf(network)
  const { decimals, tokenStops, blockMs, isReadFinal } = evm
  const now = () => clock.real()
  const opened = await Promise.all(
    options.nodes.map((node) =>
      openEthereumNode({ ...options, ...node, budget: budgetOf(node, options), now }),
    ),
  )
  const nodes = new Nodes<EthereumNode>({
    ...{ nodes: opened, chainId, lagBlocks: lagBlocksAt(blockMs), now, monotonic, report },
  })
  const filter = tokenFilter(digitsOf(options.token), evm)
  const sender = await options.sender?.(nodes.forSending())
  const ours = sender ? withWallet(options.ours, digitsOf(sender.wallet)) : options.ours
  const scan = isReadFinal
    ? new FinalScan({ nodes, filter, ours, now })
    : new Erc20Scan({ nodes, filter, ours, now, monotonic })
  const missingTransfers = new MissingTransferCheck({ nodes, monotonic, missing: missingFrom(filter, now) })
  const step = <Result>(work: (node: EthereumNode) => Promise<Result>, signal: AbortSignal) =>
    nodes.step((node) => strictly(() => work(node)), signal)

  /** Calls the token at a recorded block; undefined where it has no such function. */
  const readAt = (data: string, at: BlockRef, signal: AbortSignal, isSpared: IsSpared = () => false) => {
    const read = async (node: EthereumNode) => {
      if (isSpared(node.budget)) throw new CallsReservedForBlocks()
      const connection = node.connect(signal)
      const [word, [header]] = await Promise.all([
        callToken(connection, filter, data, hexOf(at.number)),
        fetchHeaders(connection, [at.number], now()),
      ])
      if (header?.hash !== at.hash) throw otherBlock(at.number)
      return word
    }
    return nodes.stepAtState(at.number, (node) => strictly(() => read(node)), signal)
  }

  async function isBlacklisted(address: string, at: BlockRef, signal: AbortSignal, canWait = false) {
    const isSpared: IsSpared = ({ beyondOrders }) => canWait && beyondOrders < CALLS_OF_A_BALANCE
    const listed = await readAt(`${SELECTORS.isBlackListed}${wordOf(address)}`, at, signal, isSpared)
    if (listed !== undefined) return listed !== 0n
    // A token younger than the block reveals nothing about its functions.
    const call = ['eth_getCode', [filter.address, hexOf(at.number)]] as const
    const code = await step(
      async (node) => readHex(await node.connect(signal).call(...call), 'eth_getCode'),
      signal,
    )
    if (code === '') throw new Error(`there is no token contract at block ${at.number}`)
    throw new NoTokenBlacklist('the token has no isBlackListed(address)')
  }

  return {
    environment,
    network,
    depth: confirmations,
    budgets: dayBudgetsOf(opened),
    ...(sender && { sender }),
    sweeps: erc20Sweeps({
      ...{ network, nodes: nodes.forSending(), chainId, token: options.token, depth: confirmations, now },
      maxFeeGwei: options.maxFee ?? MAX_FEE_GWEI,
    }),
    deriveAddress: (index) => book.derive(index),

    parseDestination(address) {
      const encoded = readDestination(network, address)
      return encoded !== undefined && digitsOf(encoded) === digitsOf(options.token) ? undefined : encoded
    },

    async verify(signal) {
      await nodes.identifyAll(signal)
      const first = await step(async (node) => {
        const connection = node.connect(signal)
        const [state] = await Promise.all([
          readState(connection, filter, tokenStops),
          requireToken(connection, filter),
        ])
        return { node, state }
      }, signal)
      const read = (node: EthereumNode) => strictly(() => readState(node.connect(signal), filter, tokenStops))
      return { chainId, ...(await agreedState(nodes, first, read, signal)) }
    },

    head(signal) {
      const read = async (connection: Connection) =>
        isReadFinal
          ? refOf(await fetchFinal(connection, now()))
          : firstBlock(connection, confirmations, now())
      return step((node) => read(node.connect(signal)), signal)
    },

    async blockAt(number, signal) {
      const read = async (node: EthereumNode) => {
        const [header] = await fetchHeaders(node.connect(signal), [number], now())
        if (!header) throw new RpcError('broken', `block ${number}: not there`)
        return refOf(header)
      }
      return agreedBlock(nodes, number, (node) => strictly(() => read(node)), signal)
    },

    nodes: () => nodes.status(),
    next: (state, watched, signal) => scan.next(state, watched, signal),
    rescan: (blocks, watched, signal, canWait) => scan.rescan(blocks, watched, signal, canWait),

    async checkFinality(transfers, upTo, signal) {
      const results = await checkFinality({ nodes, rules: filter.rules, now }, transfers, signal)
      const open = transfers.filter((_, at) => results[at] !== 'final')
      const missing = await missingTransfers.findMissing(open, upTo, signal)
      return transfers.map((transfer, at) => (missing.has(transfer) ? 'absent' : (results[at] ?? 'pending')))
    },

    foreign: ({ address, ...blocks }, signal) => {
      const query = { ...blocks, address: digitsOf(address) }
      return step((node) => fetchForeign(node.connect(signal), filter, query, now()), signal)
    },

    async balanceAt(address, at, signal, canWait = false) {
      const isSpared: IsSpared = ({ beyondBlocks }) => canWait && beyondBlocks < CALLS_OF_A_BALANCE
      const balance = await readAt(`${SELECTORS.balanceOf}${wordOf(address)}`, at, signal, isSpared)
      if (balance === undefined) throw new Error('the token returned no balance')
      return exactOfUnits(balance, decimals)
    },

    ...(tokenStops.includes('blacklist') && { isBlacklisted }),
  }
}

const digitsOf = (address: string): string => address.slice(2).toLowerCase()

const wordOf = (address: string): string => digitsOf(address).padStart(64, '0')

/**
 * Returns a start block deep enough not to be replaced: a network that starts at its newest block would not know the
 * blocks below it if that one were replaced.
 */
async function firstBlock(connection: Connection, depth: number, now: number): Promise<BlockRef> {
  const head = readHeader(await connection.call('eth_getBlockByNumber', ['latest', false]), 'latest', now)
  const [first] = await fetchHeaders(connection, [Math.max(0, head.number - depth)], now)
  return refOf(first ?? head)
}

/** @throws WrongChain where there is no token, or one with other decimals */
export async function requireToken(connection: Connection, filter: TokenFilter): Promise<void> {
  const { decimals: expected } = filter.rules
  const [code, decimals] = await Promise.all([
    connection.call('eth_getCode', [filter.address, 'latest']),
    callToken(connection, filter, SELECTORS.decimals, 'latest'),
  ])
  if (readHex(code, 'eth_getCode') === '') throw new WrongChain(`no contract at ${filter.address}`)
  if (decimals !== BigInt(expected)) {
    const actual = decimals === undefined ? 'no decimals' : `${decimals} decimals`
    throw new WrongChain(`the token at ${filter.address} has ${actual}, expected ${expected}`)
  }
}

async function readState(
  connection: Connection,
  filter: TokenFilter,
  stops: readonly TokenStop[],
): Promise<TokenState> {
  const ask = async (stop: 'paused' | 'deprecated') =>
    stops.includes(stop) ? callToken(connection, filter, SELECTORS[stop], 'latest') : 0n
  const [paused, deprecated] = await Promise.all([ask('paused'), ask('deprecated')])
  return { isTokenPaused: paused === 1n, isTokenDeprecated: deprecated === 1n }
}

/** Calls the token; undefined where it has no such function. */
async function callToken(
  connection: Connection,
  { address }: TokenFilter,
  data: string,
  at: string,
): Promise<bigint | undefined> {
  try {
    const answer = await connection.call('eth_call', [{ to: address, data: `0x${data}` }, at])
    const word = readHex(answer, 'eth_call')
    return word.length === 64 ? BigInt(`0x${word}`) : undefined
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined
    throw error
  }
}

/** Returns the transfers that a node does not have in a block, by everything that the node reports of it. */
const missingFrom =
  (filter: TokenFilter, now: () => number): MissingTransferCheckOptions<EthereumNode>['missing'] =>
  (node, { number, hash }, transfers, signal) =>
    strictly(async () => {
      const { headers, logs } = await new Erc20Reader(filter, now).readAll(
        node.connect(signal),
        number,
        number,
      )
      if (headers[0]?.hash !== hash) throw otherBlock(number)
      const isThere = (transfer: SeenTransfer) =>
        logs.some(
          ({ log }) =>
            readHash(log.transactionHash, 'a log') === transfer.txHash &&
            isSameTransfer(log, transfer, filter.rules),
        )
      return transfers.filter((transfer) => !isThere(transfer))
    })

/** Returns finality by receipts of two nodes: money is credited where both agree. */
async function checkFinality(
  { nodes, rules, now }: { nodes: Nodes<EthereumNode>; rules: TokenRules; now: () => number },
  transfers: readonly SeenTransfer[],
  signal: AbortSignal,
): Promise<Finality[]> {
  const readFinality = async (node: EthereumNode, asked: readonly SeenTransfer[]) => {
    const hashes = asked.map(({ txHash }) => txHash)
    const receipts = await strictly(() => fetchReceiptsOf(node.connect(signal), hashes))
    return new Map(asked.map((each) => [each, finalityOf(each, receipts.get(each.txHash), rules)]))
  }
  const first = await nodes.step(async (node) => {
    // Dust waits while the day's calls are needed for blocks and orders.
    const isDue = (transfer: SeenTransfer) => !isDust(transfer) || node.budget.beyondOrders > 0
    return { node, results: await readFinality(node, transfers.filter(isDue)) }
  }, signal)
  const final = transfers.filter((transfer) => first.results.get(transfer) === 'final')
  if (final.length === 0) return transfers.map((transfer) => first.results.get(transfer) ?? 'pending')
  const confirm = async (other: EthereumNode) => {
    const results = await readFinality(other, final)
    const hashAt = (node: EthereumNode, number: number) => hashOf(node.connect(signal), number, now())
    const missing = final.filter((transfer) => results.get(transfer) === 'pending')
    const blocks = missing.map(({ block }) => block)
    const differing = await findOtherBlocks({ first: first.node, other, blocks, hashAt })
    for (const transfer of missing) if (differing.has(transfer.block.hash)) results.set(transfer, 'reorged')
    return results
  }
  const second = await nodes.crossCheck(first.node, confirm, signal)
  return transfers.map((transfer) => {
    const finality = first.results.get(transfer) ?? 'pending'
    if (finality !== 'final' || second.kind === 'waived') return finality
    if (second.kind === 'pending') return second.isContradicted ? 'conflicting' : 'pending'
    const other = second.answer.get(transfer)
    return other === 'reorged' ? 'conflicting' : (other ?? 'pending')
  })
}
