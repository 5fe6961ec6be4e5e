import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { merchantBalances, post } from '../../../src/domain/ledger/ledger.js'
import type { NamedTransfer } from '../../../src/domain/recovery/outgoing-transfers.js'
import { beginRecovery } from '../../../src/domain/recovery/recoveries.js'
import {
  type SettledByTransfer,
  settleByTransfer,
} from '../../../src/domain/recovery/transfer-settlements.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { formatUsdt } from '../../../src/domain/shared/money.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { createWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { DEPTH, seen, WALLET } from '../chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../chain/scripted-world.js'
import { amount } from '../domain/context.js'
import { type Engine, openDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'

export const MANDATE = { actor: 'ada', reason: 'restored' }
export const PAYEE = 'payee'

/** A shop with 1,000 USDT on a network whose blocks a test writes, and whose hot wallet others may use. */
export class RecoveryWorld {
  private constructor(readonly world: ScriptedWorld) {}

  static async begin(engine: Engine = 'sqlite'): Promise<RecoveryWorld> {
    return RecoveryWorld.on((await openDatabase(engine)).store)
  }

  static async on(store: Store): Promise<RecoveryWorld> {
    const world = await ScriptedWorld.on(store)
    world.chain.isHeadReported = true
    const made = new RecoveryWorld(world)
    await made.fund('shop', '1000')
    // The wallet's tokens, which the first step records: what this process reads afterwards is new.
    world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'operator', WALLET, '5000')] }))
    await made.confirm()
    return made
  }

  /** Returns the same network in another process, on another database if one is given. */
  restarted(store = this.world.store): RecoveryWorld {
    return new RecoveryWorld(this.world.restarted(store))
  }

  /** Returns the same process on an older copy of its database. */
  setBackTo(store: Store): RecoveryWorld {
    return new RecoveryWorld(this.world.setBackTo(store))
  }

  async fund(merchantId: string, usdt: string): Promise<void> {
    const { store, context, id } = this.world
    const debit = platformAccount(id.environment, 'app_rail')
    const credit = merchantAccount({ merchantId, environment: id.environment }, 'available')
    const legs = [{ debit, credit, amount: amount(usdt) }]
    const key = `gift ${context.ids.uuid()}`
    const gift = { environment: id.environment, kind: 'adjust', key, reference: key, legs } as const
    await store.write((tx) => post(tx, context, [gift]))
  }

  /** @param issuedBy the operator who issued the key */
  async withdraw({
    to = PAYEE,
    usdt = '100',
    merchantId = 'shop',
    issuedBy = null as string | null,
  } = {}): Promise<Withdrawal> {
    const { store, context, id } = this.world
    const caller = {
      merchantId,
      environment: id.environment,
      keyId: 'mk_1',
      scopes: KEY_SCOPES,
      issuedBy,
      merchant: merchant(merchantId),
    }
    const input = {
      ...{ amount: usdt, network: id.network, destinationAddress: to, description: undefined },
      ...{ metadata: undefined, webhookUrl: undefined, idempotencyKey: undefined },
    }
    return (await store.write((tx) => createWithdrawal(tx, context, caller, input))).withdrawal
  }

  /** Holds a withdrawal as one that may be paid already, as an unknown transfer that is gone later. */
  async holdAsDuplicate(id: string): Promise<void> {
    await this.write(async (tx) => {
      const withdrawal = await tx.withdrawals.lock(id)
      if (!withdrawal) throw new Error('there is no such withdrawal')
      const held = { status: 'REVIEW', reviewReason: 'possible_duplicate' } as const
      await tx.withdrawals.update({ ...withdrawal, ...held, version: withdrawal.version + 1 })
    })
  }

  /** Mines a transfer out of the hot wallet that this server did not sign. @returns its hash */
  pay({ to = PAYEE, usdt = '100' } = {}): string {
    let txHash = ''
    this.world.pass(BLOCK_MS, (block) => {
      const transfer = seen(block, WALLET, to, usdt)
      txHash = transfer.txHash
      return { outgoing: [transfer] }
    })
    return txHash
  }

  /** Mines the blocks that make everything final, and reads them. */
  async confirm(): Promise<void> {
    this.world.pass(DEPTH * BLOCK_MS)
    await this.world.watch()
  }

  watch = (): Promise<void> => this.world.watch()

  write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => this.world.store.write(work)

  async begun(skip = 0): Promise<void> {
    const about = { cause: 'restore', reason: 'a test', backupAt: null, actor: 'ada' } as const
    const { context, id } = this.world
    await this.write((tx) => beginRecovery(tx, context, { ...about, chains: [id], skip }))
  }

  settle(id: string, txHash: string, logIndex?: number): Promise<SettledByTransfer> {
    const paidBy: NamedTransfer = { txHash, logIndex }
    return this.write((tx) => settleByTransfer(tx, this.world.context, { id, paidBy }, MANDATE))
  }

  async get(id: string): Promise<Withdrawal> {
    const found = await this.world.store.read((tx) => tx.withdrawals.find(id))
    if (!found) throw new Error('there is no such withdrawal')
    return found
  }

  /** Returns the status of a withdrawal and why it waits. */
  async state(id: string): Promise<string> {
    const { status, reviewReason } = await this.get(id)
    return reviewReason === null ? status : `${status} ${reviewReason}`
  }

  async balances(merchantId = 'shop'): Promise<Record<string, string>> {
    const { environment } = this.world.id
    const { store } = this.world
    const { available, held, shortfall } = await store.read((tx) =>
      merchantBalances(tx, { merchantId, environment }),
    )
    return {
      available: formatUsdt(available),
      held: formatUsdt(held),
      shortfall: formatUsdt(shortfall),
      suspense: await this.world.balance('suspense'),
      custody: await this.world.balance('custody'),
    }
  }

  /** Returns the names of the ledger checks that find a violation. */
  async violated(): Promise<string[]> {
    const { checks } = await this.world.verify()
    return checks.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  }
}
