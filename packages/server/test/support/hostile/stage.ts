import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { Interface, type InterfaceAbi } from 'ethers'
import { type AddressBook, cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Network } from '../../../src/domain/shared/types.js'
import type { HandClock } from '../domain/context.js'
import { contractOf } from '../nodes/anvil.js'

/** An account with coins for the fees of its transactions. */
export interface Account {
  /** Address in the network's own format. */
  readonly address: string
  /** Address as an argument of contracts: 20 bytes with 0x. */
  readonly word: string
  /** 32 bytes without 0x, where it is known. */
  readonly privateKey?: string
}

export interface Contract extends Account {
  readonly abi: Interface
}

export interface CallOptions {
  /** Sender; the stage's own account by default. */
  readonly from?: Account
  /** Time of the block, ms; whole seconds. */
  readonly at?: number
  /** Whether its fee limit is too low, so that it fails. */
  readonly isStarved?: boolean
}

export interface Called {
  readonly txHash: string
  readonly hasSucceeded: boolean
}

/** A real network for tests: every call is a transaction in a block of its own. */
export interface Stage {
  readonly network: Network
  /** Version of the token on this network. */
  readonly tokenName: 'TetherErc20' | 'TetherTrc20'
  /** Follows the time of the newest block. */
  readonly clock: HandClock
  /** Account that deploys the contracts and owns the tokens. */
  readonly owner: Account
  account(privateKey?: string): Promise<Account>
  accountAt(address: string): Account
  deploy(name: string, ...args: readonly unknown[]): Promise<Contract>
  call(contract: Contract, method: string, args: readonly unknown[], options?: CallOptions): Promise<Called>
  sendCoins(to: string): Promise<void>
  /** Sends an asset that has no contract, on networks with such assets. */
  sendAsset?(name: string, to: string, amount: bigint): Promise<void>
  /** Mines one block more than a payment needs to be credited. */
  mineToDepth(): Promise<void>
  /** Mines an empty block at that time, ms. */
  mineAt(at: number): Promise<void>
  /** Replaces the newest blocks, with their transactions or without. */
  replace(depth: number, transactions: 'keep' | 'drop' | 'later'): Promise<void>
  /** Removes the newest blocks without replacing them. */
  rollBack(depth: number): Promise<void>
  /** Reports the only transaction of the newest block as failed during `during`, with its logs; on nodes that do so. */
  reportFailed?(txHash: string, during: () => Promise<void>): Promise<void>
  open(book: AddressBook, token: string): Promise<Chain>
  stop(): Promise<void>
}

const REMEMBERED = 10_000
/** Coin types of BIP 44. */
const COIN = { BEP20: 60, ERC20: 60, TRC20: 195 } as const

/** A wallet that is derived from a name, with the keys of its addresses. */
export interface Wallet {
  readonly book: AddressBook
  privateKey(index: number): string
}

export function walletOf(network: Network, name: string): Wallet {
  const seed = createHash('sha512').update(name).digest()
  const account = HDKey.fromMasterSeed(seed).derive(`m/44'/${COIN[network]}'/0'`)
  return {
    book: cacheDerived(createAddressBook(network, account.publicExtendedKey), REMEMBERED),
    privateKey(index) {
      const { privateKey } = account.deriveChild(0).deriveChild(index)
      if (!privateKey) throw new Error('the wallet has no keys')
      return Buffer.from(privateKey).toString('hex')
    },
  }
}

/** Returns the interface of a contract and its code with the arguments of its constructor. */
export function codeOf(name: string, args: readonly unknown[]): { abi: Interface; code: string } {
  const artifact = contractOf(name) as ReturnType<typeof contractOf> & { readonly abi: InterfaceAbi }
  const abi = new Interface(artifact.abi)
  return { abi, code: `${artifact.bytecode}${abi.encodeDeploy([...args]).slice(2)}` }
}

/** Encodes a call: selector and arguments; accounts stand for their addresses. */
export const encode = ({ abi }: Contract, method: string, args: readonly unknown[]): string =>
  abi.encodeFunctionData(method, args.map(worded))

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'word' in value

const worded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(worded)
  return isAccount(value) ? value.word : value
}
