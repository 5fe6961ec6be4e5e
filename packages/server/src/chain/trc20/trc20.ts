import type { Chain } from '../../domain/chain/chain.js'
import type { Sender } from '../../domain/chain/sender.js'
import { encodeAddress, readDestination } from '../../networks/spellings.js'
import { TRC20 } from '../../networks/trc20.js'
import { agreedBlock } from '../nodes/agreed-block.js'
import type { NodeEvent } from '../nodes/chain-node.js'
import { budgetOf, dayBudgetsOf } from '../nodes/node-budget.js'
import { Nodes } from '../nodes/nodes.js'
import type { RpcChainOptions } from '../nodes/rpc-options.js'
import { MissingTransferCheck } from '../token/missing-transfer-check.js'
import type { TokenRules } from '../token/token-events.js'
import { agreedState } from '../token/token-facts.js'
import { withWallet } from '../wallet/address-filter.js'
import { headerOf } from './trc20-blocks.js'
import { checkFinality, missingFrom } from './trc20-finality.js'
import { LAG_BLOCKS, refOf, solidHead, Trc20Scan } from './trc20-scan.js'
import { trc20Sweeps } from './trc20-sweeps.js'
import { readTokenState, requireToken, TokenQueries } from './trc20-token.js'
import { openTronNode, type TronNode } from './trc20-transport.js'

export interface Trc20Options extends RpcChainOptions {
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** 0 ≤ x < 1 */
  readonly random?: (() => number) | undefined
  readonly callMs?: number | undefined
  /** Opens the sender over the same nodes; absent where no key signs. */
  readonly sender?: ((nodes: Nodes<TronNode>) => Sender | Promise<Sender>) | undefined
}

const FEE_LIMIT_TRX = 50

/**
 * Opens USDT on TRON, read from solidified blocks: recorded transfers are never taken back.
 *
 * @throws Error where the token is not an address
 */
export async function openTrc20(options: Trc20Options): Promise<Chain> {
  const { environment, network, book, token: tokenName } = options
  const token = hexOf(tokenName)
  const rules: TokenRules = {
    token,
    decimals: TRC20.decimals,
    isPrefixAllowed: true,
    areForeignRecorded: true,
  }
  const encodeTrc20Address = (hex: string) => encodeAddress(network, Buffer.from(hex, 'hex'))
  const { nodes, budgets } = await openNodes(options)
  const heads = new WeakMap<TronNode, number>()
  const queries = new TokenQueries(rules, heads)
  const sender = await options.sender?.(nodes.forSending())
  const ours = sender ? withWallet(options.ours, hexOf(sender.wallet)) : options.ours
  const scan = new Trc20Scan({ ...options, ours, nodes, rules, encodeAddress: encodeTrc20Address, heads })
  const { monotonic } = options
  const missingTransfers = new MissingTransferCheck({
    nodes,
    monotonic,
    missing: missingFrom({ rules, encodeAddress: encodeTrc20Address }),
  })

  return {
    ...{ environment, network, depth: options.confirmations, budgets, ...(sender && { sender }) },
    sweeps: trc20Sweeps({
      ...{ nodes: nodes.forSending(), token: tokenName },
      feeLimitTrx: options.maxFee ?? FEE_LIMIT_TRX,
    }),
    async verify(signal) {
      await nodes.identifyAll(signal)
      const read = (node: TronNode) => readTokenState(node, token, signal)
      const first = await nodes.step(async (node) => {
        await requireToken(node, token, signal)
        return { node, state: await read(node) }
      }, signal)
      return { chainId: options.chainId, ...(await agreedState(nodes, first, read, signal)) }
    },
    head: (signal) =>
      nodes.step(async (node) => {
        return refOf(await solidHead({ node, api: 'walletsolidity', signal }))
      }, signal),
    blockAt: (number, signal) => {
      const read = async (node: TronNode) =>
        refOf(await headerOf({ node, api: 'walletsolidity', signal }, number))
      return agreedBlock(nodes, number, read, signal)
    },
    nodes: () => nodes.status(),
    next: (state, watched, signal) => scan.next(state, watched, signal),
    async checkFinality(transfers, upTo, signal) {
      const results = await checkFinality(
        { nodes, rules, encodeAddress: encodeTrc20Address },
        transfers,
        signal,
      )
      const open = transfers.filter((_, at) => results[at] !== 'final')
      const missing = await missingTransfers.findMissing(open, upTo, signal)
      return transfers.map((transfer, at) => (missing.has(transfer) ? 'absent' : (results[at] ?? 'pending')))
    },
    rescan: (blocks, watched, signal, canWait) => scan.rescan(blocks, watched, signal, canWait),
    balanceAt: (address, at, signal, canWait = false) =>
      nodes.stepAtState(
        at.number,
        (node) => queries.balanceAt({ node, api: 'walletsolidity', signal }, hexOf(address), at, canWait),
        signal,
      ),
    isBlacklisted: (address, at, signal, canWait = false) =>
      nodes.step(
        (node) => queries.isBlacklisted({ node, api: 'walletsolidity', signal }, hexOf(address), at, canWait),
        signal,
      ),
    deriveAddress: (index) => book.derive(index),
    parseDestination(address) {
      const encoded = readDestination(network, address)
      return encoded === tokenName ? undefined : encoded
    },
  }
}

async function openNodes(options: Trc20Options) {
  const { clock, monotonic } = options
  const now = () => clock.real()
  const nodes = await Promise.all(
    options.nodes.map((node) => openTronNode({ ...options, ...node, budget: budgetOf(node, options), now })),
  )
  return {
    nodes: new Nodes({ ...options, nodes, lagBlocks: LAG_BLOCKS, now, monotonic }),
    budgets: dayBudgetsOf(nodes),
  }
}

/** Returns the 20 bytes of an address in its spelling. */
function hexOf(address: string): string {
  const bytes = TRC20.decodeAddress(address)
  if (!bytes) throw new Error('not a TRON address')
  return Buffer.from(bytes).toString('hex')
}
