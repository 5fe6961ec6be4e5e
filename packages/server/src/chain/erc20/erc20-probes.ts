import { isRecord, readBigQuantity, readQuantity } from '../nodes/answer-shape.js'
import { CHAIN_ID } from '../nodes/common-probes.js'
import { BATCH_CALLS } from '../nodes/connection.js'
import { NodeHttp } from '../nodes/node-http.js'
import { fail, type Probe, pass } from '../nodes/probe.js'
import { RpcError, RpcRefusal } from '../nodes/rpc-error.js'
import { SELECTORS } from '../token/token-abi.js'
import { requireToken } from './erc20.js'
import { hexOf } from './erc20-block.js'
import { filterOf, LOG_PROBES } from './erc20-log-probes.js'
import type { EthereumNode } from './erc20-transport.js'

type EthereumProbe = Probe<EthereumNode>

/** Blocks below the newest one whose state is read: what the server needs, and the oldest that a full node keeps. */
const NEEDED_DEPTHS = [1, 64]
const OLDEST_DEPTH = 128

const TOKEN: EthereumProbe = {
  name: 'token',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const filter = filterOf(target)
    await requireToken(target.node.connect(signal), filter)
    return pass(`${target.options.token} has ${filter.rules.decimals} decimals`)
  },
}

const STATE: EthereumProbe = {
  name: 'state',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const { node, options, setting } = target
    const connection = node.connect(signal)
    const { number } = await node.head(signal)
    const data = `0x${SELECTORS.balanceOf}${wordOf(options.wallet)}`
    const hasState = async (at: string): Promise<boolean> => {
      try {
        await connection.call('eth_call', [{ to: options.token, data }, at])
      } catch (error) {
        if (error instanceof RpcRefusal) return true
        if (!(error instanceof RpcError) || error.failure === 'limited') throw error
        return false
      }
      return true
    }
    const depths = [...NEEDED_DEPTHS, OLDEST_DEPTH].filter((depth) => depth <= number)
    const places = [
      ...depths.map((depth) => ({ name: `${depth} blocks back`, at: hexOf(number - depth) })),
      { name: 'finalized', at: 'finalized' },
    ]
    const missing: string[] = []
    for (const { name, at } of places) if (!(await hasState(at))) missing.push(name)
    const seen =
      missing.length === 0 ? places.map(({ name }) => name).join(', ') : `not ${missing.join(', ')}`
    if (missing.every((name) => name === `${OLDEST_DEPTH} blocks back`)) return pass(seen)
    return fail(
      seen,
      `the node keeps too few states: use one in ${setting} that keeps ${OLDEST_DEPTH}, as geth does`,
    )
  },
}

const ESTIMATE: EthereumProbe = {
  name: 'estimate',
  needs: CHAIN_ID.name,
  async run({ node, options: { wallet, token } }, signal) {
    const data = `0x${SELECTORS.transfer}${wordOf(wallet)}${'0'.repeat(64)}`
    try {
      const gas = await node.connect(signal).call('eth_estimateGas', [{ from: wallet, to: token, data }])
      return pass(`${readBigQuantity(gas, 'eth_estimateGas')} gas for a transfer of nothing`)
    } catch (error) {
      if (error instanceof RpcRefusal) return pass('answers that a transfer of nothing reverts')
      throw error
    }
  },
}

const TIP: EthereumProbe = {
  name: 'tip',
  needs: CHAIN_ID.name,
  async run({ node }, signal) {
    const tip = await node.connect(signal).call('eth_maxPriorityFeePerGas', [])
    return pass(`${readBigQuantity(tip, 'eth_maxPriorityFeePerGas')} wei`)
  },
}

const PENDING_NONCE: EthereumProbe = {
  name: 'pending nonce',
  needs: CHAIN_ID.name,
  async run({ node, options: { wallet } }, signal) {
    const count = await node.connect(signal).call('eth_getTransactionCount', [wallet, 'pending'])
    return pass(`${wallet} is at ${readQuantity(count, 'eth_getTransactionCount')}`)
  },
}

const BATCH: EthereumProbe = {
  name: 'batch',
  needs: CHAIN_ID.name,
  async run({ url, key }, signal) {
    const http = new NodeHttp({ url, key })
    for (const size of [BATCH_CALLS, 10])
      if (await takesBatch(http, size, signal)) return pass(`${size} calls in a request`)
    return pass('single calls only, so more requests')
  },
}

async function takesBatch(http: NodeHttp, size: number, signal: AbortSignal): Promise<boolean> {
  const calls = Array.from({ length: size }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_chainId',
    params: [],
  }))
  try {
    const answer = await http.post(calls, signal)
    return (
      Array.isArray(answer) &&
      answer.length === size &&
      answer.every((each) => isRecord(each) && 'result' in each)
    )
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}

const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

/** The probes of a start. */
export const START_PROBES: readonly EthereumProbe[] = [TOKEN]

export const ETHEREUM_PROBES: readonly EthereumProbe[] = [
  ...[TOKEN, ...LOG_PROBES],
  ...[STATE, ESTIMATE, TIP, PENDING_NONCE, BATCH],
]
