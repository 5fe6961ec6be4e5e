import type { Logger } from 'pino'
import type { NodeEvent } from '../chain/nodes/chain-node.js'
import { openRpcChain } from '../chain/open.js'
import { openSandbox } from '../chain/sandbox/sandbox.js'
import { type AddressBook, cacheDerived, createAddressBook } from '../chain/wallet/address-book.js'
import { AddressFilter } from '../chain/wallet/address-filter.js'
import { type DeriveAddresses, deriveAhead } from '../chain/wallet/derive-ahead.js'
import { FIRST_ADDRESSES, isAmongFirst, type Wallet, walletFaults } from '../chain/wallet/wallet-rules.js'
import { ConfigError } from '../config/config.js'
import { NETWORKS, nodesOf, paymentLimitsOf, type ServedNetwork, tokenOf } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import { type Chain, WrongChain } from '../domain/chain/chain.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import { siblingsOf } from '../domain/chain/sibling-networks.js'
import { claimWallet, findShared, walletDifferences } from '../domain/chain/wallet-identities.js'
import type { WalletIdentity } from '../domain/chain/wallet-identity.js'
import type { SandboxChain } from '../domain/sandbox/sandbox-chain.js'
import type { ChainId, Clock, Ids } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { readAddress } from '../networks/spellings.js'
import { startCursor } from '../workers/chain/chain-watcher.js'
import { signerOf } from './signer.js'
import {
  identityOf,
  requireOwnWallet,
  requireUnshared,
  requireWallet,
  signerSetting,
} from './wallet-identity.js'

/** How long a network may take to answer at the start. */
const START_MS = 10_000
/** Derived addresses kept in memory: more than are watched ahead of the last leased address. */
const REMEMBERED = 256

/** The networks of this process. */
export interface OpenedChains {
  readonly all: readonly Chain[]
  find(id: ChainId): Chain | undefined
  findSandbox(id: ChainId): SandboxChain | undefined
}

export interface ChainParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly health: Pick<ChainHealth, 'noteStep'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Replaces the HTTP client of the nodes. */
  readonly fetch?: typeof fetch | undefined
  /** Derives the next addresses of each wallet in advance. */
  readonly deriveAddresses?: DeriveAddresses | undefined
}

/**
 * Opens every network that is not off, and verifies that each is the one of the settings. A network whose nodes cannot be
 * reached is opened too: its watcher keeps trying, and no order is created on it before its nodes have answered.
 *
 * @throws ConfigError when a network or a wallet does not match the settings
 */
export async function openChains(config: Config, parts: ChainParts): Promise<OpenedChains> {
  const chains = new Map<string, Chain>()
  const sandboxes = new Map<string, SandboxChain>()
  for (const network of NETWORKS) {
    const id = { environment: network.environment, network: network.network }
    const mode = config[network.field]
    if (mode === 'rpc') chains.set(keyOf(id), await openRpc(config, network, parts))
    if (mode !== 'sandbox') continue
    const sandbox = await openSandbox({ ...id, ...parts, blockMs: config.sandboxBlockMs })
    await startCursor(parts.store, sandbox, AbortSignal.timeout(START_MS))
    parts.health.noteStep(id, (await sandbox.head()).number)
    sandboxes.set(keyOf(id), sandbox)
    chains.set(keyOf(id), sandbox)
  }
  return {
    all: [...chains.values()],
    find: (id) => chains.get(keyOf(id)),
    findSandbox: (id) => sandboxes.get(keyOf(id)),
  }
}

/** Returns the networks that nodes serve. */
export const networksWithNodes = (config: Config): ServedNetwork[] =>
  NETWORKS.filter(({ field }) => config[field] === 'rpc')

/** Opens one network for a command, without a call to its nodes. @throws ConfigError */
export async function openChain(config: Config, id: ChainId, clock: Clock): Promise<Chain | undefined> {
  requireWallets(config)
  const served = NETWORKS.find(
    ({ environment, network }) => environment === id.environment && network === id.network,
  )
  if (!served || config[served.field] !== 'rpc') return undefined
  return openServed(config, served, { clock, report: () => undefined })
}

/** Returns the wallet of each network that nodes serve, as configured, without a call to a node. @throws ConfigError */
export async function configuredWallets(
  config: Config,
  clock: Clock,
): Promise<{ served: ServedNetwork; wallet: WalletIdentity }[]> {
  requireWallets(config)
  const found = []
  for (const served of networksWithNodes(config)) {
    const chain = await openServed(config, served, { clock, report: () => undefined })
    found.push({ served, wallet: identityOf(config, served, chain) })
  }
  return found
}

/** Checks the keys and tokens of all networks. @throws ConfigError that names each one that must not receive money */
export function requireWallets(config: Config): void {
  const served = networksWithNodes(config)
  const wallets = served.map((one) => ({
    environment: one.environment,
    network: one.network,
    ...requireWallet(config, one),
  }))
  const nameOf = (wallet: Wallet) => served[wallets.indexOf(wallet)]?.name
  const faults = walletFaults(wallets)
  if (faults.length > 0)
    throw new ConfigError(
      faults.map(({ wallet, of, why }) => `${nameOf(wallet)}_${of.toUpperCase()}: ${why}`),
    )
}

/**
 * Checks the wallets of all networks, as a start does. Asks no node.
 *
 * @param store has the wallets that the database belongs to; undefined for a database that is not of this version
 * @throws ConfigError when a wallet does not match the settings
 */
export async function checkWallets(config: Config, clock: Clock, store: Store | undefined): Promise<void> {
  const checked: WalletIdentity[] = []
  for (const served of networksWithNodes(config)) {
    const chain = await openServed(config, served, { clock, report: () => undefined })
    requireSeparateSigner(config, chain, served)
    const wallet = identityOf(config, served, chain)
    requireUnshared(config, served, findShared(wallet, checked))
    await store?.read((tx) => requireStoredWallet(tx, config, served, wallet))
    checked.push(wallet)
  }
}

/** @throws ConfigError when the database belongs to another wallet, or has this one for another network */
async function requireStoredWallet(
  tx: Tx,
  config: Config,
  served: ServedNetwork,
  wallet: WalletIdentity,
): Promise<void> {
  const stored = await tx.wallets.find(wallet)
  if (stored) requireOwnWallet(config, served, walletDifferences(stored, wallet))
  requireUnshared(config, served, findShared(wallet, await tx.wallets.list()))
}

/**
 * @throws ConfigError when the hot wallet is one of the first receiving addresses, also those of another network of the
 * environment that spells addresses alike
 */
function requireSeparateSigner(config: Config, chain: Chain, served: ServedNetwork): void {
  if (!chain.sender) return
  const { wallet } = chain.sender
  const refuse = (place: string) => {
    throw new ConfigError([
      `${signerSetting(config, served)}: this key belongs to an address that receives payments${place}; use a separate one`,
    ])
  }
  if (isAmongFirst(receivingOf(config, served), wallet)) refuse('')
  const siblings = siblingsOf(served)
  for (const other of networksWithNodes(config)) {
    const { environment, network } = other
    if (!siblings.some((id) => id.environment === environment && id.network === network)) continue
    if (isAmongFirst(receivingOf(config, other), wallet)) refuse(` on ${network}`)
  }
}

/** The receiving addresses of each wallet, which a start compares with the hot wallets of several networks. */
const receiving = new Map<string, AddressBook>()

function receivingOf(config: Config, served: ServedNetwork): AddressBook {
  const { xpub } = requireWallet(config, served)
  const key = `${served.network} ${xpub}`
  const book = receiving.get(key) ?? cacheDerived(createAddressBook(served.network, xpub), FIRST_ADDRESSES)
  receiving.set(key, book)
  return book
}

async function openRpc(config: Config, served: ServedNetwork, parts: ChainParts): Promise<Chain> {
  const { store, clock, log, fetch, deriveAddresses } = parts
  const { environment, network, name } = served
  const report = (event: NodeEvent) =>
    event.kind === 'serving'
      ? log.info({ environment, network, ...event }, 'node')
      : log.warn({ environment, network, ...event }, 'node')
  const chain = await openServed(config, served, { clock, report, fetch, deriveAddresses })
  const facts = { chainId: config[`${served.field}ChainId`], token: tokenOf(config, served) }
  log.info(
    { environment, network, address: chain.deriveAddress(0), ...facts },
    'first address of the wallet: check that it is yours',
  )
  requireSeparateSigner(config, chain, served)
  const wallet = identityOf(config, served, chain)
  await store.read((tx) => requireStoredWallet(tx, config, served, wallet))
  try {
    const signal = AbortSignal.timeout(START_MS)
    await chain.verify(signal)
    await startCursor(store, chain, signal)
  } catch (error) {
    if (error instanceof WrongChain) throw new ConfigError([`${name}: ${error.message}`])
    log.warn(
      { environment, network, reason: messageOf(error) },
      'network not verified yet: the watcher tries again',
    )
  }
  // Stored only now, so that settings which contradict the network leave nothing behind.
  requireOwnWallet(config, served, await store.write((tx) => claimWallet(tx, wallet)))
  return chain
}

function openServed(
  config: Config,
  served: ServedNetwork,
  parts: Pick<ChainParts, 'clock' | 'fetch' | 'deriveAddresses'> & { report: (event: NodeEvent) => void },
): Promise<Chain> {
  const { environment, network, field } = served
  const { xpub, token } = requireWallet(config, served)
  const limits = paymentLimitsOf(config, served)
  const { deriveAddresses, ...ports } = parts
  const book = cacheDerived(createAddressBook(network, xpub), REMEMBERED)
  return openRpcChain({
    ...ports,
    environment,
    network,
    nodes: nodesOf(config, served),
    chainId: config[`${field}ChainId`],
    token: readAddress(network, token) ?? token,
    book: deriveAhead(book, { network, xpub }, deriveAddresses),
    ours: new AddressFilter(),
    confirmations: limits.confirmations,
    maxFee: limits.maxFee,
    signer: signerOf(config, served, { ...limits, clock: parts.clock, fetch: parts.fetch }),
    monotonic: () => performance.now(),
  })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
