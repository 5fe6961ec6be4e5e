import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { Interface, type InterfaceAbi } from 'ethers'
import { type AddressBook, cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Network } from '../../../src/domain/shared/types.js'
import type { HandClock } from '../domain/context.js'
import { contractOf } from '../nodes/anvil.js'

/** An account of somebody, with coins for the fees of its transactions. */
export interface Account {
  /** In the network's own spelling. */
  readonly address: string
  /** As contracts are told it: 20 bytes with 0x. */
  readonly word: string
  /** 32 bytes without 0x, where it is known. */
  readonly privateKey?: string
}

export interface Contract extends Account {
  readonly abi: Interface
}

export interface CallOptions {
  /** The stage's own account, where nobody is named. */
  readonly from?: Account
  /** Time of the block, ms; whole seconds. */
  readonly at?: number
  /** What it may cost at most is too little for it. */
  readonly isStarved?: boolean
}

export interface Called {
  readonly txHash: string
  readonly hasSucceeded: boolean
}

/** A real network that tests play on: every call is a transaction in a block of its own. */
export interface Stage {
  readonly network: Network
  /** The version of the token that is on this network. */
  readonly tokenName: 'TetherErc20' | 'TetherTrc20'
  /** Shows the time of the newest block. */
  readonly clock: HandClock
  /** It deploys the contracts and owns the tokens. */
  readonly owner: Account
  account(privateKey?: string): Promise<Account>
  accountAt(address: string): Account
  deploy(name: string, ...args: readonly unknown[]): Promise<Contract>
  call(contract: Contract, method: string, args: readonly unknown[], options?: CallOptions): Promise<Called>
  sendCoins(to: string): Promise<void>
  /** An asset that is part of the network itself, and no contract's; where there are such. */
  sendAsset?(name: string, to: string, amount: bigint): Promise<void>
  /** As many blocks as a payment needs before it is credited, and one more. */
  bury(): Promise<void>
  /** An empty block of that time, ms. */
  mineAt(at: number): Promise<void>
  /** The newest blocks give way to others, with their transactions or without. */
  replace(depth: number, transactions: 'keep' | 'drop' | 'later'): Promise<void>
  /** The newest blocks go, and nothing comes in their place yet. */
  rollBack(depth: number): Promise<void>
  /** Meanwhile the node says that the only transaction of the newest block failed, with its logs; where nodes do that. */
  tellFailed?(txHash: string, during: () => Promise<void>): Promise<void>
  open(book: AddressBook, token: string): Promise<Chain>
  stop(): Promise<void>
}

const REMEMBERED = 10_000
/** 44'/60'/0' and 44'/195'/0' */
const COIN = { ERC20: 60, TRC20: 195 } as const

/** A wallet that follows from its name alone, with the keys of its addresses. */
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

/** What a contract is deployed with, and how it is called. */
export function codeOf(name: string, args: readonly unknown[]): { abi: Interface; code: string } {
  const artifact = contractOf(name) as ReturnType<typeof contractOf> & { readonly abi: InterfaceAbi }
  const abi = new Interface(artifact.abi)
  return { abi, code: `${artifact.bytecode}${abi.encodeDeploy([...args]).slice(2)}` }
}

/** The first bytes of what a call carries, and its arguments; accounts stand for their addresses. */
export const encode = ({ abi }: Contract, method: string, args: readonly unknown[]): string =>
  abi.encodeFunctionData(method, args.map(worded))

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'word' in value

const worded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(worded)
  return isAccount(value) ? value.word : value
}
