import type { ChainConditionKind } from '../domain/chain-conditions.js'
import type { Usdt } from '../domain/money.js'
import type { Instant } from '../domain/ports.js'
import type { NotNow, ShortageReason, SignedTransaction, Slot, Unsigned } from '../domain/senders.js'
import { pauseSigner } from '../domain/signer.js'
import type { Tx } from '../domain/tables.js'
import { SHORTAGES, type WithdrawalFact } from '../domain/withdrawal-state.js'
import { isDestination, tryApply, type Withdrawal } from '../domain/withdrawals.js'
import { BATCH, listSigned, RETRY_MS, type WalletRun } from './withdrawal-run.js'

/** Signed and not settled at once, per wallet: what can be in doubt at any time is bounded. */
const UNSETTLED_PER_WALLET = 8
/** Where nobody said what is missing, but an answer never came or was none. */
const AGAIN_MS = 5_000
/** At most, of one node. */
const CALLS_OF_A_TRY = 16

/** What keeps every withdrawal of a network from being signed, and from being looked at. */
const STOPPING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'signer_paused'])
const OF_TOKEN: readonly (ChainConditionKind & ShortageReason)[] = [
  'token_paused',
  'token_deprecated',
  'token_fee',
]

/** Signs what waits, as far as the wallet has room. */
export class WithdrawalSigning {
  /** What this look tried in vain, by the names of withdrawals. */
  private readonly vain = new Map<string, { againAt: Instant; reason: ShortageReason | undefined }>()

  constructor(private readonly run: WalletRun) {}

  /** @returns how many were signed or turned away */
  async sign(): Promise<number> {
    const { store, id } = this.run
    if (!(await this.isCaughtUp()) || (await store.read((tx) => this.isStopped(tx)))) return 0
    const room = UNSETTLED_PER_WALLET - (await store.read((tx) => listSigned(tx, id))).length
    if (room <= 0) return 0
    await this.begin()
    let changed = 0
    for (const { withdrawal, isRetry } of await store.read((tx) => this.listWaiting(tx))) {
      if (changed >= room) break
      if (isRetry && !this.isWorthATry(withdrawal)) continue
      try {
        if (await this.signOne(withdrawal, isRetry)) changed += 1
      } catch (error) {
        this.run.signal.throwIfAborted()
        this.run.failures.push(error)
        this.putOff(withdrawal, isRetry)
      }
    }
    await this.recordVain()
    return changed
  }

  /** Whoever starts a server anew may have brought what was missing. */
  private async begin(): Promise<void> {
    const { store, id, memory, context } = this.run
    if (memory.hasBegun) return
    await store.write((tx) => tx.withdrawals.tryAllAgain(id, context.clock.now()))
    memory.hasBegun = true
  }

  /**
   * What was tried in vain comes first, since it is older, but only so much of it in a minute: the more of it waits, the
   * longer it would keep everything else waiting, and the more calls it would take.
   */
  private async listWaiting(tx: Tx): Promise<{ withdrawal: Withdrawal; isRetry: boolean }[]> {
    const { id, memory, context } = this.run
    const now = context.clock.now()
    const limit = BATCH - memory.retried.countRecent()
    const query = { ...id, now, latest: now + RETRY_MS, below: this.shortOf(), limit }
    const isAnyHeld = this.hasCallsToSpare()
    const retries = limit > 0 ? await tx.withdrawals.listRetries({ ...query, isAnyHeld }) : []
    const others = await tx.withdrawals.listReady({ ...id, limit: BATCH })
    return [
      ...retries.map((withdrawal) => ({ withdrawal, isRetry: true })),
      ...others.map((withdrawal) => ({ withdrawal, isRetry: false })),
    ]
  }

  private isWorthATry(withdrawal: Withdrawal): boolean {
    const isHeld = SHORTAGES.some((reason) => reason === withdrawal.reviewReason)
    return !this.isTooMuch(withdrawal) && (!isHeld || this.hasCallsToSpare())
  }

  private hasCallsToSpare(): boolean {
    return this.run.spareCalls() >= CALLS_OF_A_TRY
  }

  /** What the wallet cannot pay for now, as far as is known: 1e-8 USDT and more. */
  private shortOf(): Usdt | undefined {
    const { context, memory } = this.run
    if (!memory.short) return undefined
    const passed = context.clock.now() - memory.short.at
    return passed >= 0 && passed < RETRY_MS ? memory.short.of : undefined // a clock that was set back must not silence it
  }

  private isTooMuch({ amount }: Pick<Withdrawal, 'amount'>): boolean {
    const shortOf = this.shortOf()
    return shortOf !== undefined && amount >= shortOf
  }

  /**
   * Whoever restored old books finds in the blocks what was sent since: nothing is signed before these are booked. A block
   * as late as the one that was the newest has all of them below it: a number alone, which is one node's word, would hold
   * the signer up for as long as that node likes, and no block can be hours ahead of our clock.
   */
  private async isCaughtUp(): Promise<boolean> {
    const { memory, sender, signal, state } = this.run
    memory.startHead ??= await sender.head(signal)
    const { number, timeAt } = memory.startHead
    return state.cursor.number >= number || state.cursor.timeAt >= timeAt
  }

  private async isStopped(tx: Tx): Promise<boolean> {
    return (await tx.chainConditions.list(this.run.id)).some(({ kind }) => STOPPING.has(kind))
  }

  /** @returns whether it was signed, or never will be */
  private async signOne(waiting: Withdrawal, isRetry: boolean): Promise<boolean> {
    const { outcome, slot } = await this.prepare(waiting)
    if ('foreign' in outcome) return this.pause(outcome.foreign, slot)
    if (!('notNow' in outcome)) return this.commit(waiting, outcome, slot)
    this.putOff(waiting, isRetry, outcome.notNow)
    return false
  }

  /** @param reason what is missing, where somebody said so; then it may be missing for a while */
  private putOff({ id, amount }: Withdrawal, isRetry: boolean, reason?: ShortageReason): void {
    const { context, memory } = this.run
    const at = context.clock.now()
    if (isRetry) memory.retried.note(`${id} ${at}`)
    if (reason === 'funds' && !this.isTooMuch({ amount })) memory.short = { of: amount, at }
    this.vain.set(id, { againAt: at + (reason === undefined ? AGAIN_MS : RETRY_MS), reason })
  }

  /** In one commit: a look may be in vain for many. */
  private async recordVain(): Promise<void> {
    if (this.vain.size === 0) return
    const { store, context } = this.run
    await store.write(async (tx) => {
      for (const [id, { againAt, reason }] of [...this.vain].sort(byId)) {
        const withdrawal = await tx.withdrawals.lock(id)
        if (!withdrawal) continue
        await tx.withdrawals.tryAgainAt(id, againAt)
        if (reason !== undefined && withdrawal.reviewReason !== reason)
          await tryApply(tx, context, withdrawal, { kind: 'held_back', reason })
      }
    })
  }

  private async prepare(waiting: Withdrawal): Promise<{ outcome: SignedTransaction | Unsigned; slot: Slot }> {
    const { store, context, id } = this.run
    const { isForOthers, shortage, slot } = await store.read(async (tx) => {
      const conditions = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
      const shortage = OF_TOKEN.find((kind) => conditions.has(kind))
      return {
        isForOthers: await isDestination(tx, context, id, waiting.destinationAddress),
        shortage,
        slot: await this.readSlot(tx),
      }
    })
    // It may have become ours since it was taken: a wallet whose key was set, or that signed.
    if (!isForOthers) return { outcome: { never: 'rejected' }, slot }
    if (shortage) return { outcome: { notNow: shortage }, slot }
    if (this.isTooMuch(waiting)) return { outcome: { notNow: 'funds' }, slot }
    return { outcome: await this.ask(waiting, slot), slot }
  }

  /** Asks those outside: whoever judges the destination, and the network. */
  private async ask(
    { id: withdrawalId, destinationAddress: to, amount }: Withdrawal,
    slot: Slot,
  ): Promise<SignedTransaction | Unsigned> {
    const { context, id, sender, state, signal } = this.run
    const { verdict } = await context.screening.judgeAddress(id, to, state.cursor, signal)
    if (verdict === 'outstanding') return { notNow: 'screening' }
    if (verdict === 'flag') return { never: 'compliance' }
    return sender.prepare({ withdrawalId, to, amount }, slot, signal)
  }

  private async readSlot(tx: Tx): Promise<Slot> {
    const { id, state } = this.run
    const pending: Slot['pending'][number][] = []
    // Another server may have booked blocks since this look began. The money is held against those that it began with.
    const booked = await tx.cursors.find(id)
    const newer = (booked?.block.number ?? 0) - state.cursor.number
    for (const withdrawal of await listSigned(tx, id)) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      if (payment && withdrawal.confirmations <= Math.max(newer, 0))
        pending.push({ ...payment, amount: withdrawal.amount })
    }
    const nonce = await this.nextNonce(tx)
    const isForeignUseAccepted = await tx.signedTransactions.isResumed(id)
    return { nonce, isForeignUseAccepted, pending, state }
  }

  private commit({ id }: Withdrawal, outcome: Decided, slot: Slot): Promise<boolean> {
    const { store, context, id: chainId } = this.run
    return store.write(async (tx) => {
      // Whoever pauses the signer meanwhile waits until this is committed, or was first.
      await tx.cursors.lock(chainId)
      const withdrawal = await tx.withdrawals.lock(id)
      // It may have been canceled meanwhile, the signer paused, or something else signed by another server: then the bytes
      // are thrown away, and nobody ever saw them.
      if (!withdrawal || (await this.isStopped(tx)) || !(await this.isStillFree(tx, slot))) return false
      const changed = await tryApply(tx, context, withdrawal, factOf(outcome))
      if (changed && 'txHash' in outcome) {
        const about = { withdrawalId: id, kind: 'payment', createdAt: context.clock.now() } as const
        await tx.signedTransactions.insert({ ...outcome, ...chainId, ...about })
        await tx.signedTransactions.forgetResumed(chainId)
      }
      return changed !== undefined
    })
  }

  /** Whether nobody signed since the slot was read, which all that the payment takes was held against. */
  private async isStillFree(tx: Tx, { nonce }: Slot): Promise<boolean> {
    if ((await this.nextNonce(tx)) !== nonce) return false
    return (await listSigned(tx, this.run.id)).length < UNSETTLED_PER_WALLET
  }

  private nextNonce(tx: Tx): Promise<number | undefined> {
    const { id, sender } = this.run
    return tx.signedTransactions.nextNonce({ ...id, wallet: sender.wallet })
  }

  /** @returns whether somebody else signs: a second server may have signed meanwhile what the node counts */
  private pause(foreign: string, { nonce }: Slot): Promise<boolean> {
    const { store, context, id } = this.run
    return store.write(async (tx) => {
      await tx.cursors.lock(id)
      if ((await this.nextNonce(tx)) !== nonce) return false
      await pauseSigner(tx, context, id, foreign)
      return true
    })
  }
}

/** What is settled before anybody outside sees it. */
type Decided = Exclude<SignedTransaction | Unsigned, NotNow | { foreign: string }>

/** Whoever locks several does so in ascending order. */
const byId = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)

const factOf = (outcome: Decided): WithdrawalFact =>
  'never' in outcome
    ? { kind: 'failed', failureCode: outcome.never }
    : { kind: 'signed', txHash: outcome.txHash }
