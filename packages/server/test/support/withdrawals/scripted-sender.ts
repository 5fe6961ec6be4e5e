import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type {
  BroadcastResult,
  Fate,
  Sender,
  SendIntent,
  SignedTransaction,
  SignedVersions,
  Unsigned,
  WalletState,
} from '../../../src/domain/chain/sender.js'
import type { Context } from '../../../src/domain/context.js'
import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { post } from '../../../src/domain/ledger/ledger.js'
import type { LedgerTransaction } from '../../../src/domain/ledger/ledger-entry.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { createWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { withdrawalSender } from '../../../src/workers/withdrawals/withdrawal-sender.js'
import type { Worker } from '../../../src/workers/worker.js'
import { amount, contextAt, type HandClock, handClock } from '../domain/context.js'
import { type Engine, openDatabase, type TestDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'
import { PAYEE } from './withdrawals.js'

export const SCOPE = { merchantId: 'shop', environment: 'test' } as const
export const ID = { environment: 'test', network: 'TRC20' } as const
const signal = new AbortController().signal

/** A sender that signs, keeps the broadcast transactions, and reports the fate that a test sets. */
export class ScriptedSender implements Sender {
  readonly wallet = 'T-wallet'
  readonly broadcasts: SignedTransaction[] = []
  readonly audiences: ('one' | 'all')[] = []
  readonly fates = new Map<string, Fate>()
  /** The slot of each prepared payment. */
  readonly slots: WalletState[] = []
  /** Withdrawals that cannot be signed, and the reason. */
  readonly unsigned = new Map<string, Unsigned>()
  answer: BroadcastResult = { kind: 'accepted' }
  headNumber = 0
  signed = 0
  /** Of each payment that is signed. */
  expiresAt: number | null = null
  /** Whether the calls of the day are reserved for reading blocks. */
  isSparing = false
  /** Called before a payment of this withdrawal is signed, broadcast or tracked. */
  onPrepare: (withdrawalId: string) => Promise<void> = async () => undefined
  onBroadcast: (withdrawalId: string) => void = () => undefined
  onTrack: (withdrawalId: string) => void = () => undefined

  async head() {
    return { number: this.headNumber, timeAt: Number.POSITIVE_INFINITY }
  }
  canSpare(): boolean {
    return !this.isSparing
  }
  async prepare({ withdrawalId }: SendIntent, slot: WalletState): Promise<SignedTransaction | Unsigned> {
    const { nonce = 0 } = slot
    this.slots.push(slot)
    await this.onPrepare(withdrawalId)
    const unsigned = this.unsigned.get(withdrawalId)
    if (unsigned) return unsigned
    this.signed += 1
    // A second signature has other bytes: it would be another payment.
    return {
      txHash: `hash-${this.signed}`,
      wallet: this.wallet,
      nonce,
      raw: `${withdrawalId} ${this.signed}`,
      expiresAt: this.expiresAt,
    }
  }
  async broadcast(signed: SignedTransaction, to: 'one' | 'all'): Promise<BroadcastResult> {
    this.onBroadcast(withdrawalOf(signed))
    this.broadcasts.push(signed)
    this.audiences.push(to)
    return this.answer
  }
  async track({ payment }: SignedVersions): Promise<Fate> {
    this.onTrack(withdrawalOf(payment))
    return this.fates.get(withdrawalOf(payment)) ?? { kind: 'unknown' }
  }
  bytesFor(withdrawalId: string): string[] {
    return this.broadcasts.filter((signed) => withdrawalOf(signed) === withdrawalId).map(({ raw }) => raw)
  }
}

const withdrawalOf = ({ raw }: SignedTransaction): string => raw.split(' ')[0] ?? ''

/** A store and a network whose sender the test controls. */
export interface SenderWorld {
  readonly database: TestDatabase
  readonly store: Store
  readonly clock: HandClock
  readonly context: Context
  readonly network: ScriptedSender
  readonly chain: Chain
}

/** Begins with merchants that have 1,000 USDT each. */
export async function begin(
  engine: Engine = 'sqlite',
  merchants: readonly string[] = ['shop'],
): Promise<SenderWorld> {
  const database = await openDatabase(engine)
  const { store } = database
  const clock = handClock()
  const plain = contextAt(clock)
  const id = { environment: 'test', network: 'TRC20' } as const
  const network = new ScriptedSender()
  const sandbox = await openSandbox({ ...id, store, clock, ids: plain.ids, blockMs: 1_000 })
  await startCursor(store, sandbox, new AbortController().signal)
  const chain = { ...sandbox, sender: network }
  const context = { ...plain, chain: () => chain }
  await startCursor(store, chain, new AbortController().signal)
  await store.write(async (tx) => {
    const gifts: LedgerTransaction[] = []
    for (const merchantId of merchants) {
      await tx.merchants.insert(merchant(merchantId))
      const debit = platformAccount('test', 'app_rail')
      const credit = merchantAccount({ ...SCOPE, merchantId }, 'available')
      const about = {
        environment: 'test',
        kind: 'adjust',
        key: `gift ${merchantId}`,
        reference: merchantId,
      } as const
      gifts.push({ ...about, legs: [{ debit, credit, amount: amount('1000') }] })
    }
    await post(tx, context, gifts)
  })
  return { database, store, clock, context, network, chain }
}

/** Creates `count` withdrawals. @param options their merchant, and the amount of each */
export async function withdraw(
  { store, context }: SenderWorld,
  count = 1,
  { merchantId = 'shop', each = '10' } = {},
): Promise<Withdrawal[]> {
  const caller: Caller = {
    ...SCOPE,
    merchantId,
    keyId: 'mk_test_1',
    scopes: KEY_SCOPES,
    issuedBy: null,
    merchant: merchant(merchantId),
  }
  const input = {
    amount: each,
    network: 'TRC20',
    destinationAddress: PAYEE.TRC20,
    description: undefined,
    metadata: undefined,
    webhookUrl: undefined,
    idempotencyKey: undefined,
  } as const
  const make = () => store.write((tx) => createWithdrawal(tx, context, caller, input))
  const made = await Promise.all(Array.from({ length: count }, make))
  // Sorted by id, whichever was stored first.
  return made.map(({ withdrawal }) => withdrawal).sort(({ id: one }, { id: other }) => (one < other ? -1 : 1))
}

/** Ticks a new worker, which keeps nothing in memory between ticks. */
export const tick = (world: SenderWorld): Promise<number> => workerOf(world).tick(signal)

/** Creates the worker of one process. */
export const workerOf = ({ store, context, chain }: SenderWorld): Worker =>
  withdrawalSender(store, context, chain, { everyMs: 1_000, isProven: () => true })

export const statuses = ({ store }: SenderWorld, withdrawals: readonly Withdrawal[]): Promise<string[]> =>
  store.read(async (tx) => {
    const found: string[] = []
    for (const { id } of withdrawals) found.push((await tx.withdrawals.find(id))?.status ?? 'none')
    return found
  })

export const count = (all: readonly string[], ...wanted: string[]): number =>
  all.filter((status) => wanted.includes(status)).length
