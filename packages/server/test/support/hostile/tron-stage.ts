import { type FaultRule, startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { computeAddress } from 'ethers'
import { TronWeb } from 'tronweb'
import { openTrc20 } from '../../../src/chain/trc20/trc20.js'
import type { AddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { TRC20 } from '../../../src/networks/trc20.js'
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

const CHAIN_ID = 3_448_148_188
const SOLID_LAG = 3
const FEE_LIMIT = 15_000_000_000
const TOO_LITTLE = 1_000_000
const COINS = 100_000_000_000
const MUCH_ENERGY = 1_000_000_000_000

/** The stage of TRON: the development node, and an unmodified tronweb that signs. */
export class TronStage extends BaseStage implements Stage {
  readonly tokenName = 'TetherTrc20'
  readonly owner: Account
  private readonly tronWeb: TronWeb

  private constructor(private readonly node: TronDevnode) {
    super('TRC20', CHAIN_ID, 1)
    this.tronWeb = new TronWeb({ fullHost: node.url })
    this.owner = {
      ...accountAt(encodeAddress('TRC20', bytesOf(node.bank.address))),
      privateKey: node.bank.privateKey,
    }
  }

  static async start(): Promise<TronStage> {
    const stage = new TronStage(await startTronDevnode({ solidLag: SOLID_LAG }))
    await stage.node.control('stake', {
      address: stage.node.bank.address,
      energy: MUCH_ENERGY,
      bandwidth: MUCH_ENERGY,
    })
    await stage.mineToDepth()
    return stage
  }

  accountAt = accountAt

  async account(privateKey?: string): Promise<Account> {
    const key = this.keyOf(privateKey)
    const hex = computeAddress(`0x${key}`).slice(2)
    await this.node.control('faucet', { address: `41${hex.toLowerCase()}`, sun: COINS })
    await this.followTime()
    return { ...accountAt(encodeAddress('TRC20', Buffer.from(hex, 'hex'))), privateKey: key }
  }

  async deploy(name: string, ...args: readonly unknown[]): Promise<Contract> {
    const { abi, code } = codeOf(name, args)
    // The arguments are part of the code.
    const options = { abi: [], bytecode: code.slice(2), feeLimit: FEE_LIMIT, name }
    const transaction = await this.tronWeb.transactionBuilder.createSmartContract(options, hexOf(this.owner))
    await this.send(transaction, this.owner, {})
    return { ...accountAt(encodeAddress('TRC20', bytesOf(transaction.contract_address))), abi }
  }

  async call(
    contract: Contract,
    method: string,
    args: readonly unknown[],
    options: CallOptions = {},
  ): Promise<Called> {
    const { from = this.owner, isStarved } = options
    const { transaction } = await this.post<{ transaction: object }>('wallet/triggersmartcontract', {
      owner_address: hexOf(from),
      contract_address: hexOf(contract),
      data: encode(contract, method, args).slice(2),
      fee_limit: isStarved ? TOO_LITTLE : FEE_LIMIT,
    })
    return this.send(transaction, from, options)
  }

  async sendCoins(to: string): Promise<void> {
    const transaction = await this.post<object>('wallet/createtransaction', {
      owner_address: hexOf(this.owner),
      to_address: hexOf(accountAt(to)),
      amount: 25_000_000,
    })
    await this.send(transaction, this.owner, {})
  }

  async sendAsset(name: string, to: string, amount: bigint): Promise<void> {
    const transaction = await this.post<object>('wallet/transferasset', {
      owner_address: hexOf(this.owner),
      to_address: hexOf(accountAt(to)),
      asset_name: Buffer.from(name, 'ascii').toString('hex'),
      amount: Number(amount),
    })
    await this.send(transaction, this.owner, {})
  }

  async mineToDepth(): Promise<void> {
    await this.node.control('mine', { blocks: SOLID_LAG + 1 })
    await this.followTime()
  }

  async mineAt(at: number): Promise<void> {
    await this.node.control('mine', { time: at })
    await this.followTime()
  }

  async replace(depth: number, transactions: 'keep' | 'drop' | 'later'): Promise<void> {
    const fate = transactions === 'later' ? { transactions: 'keep', delay: 1 } : { transactions }
    await this.node.control('reorg', { depth, ...fate })
    await this.followTime()
  }

  async rollBack(depth: number): Promise<void> {
    await this.node.control('reorg', { depth, transactions: 'drop', blocks: 0 })
  }

  async reportFailed(value: string, during: () => Promise<void>): Promise<void> {
    const failed = { '0.result': 'FAILED', '0.receipt.result': 'OUT_OF_TIME' }
    const num = await this.headNumber()
    const rules: FaultRule[] = ['/wallet', '/walletsolidity'].flatMap((api) => [
      { path: `${api}/gettransactioninfobyblocknum`, kind: 'edit', where: { num }, times: 0, set: failed },
      {
        path: `${api}/gettransactionbyid`,
        kind: 'edit',
        where: { value },
        times: 0,
        set: { 'ret.0.contractRet': 'OUT_OF_TIME' },
      },
    ])
    for (const rule of rules) await this.node.control('faults', rule)
    await during()
    await fetch(`${this.node.url}/control/faults`, { method: 'DELETE' })
  }

  open(book: AddressBook, token: string): Promise<Chain> {
    return openTrc20(this.chainOptions(this.node.url, book, token))
  }

  stop(): Promise<void> {
    return this.node.close()
  }

  private async send(transaction: object, from: Account, { at }: CallOptions): Promise<Called> {
    const signed = await this.tronWeb.trx.sign(transaction as never, from.privateKey)
    const sent = await this.post<{ result?: boolean; txid: string; code?: string }>(
      'wallet/broadcasttransaction',
      signed,
    )
    if (sent.result !== true) throw new Error(`not accepted: ${JSON.stringify(sent)}`)
    await this.node.control('mine', at === undefined ? {} : { time: at })
    const info = await this.post<{ receipt?: { result?: string } }>('wallet/gettransactioninfobyid', {
      value: sent.txid,
    })
    await this.followTime()
    return { txHash: sent.txid, hasSucceeded: (info.receipt?.result ?? 'SUCCESS') === 'SUCCESS' }
  }

  private async post<Answer>(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.node.url}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as Answer
  }

  private async headNumber(): Promise<number> {
    return (await this.head()).number
  }

  private async head(): Promise<{ number: number; timestamp: number }> {
    const head = await this.post<{ block_header: { raw_data: { number: number; timestamp: number } } }>(
      'wallet/getblock',
      { detail: false },
    )
    return head.block_header.raw_data
  }

  protected async newestAt(): Promise<number> {
    return (await this.head()).timestamp
  }
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
const hexOf = ({ word }: Account): string => `41${word.slice(2).toLowerCase()}`

function accountAt(address: string): Account {
  const bytes = TRC20.decodeAddress(address)
  if (!bytes) throw new Error(`not an address of TRON: ${address}`)
  return { address, word: `0x${Buffer.from(bytes).toString('hex')}` }
}
