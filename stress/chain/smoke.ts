import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { openChain } from '../../packages/server/src/compose/chains.js'
import { readConfig } from '../../packages/server/src/config/config.js'
import type { Chain, WatchedAddresses } from '../../packages/server/src/domain/chain/chain.js'
import type { SeenTransfer } from '../../packages/server/src/domain/chain/transfer.js'
import type { Network } from '../../packages/server/src/domain/shared/types.js'
import { BEP20 } from '../../packages/server/src/networks/bep20.js'
import { ERC20 } from '../../packages/server/src/networks/erc20.js'
import { TRC20 } from '../../packages/server/src/networks/trc20.js'
import { systemClock } from '../../packages/server/src/runtime/clock.js'
import { ChainFollower } from '../../packages/server/test/support/chain/chain-follower.js'
import { XPUB as ERC20_XPUB } from '../../packages/server/test/support/nodes/ethereum.js'
import { XPUB as TRC20_XPUB } from '../../packages/server/test/support/nodes/tron.js'
import { Options } from '../lib/options.js'

/** Distance of the first block from the head. Nodes without history still have balances of such a block. */
const BLOCKS = 40
const NETWORKS = {
  BEP20: { usual: BEP20.chains.live, xpub: ERC20_XPUB },
  ERC20: { usual: ERC20.chains.live, xpub: ERC20_XPUB },
  TRC20: { usual: TRC20.chains.live, xpub: TRC20_XPUB },
} as const

/**
 * Follows public networks for some blocks, as a server does. This is the only stress test that leaves this machine.
 * `SMOKE_<network>_NODE_1_URL` names the node of a network, and `SMOKE_<network>_ADDRESS` a busy address.
 * `SMOKE_<network>_CHAIN_ID` and `…_TOKEN` choose another network than the main one, and `…_NODE_1_KEY` is the key for
 * nodes that require one.
 */
export async function smoke(args: readonly string[]): Promise<void> {
  new Options(args, [])
  const chosen = (['BEP20', 'ERC20', 'TRC20'] as const).filter((network) => given(network, 'NODE_1_URL'))
  if (chosen.length === 0) throw new Error('SMOKE_<network>_NODE_1_URL: required')
  for (const network of chosen) await followSome(network)
}

const given = (network: Network, name: string): string | undefined => process.env[`SMOKE_${network}_${name}`]

async function open(network: Network): Promise<Chain> {
  const { usual, xpub } = NETWORKS[network]
  const settings = {
    NODE_1_URL: given(network, 'NODE_1_URL'),
    NODE_1_KEY: given(network, 'NODE_1_KEY'),
    CHAIN_ID: given(network, 'CHAIN_ID') ?? `${usual.chainId}`,
    TOKEN: given(network, 'TOKEN') ?? usual.token,
    XPUB: xpub,
  }
  const name = `MERCHANTPAY_TEST_${network}`
  const rows = Object.entries(settings).map(([setting, value]) => [`${name}_${setting}`, value])
  const config = readConfig({ [name]: 'rpc', ...Object.fromEntries(rows) })
  const chain = await openChain(config, { environment: 'test', network }, systemClock)
  if (!chain) throw new Error(`${network} is not served by nodes`)
  return chain
}

async function followSome(network: Network): Promise<void> {
  const { signal } = new AbortController()
  const chain = await open(network)
  const address = chain.parseDestination(given(network, 'ADDRESS') ?? '')
  if (address === undefined) throw new Error(`SMOKE_${network}_ADDRESS: an address of ${network} is required`)
  const watched: WatchedAddresses = {
    since: async (index) => (index < 1 ? [{ index: 1, address }] : []),
    ours: async (addresses) => new Set(addresses.filter((each) => each === address)),
  }
  console.log(`${network}: ${JSON.stringify(await chain.verify(signal))}`)
  const start = await chain.blockAt?.((await chain.head(signal)).number - BLOCKS, signal)
  if (!start) throw new Error(`${network} has no blocks to start from`)
  const follower = new ChainFollower(chain, watched, start)
  await follower.catchUp()
  const { cursor, paid, outgoing } = follower
  if (paid.length + outgoing.length === 0)
    throw new Error(`${address} moved nothing in ${BLOCKS} blocks: choose a busier address`)

  const range = { from: start.number + 1, to: cursor.number }
  const again = await chain.rescan(range, watched, signal)
  deepStrictEqual(namesOf([...again.transfers, ...again.outgoing]), namesOf([...paid, ...outgoing]))
  // Nodes of TRON have current balances only.
  if (network === 'ERC20') {
    const moved = sumOf(paid) - sumOf(outgoing)
    strictEqual(
      (await chain.balanceAt(address, cursor, signal)) - (await chain.balanceAt(address, start, signal)),
      moved,
    )
  }
  console.log(
    `${network}: blocks ${range.from} to ${range.to}, ${paid.length} transfers to ${address}, ${outgoing.length} from it, ` +
      'the same when read again',
  )
}

const namesOf = (transfers: readonly SeenTransfer[]): string[] =>
  transfers.map(({ txHash, logIndex, value }) => `${txHash}/${logIndex} ${value}`).sort()

const sumOf = (transfers: readonly SeenTransfer[]): bigint =>
  transfers.reduce((sum, { value }) => sum + value, 0n)
