import { startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import type { Network } from '../../../src/networks/networks.js'
import { ANVIL_CHAIN_ID, type Anvil } from '../nodes/anvil.js'
import { type ServedNetwork, serveBnbChain, serveNetwork } from '../nodes/served-network.js'
import { TRON_CHAIN_ID, tronHex } from '../nodes/tron.js'
import { TronToken } from '../nodes/tron-token.js'
import { xpubOn } from './offline.js'

const HARNESS_START = Date.UTC(2026, 0, 1)
const SOLID_LAG = 2
const BLOCK_SECONDS = 3
const HOUR_MS = 3_600_000
/** addBlackList(address), pause() and unpause() */
const SELECTORS = {
  'addBlackList(address)': '0ecb93c0',
  'pause()': '8456cb59',
  'unpause()': '3f4ba83a',
} as const

/** The networks that all tests of real nodes sweep on. Those of BNB Smart Chain answer as Ethereum's do. */
export const NODE_NETWORKS = ['ERC20', 'TRC20'] as const

/** A real node with the token, as a test of sweeps uses it. */
export interface SweepNode {
  readonly network: Network
  readonly chainId: number
  readonly token: string
  /** The settings of a server that follows it. */
  readonly env: Readonly<Record<string, string>>
  /** Units of 1e-6 from the owner of the token. */
  transfer(to: string, units: bigint): Promise<void>
  /** Calls a function of the token as its owner. */
  call(name: keyof typeof SELECTORS, address?: string): Promise<void>
  /** @param seconds between two blocks; those of the network by default */
  mine(blocks: number, seconds?: number): Promise<void>
  /** Gives an account coins. @param units smallest unit */
  fund(address: string, units: bigint): Promise<void>
  coins(address: string): Promise<bigint>
  tokens(address: string): Promise<bigint>
  /** The node itself, for faults of one network. */
  readonly anvil?: Anvil
  readonly tron?: TronDevnode
  close(): Promise<unknown>
}

/** Of an account: less than the ledger's smallest amount, beside each payment on BNB Smart Chain. */
export const RESIDUE = 1_234_567n

async function ethereumNode(startAt: number): Promise<SweepNode> {
  const served = await serveNetwork(startAt)
  return evmNode(served, { network: 'ERC20', chainId: ANVIL_CHAIN_ID, scale: 1n, residue: 0n })
}

async function bnbNode(startAt: number): Promise<SweepNode> {
  const served = await serveBnbChain(startAt)
  const env = { ...served.env, MERCHANTPAY_TEST_ERC20: 'off', MERCHANTPAY_TEST_BEP20_XPUB: xpubOn('BEP20') }
  return evmNode({ ...served, env }, { network: 'BEP20', chainId: 56, scale: 10n ** 12n, residue: RESIDUE })
}

/** @param scale units of the token in one of 1e-6 */
function evmNode(
  { anvil, token, env }: ServedNetwork,
  { network, chainId, scale, residue }: { network: Network; chainId: number; scale: bigint; residue: bigint },
): SweepNode {
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  return {
    ...{ network, chainId, token: token.address, env, anvil },
    async transfer(to, units) {
      await token.transfer(to, units * scale + residue)
    },
    async call(name, address) {
      await token.send(SELECTORS[name], address === undefined ? [] : [address])
    },
    mine: (blocks, seconds) => anvil.mine(blocks, seconds),
    async fund(address, units) {
      await anvil.call('anvil_setBalance', [address, `0x${units.toString(16)}`])
    },
    coins: async (address) => BigInt(String(await anvil.call('eth_getBalance', [address, 'latest']))),
    async tokens(address) {
      const data = `0x70a08231${word(address)}`
      return BigInt(String(await anvil.call('eth_call', [{ to: token.address, data }, 'latest']))) / scale
    },
    close: () => anvil.stop(),
  }
}

async function tronNode(startAt: number): Promise<SweepNode> {
  const node = await startTronDevnode({ solidLag: SOLID_LAG, genesisTime: startAt - HOUR_MS })
  const token = await TronToken.deploy(node)
  const mine = async (blocks: number, seconds = BLOCK_SECONDS) => {
    await node.control('mine', { blocks, stepMs: seconds * 1_000 })
  }
  await mine(5)
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${node.url}/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        // A kept connection ends while this process waits for a command.
        headers: { connection: 'close' },
      })
    ).json()) as Record<string, unknown>
  return {
    ...{ network: 'TRC20', chainId: TRON_CHAIN_ID, token: token.address, tron: node },
    env: {
      MERCHANTPAY_TEST_ERC20: 'off',
      MERCHANTPAY_TEST_TRC20: 'rpc',
      MERCHANTPAY_TEST_TRC20_NODE_1_URL: node.url,
      MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
      MERCHANTPAY_TEST_TRC20_TOKEN: token.address,
      MERCHANTPAY_TEST_TRC20_XPUB: xpubOn('TRC20'),
    },
    async transfer(to, units) {
      await token.transfer(to, units)
      await mine(1)
    },
    async call(name, address) {
      await token.send(name, address === undefined ? [] : [{ type: 'address', value: address }])
      await mine(1)
    },
    mine,
    async fund(address, units) {
      await node.control('faucet', { address: `41${tronHex(address)}`, sun: Number(units) })
    },
    async coins(address) {
      return BigInt(
        Number((await post('wallet/getaccount', { address: `41${tronHex(address)}` })).balance ?? 0),
      )
    },
    async tokens(address) {
      const answer = await post('wallet/triggerconstantcontract', {
        owner_address: `41${tronHex(address)}`,
        contract_address: `41${tronHex(token.address)}`,
        function_selector: 'balanceOf(address)',
        parameter: tronHex(address).padStart(64, '0'),
      })
      return BigInt(`0x${(answer.constant_result as string[])[0]}`)
    },
    close: () => node.close(),
  }
}

const STARTS: Readonly<Record<Network, (startAt: number) => Promise<SweepNode>>> = {
  BEP20: bnbNode,
  ERC20: ethereumNode,
  TRC20: tronNode,
}

/** Starts a node of a network. @param startAt the time of its chain; servers on the clock of the machine need that time */
export const startSweepNode = (network: Network, startAt = HARNESS_START): Promise<SweepNode> =>
  STARTS[network](startAt)
