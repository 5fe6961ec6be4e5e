import { utils } from 'tronweb'
import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import token from '../../../packages/tron-devnode/contracts/artifacts/TetherTrc20.json' with { type: 'json' }
import { blockReference } from '../../../packages/tron-devnode/src/chain/block.js'
import { Chain } from '../../../packages/tron-devnode/src/chain/chain.js'
import { TransactionRejected } from '../../../packages/tron-devnode/src/chain/rejection.js'
import { contractAddressOf, toBase58 } from '../../../packages/tron-devnode/src/encoding/bytes.js'
import {
  type ContractType,
  encodeRawData,
  type Transaction,
  transactionOf,
} from '../../../packages/tron-devnode/src/encoding/transaction-codec.js'
import { bankAddress, bankKey, blockSlotMs, settingsOf } from '../../../packages/tron-devnode/src/settings.js'
import { BANNED, GAS_WALLET, type MinedTransfer, type Payment, type SimulatedChain } from './network.js'

const HOUR_MS = 3_600_000
const PREFIX = '41'
const TRANSFER_CALL = 'a9059cbb'
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const FEE_LIMIT_SUN = 15_000_000_000
const TOKENS = 10n ** 16n
/** A payment is signed three times at most. */
const MOST_VERSIONS = 3
const RICH_SUN = 10n ** 14n

const GAS_ADDRESS = `${PREFIX}${GAS_WALLET.account}`
const BANNED_ADDRESS = `${PREFIX}${BANNED.account}`
const BANK: Payer = { address: bankAddress, key: bankKey }
const STRANGER = '5a'.repeat(20)

interface Payer {
  readonly address: string
  readonly key: string
}

const word = (digits: string): string => digits.padStart(64, '0')
const callOf = (to: string, value: bigint): string => `${TRANSFER_CALL}${word(to)}${word(value.toString(16))}`

/** While nothing happens, there is a block for this time. */
const QUIET_SLOT_MS = 10 * blockSlotMs
/** Blocks without a transaction after which nothing happens: more than a fork replaces. */
const QUIET_BLOCKS = 25

/** One chain of TRON, which the development node executes. Blocks come every 3 s of virtual time, and fewer in quiet hours. */
export class Tron implements SimulatedChain {
  private turn: Promise<void> = Promise.resolve()
  private made = 0
  /** Until when transactions of the hot wallet are lost. */
  private losingUntil = 0
  /** Whether nodes answer then that they are busy. */
  private areBusy = false
  /** How many transactions of a payment are lost then. */
  private mostLosses = 0
  /** Ids of transactions that no block ever has. */
  private readonly lost = new Set<string>()
  /** How many transactions of a payment were lost, by their call. */
  private readonly losses = new Map<string, number>()

  private constructor(
    readonly chain: Chain,
    /** The account that pays out. */
    private readonly wallet: string,
    private readonly tokenHex: string,
    /** A contract with the same events. */
    private readonly counterfeitHex: string,
    private readonly now: () => number,
  ) {}

  /** @param wallet the account that pays out, which gets coins */
  static async create(now: () => number, wallet: string): Promise<Tron> {
    const startAt = now()
    const chain = await Chain.create(
      settingsOf({
        ...{ clock: now, genesisTime: startAt - HOUR_MS },
        balances: { [`${PREFIX}${wallet}`]: RICH_SUN, [BANNED_ADDRESS]: RICH_SUN, [GAS_ADDRESS]: RICH_SUN },
      }),
    )
    await chain.mine()
    const bytecode = `${token.bytecode.replace('0x', '')}${word(TOKENS.toString(16))}`
    const contract = { origin_address: bankAddress, name: 'TetherTrc20', bytecode }
    const deploy = async (at: number) => {
      const deployed = signed(BANK, chain, at, 'CreateSmartContract', { new_contract: contract })
      await chain.submit(deployed)
      await chain.mine()
      return contractAddressOf(deployed.id, bankAddress)
    }
    const tron = new Tron(chain, `${PREFIX}${wallet}`, await deploy(startAt), await deploy(startAt + 1), now)
    await tron.pay(BANNED.account, TOKENS / 2n)
    await tron.catchUp()
    return tron
  }

  get token(): string {
    return toBase58(this.tokenHex)
  }

  spell(account: string): string {
    return toBase58(`${PREFIX}${account}`)
  }

  read(address: string): string {
    return Buffer.from(utils.crypto.decodeBase58Address(address) || [])
      .toString('hex')
      .slice(PREFIX.length)
  }

  async pay(to: string, value: bigint, payment: Payment = 'plain'): Promise<string> {
    await this.catchUp()
    const contract = payment === 'counterfeit' ? this.counterfeitHex : this.tokenHex
    const payer = payment === 'banned' ? { address: BANNED_ADDRESS, key: BANNED.key } : BANK
    const id = await this.transfer(payer, contract, callOf(to, value))
    // No payment is alone in its block.
    await this.transfer(BANK, this.tokenHex, callOf(STRANGER, 1n))
    return id
  }

  private async transfer(payer: Payer, contract: string, data: string): Promise<string> {
    // Two equal transfers in one millisecond would be one transaction.
    this.made += 1
    const call = { contract_address: contract, data }
    const sent = signed(payer, this.chain, this.now() + this.made, 'TriggerSmartContract', call)
    await this.submit(sent)
    return sent.id
  }

  /** Takes a transaction. One of the hot wallet may be lost, also if the node accepts it. @throws TransactionRejected */
  async receive(transaction: Transaction): Promise<void> {
    const { id, value } = transaction
    if (value.owner_address !== this.wallet) return this.submit(transaction)
    const call = value.data ?? ''
    const losses = this.losses.get(call) ?? 0
    const isLost = this.now() < this.losingUntil && losses < this.mostLosses
    if (!this.lost.has(id)) {
      if (!isLost) return this.submit(transaction)
      this.losses.set(call, losses + 1)
    }
    this.lost.add(id)
    if (this.areBusy) throw new TransactionRejected('SERVER_BUSY', 'Server busy.')
  }

  /** Loses what the hot wallet sends for some time, or changes what it has staked. */
  mishap(dice: Dice): string {
    if (dice.chance(50)) {
      const minutes = 1 + dice.below(60)
      this.mostLosses = 1 + dice.below(MOST_VERSIONS)
      this.losingUntil = this.now() + minutes * 60_000
      this.areBusy = dice.chance(40)
      const how = this.areBusy ? 'with an error' : 'unnoticed'
      return `payouts are lost ${how} for ${minutes} minutes, each ${this.mostLosses} times`
    }
    const stake = { energy: dice.below(4) * 50_000, bandwidth: dice.below(3) * 400 }
    this.chain.stakes.set(this.wallet, stake)
    return `the hot wallet has ${stake.energy} energy and ${stake.bandwidth} bandwidth staked`
  }

  hasFailed(to: string, value: bigint): boolean {
    return (this.losses.get(callOf(to, value)) ?? 0) >= MOST_VERSIONS
  }

  catchUp(): Promise<void> {
    return this.inTurn(() => this.mine(this.isQuiet ? QUIET_SLOT_MS : blockSlotMs))
  }

  async fork(depth: number): Promise<void> {
    await this.catchUp()
    return this.inTurn(async () => {
      // No transaction comes into a block that is older than all that the replaced blocks had.
      const first = this.chain
        .history()
        .slice(-depth)
        .findIndex(({ transactions }) => transactions.length > 0)
      await this.chain.reorg({ depth, blocks: depth, delay: first < 0 ? depth : first })
    })
  }

  depths(most: number): number[] {
    const { head } = this.chain
    return Array.from({ length: most }, (_, at) => at + 1).filter(
      (depth) => (this.chain.block(head.number - depth + 1)?.transactions.length ?? 0) > 0,
    )
  }

  /** No fork replaces solidified blocks, the only ones that count. */
  isShallow(): boolean {
    return false
  }

  *topUps(): Generator<string> {
    for (const { transactions } of this.chain.history())
      for (const { transaction } of transactions)
        if (transaction.type === 'TransferContract' && transaction.value.owner_address === GAS_ADDRESS)
          yield `${transaction.value.to_address}`.slice(PREFIX.length)
  }

  *transfers(): Generator<MinedTransfer> {
    for (const { transactions, timestamp } of this.chain.history())
      for (const { info } of transactions)
        for (const { address, topics, data } of info.log ?? []) {
          const [topic, from, to] = topics
          if (address !== this.tokenHex.slice(PREFIX.length)) continue
          if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined) continue
          const value = BigInt(`0x${data}`)
          yield { from: from.slice(-40), to: to.slice(-40), value, hash: info.id, time: timestamp / 1_000 }
        }
  }

  private get isQuiet(): boolean {
    const { pending } = this.chain
    const newest = this.chain.history().slice(-QUIET_BLOCKS)
    return pending.length === 0 && newest.every(({ transactions }) => transactions.length === 0)
  }

  /** Mines the blocks whose time has come. */
  private async mine(stepMs: number): Promise<void> {
    const blocks = Math.floor((this.now() - this.chain.head.timestamp) / stepMs)
    if (blocks > 0) await this.chain.mine({ blocks, time: this.chain.head.timestamp + stepMs, stepMs })
  }

  /** No block has a transaction that is older than its sending. */
  private async submit(transaction: Transaction): Promise<void> {
    await this.inTurn(() => this.mine(blockSlotMs))
    await this.chain.submit(transaction)
  }

  /** Blocks are mined one call after another, so that none is mined twice. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work)
    return this.turn
  }
}

function signed(
  { address, key }: Payer,
  chain: Chain,
  timestamp: number,
  type: ContractType,
  fields: object,
) {
  const value = { owner_address: address, ...fields }
  const rawHex = encodeRawData({
    contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
    ...blockReference(chain.top('solid')),
    ...{ timestamp, fee_limit: FEE_LIMIT_SUN, expiration: chain.head.timestamp + HOUR_MS },
  })
  const { id } = transactionOf(rawHex, [])
  const signature = utils.crypto.ECKeySign(Buffer.from(id, 'hex'), Buffer.from(key, 'hex'))
  return transactionOf(rawHex, [signature.replace(/^0x/, '').toLowerCase()])
}
