import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress } from 'ethers'
import { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import { CHAIN_ID, Ethereum, TOKEN } from './ethereum.js'
import { EthereumNode } from './ethereum-node.js'
import type { SimulatedNetwork } from './network.js'
import { SimulatedSigner } from './signer.js'
import { Tron } from './tron.js'
import { TronNode } from './tron-node.js'

/** Accounts of the public test wallet "abandon … about". */
const ETHEREUM_XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
const TRON_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const HOT_WALLET_KEY = '7a'.repeat(32)
/** The wallet that pays out, 40 hex digits in lower case. */
export const HOT_WALLET = computeAddress(`0x${HOT_WALLET_KEY}`).slice(2).toLowerCase()
/** Less than many payouts, 1e-6 USDT. */
const FUNDS = 1_200_000_000n
const TRON_CHAIN_ID = 3_448_148_188

export interface Surface {
  readonly seed: number
  readonly now: () => number
  /** Where the key of the wallet is written. */
  readonly folder: string
}

/** The networks of an installation, and the signer of their hot wallets where its key is in no file. */
export interface Opened {
  readonly networks: readonly SimulatedNetwork[]
  readonly signer: SimulatedSigner | undefined
}

/** Opens the networks of an installation, one or two as the seed has it, whose hot wallets have money. */
export async function openNetworks(surface: Surface): Promise<Opened> {
  const isRemote = new Dice(surface.seed + 40).chance(50)
  const signer = isRemote ? new SimulatedSigner(HOT_WALLET_KEY, surface.now) : undefined
  const keyFile = join(surface.folder, 'hot-wallet.key')
  writeFileSync(keyFile, HOT_WALLET_KEY, { mode: 0o600 })
  const openers = new Dice(surface.seed).pick([[openEthereum], [openTron], [openEthereum, openTron]])
  const networks = await Promise.all(openers.map((open) => open(surface, keyFile)))
  for (const { chain } of networks) await chain.pay(HOT_WALLET, FUNDS)
  if (!signer) return { networks, signer }
  return { networks: networks.map((network) => withSigner(network, signer)), signer }
}

/** Replaces the key file of a network by a remote signer. */
function withSigner(network: SimulatedNetwork, { url, secret }: SimulatedSigner): SimulatedNetwork {
  const prefix = `MERCHANTPAY_TEST_${network.name}_SIGNER`
  const signer = { KEY_FILE: '', URL: url, SECRET: secret, ADDRESS: network.chain.spell(HOT_WALLET) }
  const rows = Object.entries(signer).map(([name, value]) => [`${prefix}_${name}`, value])
  return { ...network, settings: { ...network.settings, ...Object.fromEntries(rows) } }
}

async function openEthereum({ seed, now }: Surface, keyFile: string): Promise<SimulatedNetwork> {
  const chain = new Ethereum(seed, new Dice(seed + 2), now)
  const urls = ['http://ethereum-one.invalid', 'http://ethereum-two.invalid']
  return {
    ...{ name: 'ERC20' as const, chain, forkDepth: 10, deepestFork: 30, payoutFee: 4_000_000n },
    nodes: new Map(urls.map((url, at) => [url, new EthereumNode(chain, new Dice(seed + 3 + at), now)])),
    settings: {
      MERCHANTPAY_TEST_ERC20: 'rpc',
      ...urlSettings('ERC20', urls),
      MERCHANTPAY_TEST_ERC20_CHAIN_ID: `${CHAIN_ID}`,
      MERCHANTPAY_TEST_ERC20_TOKEN: TOKEN,
      MERCHANTPAY_TEST_ERC20_XPUB: ETHEREUM_XPUB,
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: keyFile,
    },
  }
}

async function openTron({ seed, now }: Surface, keyFile: string): Promise<SimulatedNetwork> {
  const chain = await Tron.create(now, HOT_WALLET)
  const urls = ['http://tron-one.invalid', 'http://tron-two.invalid']
  return {
    ...{ name: 'TRC20', chain, forkDepth: 17, deepestFork: 17, payoutFee: 1_500_000n },
    nodes: new Map(urls.map((url, at) => [url, new TronNode(chain, new Dice(seed + 5 + at), now)])),
    settings: {
      MERCHANTPAY_TEST_TRC20: 'rpc',
      ...urlSettings('TRC20', urls),
      MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
      MERCHANTPAY_TEST_TRC20_TOKEN: chain.token,
      MERCHANTPAY_TEST_TRC20_XPUB: TRON_XPUB,
      MERCHANTPAY_TEST_TRC20_SIGNER_KEY_FILE: keyFile,
    },
  }
}

const urlSettings = (network: string, urls: readonly string[]): Record<string, string> =>
  Object.fromEntries(urls.map((url, at) => [`MERCHANTPAY_TEST_${network}_NODE_${at + 1}_URL`, url]))
