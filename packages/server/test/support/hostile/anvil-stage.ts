import { computeAddress, getAddress, Wallet } from 'ethers'
import { openErc20 } from '../../../src/chain/erc20/erc20.js'
import type { AddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { START } from '../domain/context.js'
import { ANVIL_CHAIN_ID, type Anvil, startAnvil } from '../nodes/anvil.js'
import { BaseStage } from './base-stage.js'
import {
  type Account,
  type Called,
  type CallOptions,
  type Contract,
  codeOf,
  encode,
  type Stage,
} from './stage.js'

const CONFIRMATIONS = 3
const BLOCK_MS = 12_000
const COINS = '0x3635c9adc5dea00000'
const PRICE = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
/** Enough for fifty transfers. It is fixed because an estimate would refuse transactions that fail. */
const GAS = '0x989680'
const TOO_LITTLE_GAS = '0x7530'

interface Transaction {
  readonly to?: string
  readonly data?: string
  readonly value?: string
  readonly gas: string
}

interface Receipt {
  readonly status: string
  readonly contractAddress: string | null
}

/** The stage of Ethereum: a real node on which every account is unlocked. */
export class AnvilStage extends BaseStage implements Stage {
  readonly tokenName = 'TetherErc20'

  private constructor(
    private readonly anvil: Anvil,
    readonly owner: Account,
  ) {
    super('ERC20', ANVIL_CHAIN_ID, CONFIRMATIONS)
  }

  static async start(): Promise<AnvilStage> {
    const anvil = await startAnvil({ startAt: START })
    await anvil.call('anvil_setBlockTimestampInterval', [BLOCK_MS / 1_000])
    const [first = ''] = (await anvil.call('eth_accounts')) as string[]
    const stage = new AnvilStage(anvil, accountAt(first))
    await stage.mineToDepth()
    return stage
  }

  accountAt = accountAt

  async account(privateKey?: string): Promise<Account> {
    const key = this.keyOf(privateKey)
    const account = { ...accountAt(computeAddress(`0x${key}`)), privateKey: key }
    await this.anvil.call('anvil_setBalance', [account.word, COINS])
    return account
  }

  async deploy(name: string, ...args: readonly unknown[]): Promise<Contract> {
    const { abi, code } = codeOf(name, args)
    const { receipt } = await this.send(this.owner, { data: code, gas: GAS })
    if (!receipt.contractAddress) throw new Error(`${name} is not deployed`)
    return { ...accountAt(receipt.contractAddress), abi }
  }

  async call(
    contract: Contract,
    method: string,
    args: readonly unknown[],
    options: CallOptions = {},
  ): Promise<Called> {
    const { from = this.owner, isStarved } = options
    const data = encode(contract, method, args)
    const gas = isStarved ? TOO_LITTLE_GAS : GAS
    const { txHash, receipt } = await this.send(from, { to: contract.word, data, gas }, options)
    return { txHash, hasSucceeded: receipt.status === '0x1' }
  }

  async sendCoins(to: string): Promise<void> {
    await this.send(this.owner, { to, value: '0xde0b6b3a764000', gas: GAS })
  }

  async mineToDepth(): Promise<void> {
    await this.mine(CONFIRMATIONS + 1)
  }

  async mineAt(at: number): Promise<void> {
    await this.anvil.call('evm_setNextBlockTimestamp', [at / 1_000])
    await this.anvil.call('evm_mine')
    await this.followTime()
  }

  async replace(depth: number, transactions: 'keep' | 'drop' | 'later'): Promise<void> {
    await this.replaceAll(depth, (at) => {
      if (transactions === 'drop') return undefined
      return transactions === 'later' ? depth - 1 : at
    })
  }

  /**
   * Replaces the newest blocks by as many others.
   *
   * @param placeOf returns the new block of an old block's transactions, both counted from 0; undefined drops them
   */
  async replaceAll(depth: number, placeOf: (at: number) => number | undefined): Promise<void> {
    const head = await this.anvil.headNumber()
    const again: [string, number][] = []
    for (let at = 0; at < depth; at += 1) {
      const number = `0x${(head - depth + 1 + at).toString(16)}`
      const block = (await this.anvil.call('eth_getBlockByNumber', [number, false])) as {
        transactions: string[]
      }
      for (const hash of block.transactions) {
        const place = placeOf(at)
        if (place === undefined) continue
        again.push([(await this.anvil.call('eth_getRawTransactionByHash', [hash])) as string, place])
      }
    }
    await this.anvil.call('anvil_reorg', [depth, again])
    await this.followTime()
  }

  headNumber(): Promise<number> {
    return this.anvil.headNumber()
  }

  async mine(blocks: number): Promise<void> {
    await this.anvil.mine(blocks, BLOCK_MS / 1_000)
    await this.followTime()
  }

  async rollBack(depth: number): Promise<void> {
    await this.anvil.call('anvil_rollback', [depth])
  }

  open(book: AddressBook, token: string): Promise<Chain> {
    return openErc20(this.chainOptions(this.anvil.url, book, token))
  }

  stop(): Promise<void> {
    return this.anvil.stop()
  }

  private async send(
    from: Account,
    transaction: Transaction,
    { at }: CallOptions = {},
  ): Promise<{ txHash: string; receipt: Receipt }> {
    if (at !== undefined) await this.anvil.call('evm_setNextBlockTimestamp', [at / 1_000])
    const txHash = await this.submit(from, transaction)
    const receipt = await this.receiptOf(txHash)
    await this.followTime()
    return { txHash, receipt }
  }

  /** Signs a transaction with the account's key where that is known, so that a reorg can send it again. */
  private async submit({ word, privateKey }: Account, transaction: Transaction): Promise<string> {
    if (privateKey === undefined) {
      return (await this.anvil.call('eth_sendTransaction', [{ ...transaction, from: word }])) as string
    }
    const nonce = Number(await this.anvil.call('eth_getTransactionCount', [word, 'latest']))
    const { gas: gasLimit, ...fields } = transaction
    const whole = { ...fields, ...PRICE, gasLimit, nonce, chainId: ANVIL_CHAIN_ID, type: 2 }
    const raw = await new Wallet(privateKey).signTransaction(whole)
    return (await this.anvil.call('eth_sendRawTransaction', [raw])) as string
  }

  /** Waits for the receipt of a transaction, which is mined at once. */
  private async receiptOf(txHash: string): Promise<Receipt> {
    for (let asked = 0; asked < 1_000; asked += 1) {
      const receipt = await this.anvil.call('eth_getTransactionReceipt', [txHash])
      if (receipt !== null) return receipt as Receipt
    }
    throw new Error(`${txHash} is not mined`)
  }

  protected async newestAt(): Promise<number> {
    const block = (await this.anvil.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
    return Number(block.timestamp) * 1_000
  }
}

function accountAt(address: string): Account {
  return { address: getAddress(address), word: getAddress(address) }
}
