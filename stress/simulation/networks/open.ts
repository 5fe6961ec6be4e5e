import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress } from 'ethers'
import { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import { Ethereum } from './ethereum.js'
import { EthereumNode } from './ethereum-node.js'
import { BNB_CHAIN, ETHEREUM, type EvmTraits, TOKEN } from './evm-blocks.js'
import { COLD_WALLET, type SimulatedNetwork } from './network.js'
import { SimulatedSigner } from './signer.js'
import { Tron } from './tron.js'
import { TronNode } from './tron-node.js'

/** Accounts of the public test wallet "abandon … about". */
const ETHEREUM_XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
const BNB_XPUB =
  'xpub6DCoCpSuQZB2k9PnGSMK9tinTK8kx3hcv7F4BWwhs5N2wnwGiLg17r9J7j2JcYP9gkip3sC87J1F99YxeBHGuFMg6ejA8qQEKSuzzaKvqBR'
const TRON_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
/** Of the wallet that pays out on Ethereum and TRON, which may share it. */
const HOT_WALLET_KEY = '7a'.repeat(32)
const BNB_WALLET_KEY = '7b'.repeat(32)
const accountOf = (key: string): string => computeAddress(`0x${key}`).slice(2).toLowerCase()
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
  const openers = new Dice(surface.seed).pick(SERVED)
  const networks = await Promise.all(openers.map((open) => open(surface)))
  for (const { chain, hotWallet } of networks) await chain.pay(hotWallet, FUNDS)
  if (!signer) return { networks, signer }
  return { networks: networks.map((network) => withSigner(network, signer)), signer }
}

/** Replaces the key file of a network by the remote signer of its hot wallet. */
function withSigner(network: SimulatedNetwork, { url, secret }: SimulatedSigner): SimulatedNetwork {
  if (network.hotWallet !== accountOf(HOT_WALLET_KEY)) return network
  const prefix = `MERCHANTPAY_TEST_${network.name}_SIGNER`
  const signer = { KEY_FILE: '', URL: url, SECRET: secret, ADDRESS: network.chain.spell(network.hotWallet) }
  const rows = Object.entries(signer).map(([name, value]) => [`${prefix}_${name}`, value])
  return { ...network, settings: { ...network.settings, ...Object.fromEntries(rows) } }
}

const openEthereum = (surface: Surface): Promise<SimulatedNetwork> =>
  openEvm(surface, ETHEREUM, {
    ...{ name: 'ERC20', forkDepth: 10, deepestFork: 30, payoutFee: 4_000_000n },
    ...{ xpub: ETHEREUM_XPUB, key: HOT_WALLET_KEY, seed: surface.seed },
  })

const openBnbChain = (surface: Surface): Promise<SimulatedNetwork> =>
  openEvm(surface, BNB_CHAIN, {
    ...{ name: 'BEP20', forkDepth: 3, deepestFork: 3, payoutFee: 500_000n },
    ...{ xpub: BNB_XPUB, key: BNB_WALLET_KEY, seed: surface.seed + 100 },
  })

interface EvmNetwork extends Pick<SimulatedNetwork, 'name' | 'forkDepth' | 'deepestFork' | 'payoutFee'> {
  readonly xpub: string
  /** Of its hot wallet. */
  readonly key: string
  readonly seed: number
}

async function openEvm(
  { now, folder }: Surface,
  traits: EvmTraits,
  { xpub, key, seed, ...network }: EvmNetwork,
): Promise<SimulatedNetwork> {
  const { name } = network
  const chain = new Ethereum(traits, seed, new Dice(seed + 2), now)
  const urls = ['one', 'two'].map((node) => `http://${name.toLowerCase()}-${node}.invalid`)
  return {
    ...{ ...network, chain, hotWallet: accountOf(key) },
    nodes: new Map(urls.map((url, at) => [url, new EthereumNode(chain, new Dice(seed + 3 + at), now)])),
    settings: settingsOf(name, urls, {
      ...{ CHAIN_ID: `${traits.chainId}`, TOKEN, XPUB: xpub },
      SIGNER_KEY_FILE: keyFileIn(folder, name, key),
    }),
  }
}

async function openTron({ seed, now, folder }: Surface): Promise<SimulatedNetwork> {
  const hotWallet = accountOf(HOT_WALLET_KEY)
  const chain = await Tron.create(now, hotWallet)
  const urls = ['http://tron-one.invalid', 'http://tron-two.invalid']
  return {
    ...{ name: 'TRC20', chain, forkDepth: 17, deepestFork: 17, payoutFee: 1_500_000n, hotWallet },
    accountPath: "m/44'/195'/0'",
    nodes: new Map(urls.map((url, at) => [url, new TronNode(chain, new Dice(seed + 5 + at), now)])),
    settings: settingsOf('TRC20', urls, {
      ...{ CHAIN_ID: `${TRON_CHAIN_ID}`, TOKEN: chain.token, XPUB: TRON_XPUB },
      SIGNER_KEY_FILE: keyFileIn(folder, 'TRC20', HOT_WALLET_KEY),
      SWEEP_COLD: chain.spell(COLD_WALLET),
    }),
  }
}

/** The networks that an installation may serve together. */
const SERVED = [
  [openEthereum],
  [openTron],
  [openBnbChain],
  [openEthereum, openTron],
  [openEthereum, openBnbChain],
]

/** Writes the key of a hot wallet. @returns its file */
function keyFileIn(folder: string, network: string, key: string): string {
  const file = join(folder, `hot-wallet-${network}.key`)
  writeFileSync(file, key, { mode: 0o600 })
  return file
}

function settingsOf(
  network: string,
  urls: readonly string[],
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  const prefix = `MERCHANTPAY_TEST_${network}`
  return {
    [prefix]: 'rpc',
    ...Object.fromEntries(urls.map((url, at) => [`${prefix}_NODE_${at + 1}_URL`, url])),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`${prefix}_${name}`, value])),
  }
}
