import type { ChainConditionKind } from '../domain/chain-conditions.js'
import type { ScanState } from '../domain/chains.js'
import type { Usdt } from '../domain/money.js'
import type { BlockRef } from '../domain/payments.js'
import type { Instant } from '../domain/ports.js'
import {
  type NotNow,
  OutOfStep,
  type ShortageReason,
  type SignedTransaction,
  type Slot,
  type Unsigned,
} from '../domain/senders.js'
import { pauseSigner } from '../domain/signer.js'
import type { Tx } from '../domain/tables.js'
import { byTurn, type Waiting } from '../domain/withdrawal-line.js'
import { SHORTAGES, type WithdrawalFact } from '../domain/withdrawal-state.js'
import { isDestination, tryApply, type Withdrawal } from '../domain/withdrawals.js'
import { BATCH, isPast, listSigned, RETRY_MS, readPosition, type WalletRun } from './withdrawal-run.js'

/** Signed and not settled at once, per wallet: what can be in doubt at any time is bounded. */
const UNSETTLED_PER_WALLET = 8
/** Where nobody said what is missing, but an answer never came or was none. */
const AGAIN_MS = 5_000
/** What is signed meanwhile is handed to a node only after the look, and TRON's bytes are good for minutes. */
const LOOK_MS = 20_000

/** What keeps every withdrawal of a network from being signed, and from being looked at. */
const STOPPING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'signer_paused'])
const OF_TOKEN: readonly (ChainConditionKind & ShortageReason)[] = [
  'token_paused',
  'token_deprecated',
  'token_fee',
]

/** Signs what waits, as far as the wallet has room. */
export class WithdrawalSigning {
  /** What this look tried in vain. */
  private readonly vain: Vain[] = []
  private isOver = false

  constructor(private readonly run: WalletRun) {}

  /** @returns how many were signed or turned away */
  async sign(): Promise<number> {
    const { store, context, id } = this.run
    if (!(await this.isCaughtUp()) || (await store.read((tx) => this.isStopped(tx)))) return 0
    const room = UNSETTLED_PER_WALLET - (await store.read((tx) => listSigned(tx, id))).length
    if (room <= 0) return 0
    await this.begin()
    const begunAt = context.clock.now()
    let changed = 0
    for (const waiting of await store.read((tx) => this.listWaiting(tx))) {
      if (changed >= room || this.isOver || isPast(this.run, begunAt, LOOK_MS)) break
      if (waiting.kind === 'retry' && !this.isWorthATry(waiting.withdrawal)) continue
      if (await this.tryOne(waiting)) changed += 1
    }
    await this.recordVain()
    return changed
  }

  /** Whoever starts a server anew may have brought what was missing. */
  private async begin(): Promise<void> {
    const { store, id, memory, context } = this.run
    if (memory.hasBegun) return
    await store.write((tx) => tx.withdrawalLine.tryAllAgain(id, context.clock.now()))
    memory.hasBegun = true
  }

  /** Of what was tried in vain only so much in a minute: the more of it waits, the more calls it would take. */
  private async listWaiting(tx: Tx): Promise<Waiting[]> {
    const { id, memory, context } = this.run
    const now = context.clock.now()
    const limit = BATCH - memory.retried.countRecent()
    const query = { ...id, now, latest: now + RETRY_MS, below: this.shortOf(), limit }
    const isAnyHeld = this.canSpare()
    const retries = limit > 0 ? await tx.withdrawalLine.listRetries({ ...query, isAnyHeld }) : []
    return [...retries, ...(await tx.withdrawalLine.listNew({ ...id, now, limit: BATCH }))].sort(byTurn)
  }

  private isWorthATry(withdrawal: Withdrawal): boolean {
    return !this.isTooMuch(withdrawal) && (!isHeld(withdrawal) || this.canSpare())
  }

  private canSpare(): boolean {
    return this.run.sender.canSpare?.() ?? true
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
  private async tryOne(waiting: Waiting): Promise<boolean> {
    const { signal, failures } = this.run
    try {
      const { outcome, slot } = await this.prepare(waiting)
      if ('foreign' in outcome) return await this.pause(outcome.foreign, slot)
      if (!('notNow' in outcome)) return await this.commit(waiting, outcome, slot)
      this.putOff(waiting, outcome.notNow)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutOfStep) this.isOver = true
      else {
        failures.push(error)
        this.putOff(waiting)
      }
    }
    return false
  }

  /** @param reason what is missing, where somebody said so; then it may be missing for a while */
  private putOff(waiting: Waiting, reason?: ShortageReason): void {
    const { context, memory, isServed } = this.run
    const { id, amount } = waiting.withdrawal
    const at = context.clock.now()
    // An outage uses up no tries. But it may have been this one's own question that nobody could answer.
    if (!isServed()) this.isOver = true
    else if (waiting.kind === 'retry') memory.retried.note(`${id} ${at}`)
    const said = this.isOver ? undefined : reason
    if (said === 'funds' && !this.isTooMuch({ amount })) memory.short = { of: amount, at }
    this.vain.push({ waiting, againAt: at + (said === undefined ? AGAIN_MS : RETRY_MS), reason: said })
  }

  /** In one commit: a look may be in vain for many. */
  private async recordVain(): Promise<void> {
    if (this.vain.length === 0) return
    const { store, context, id: chainId } = this.run
    await store.write(async (tx) => {
      for (const { waiting, againAt, reason } of this.vain.sort(byId)) {
        const current = await tx.withdrawals.lock(waiting.withdrawal.id)
        if (!current) continue
        await tx.withdrawalLine.tryAgainAt(current.id, againAt)
        if (reason !== undefined && current.reviewReason !== reason)
          await tryApply(tx, context, current, { kind: 'held_back', reason })
      }
      const now = context.clock.now()
      for (const kind of ['new', 'retry'] as const) {
        const tried = this.vain.filter(({ waiting }) => waiting.kind === kind)
        const merchants = new Set(tried.map(({ waiting }) => waiting.withdrawal.merchantId))
        for (const merchantId of [...merchants].sort())
          await tx.withdrawalLine.noteServed(merchantId, kind, chainId, now)
      }
    })
  }

  private async prepare({
    withdrawal,
    kind,
  }: Waiting): Promise<{ outcome: SignedTransaction | Unsigned; slot: Slot }> {
    const { store, context, id } = this.run
    const { isForOthers, shortage, slot } = await store.read(async (tx) => {
      const conditions = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
      const shortage = OF_TOKEN.find((kind) => conditions.has(kind))
      return {
        isForOthers: await isDestination(tx, context, id, withdrawal.destinationAddress),
        shortage,
        slot: await this.readSlot(tx),
      }
    })
    // It may have become ours since it was taken: a wallet whose key was set, or that signed.
    if (!isForOthers) return { outcome: { never: 'rejected' }, slot }
    if (shortage) return { outcome: { notNow: shortage }, slot }
    if (this.isTooMuch(withdrawal)) return { outcome: { notNow: 'funds' }, slot }
    return { outcome: await this.ask(withdrawal, slot, kind === 'retry' && isHeld(withdrawal)), slot }
  }

  /** Asks those outside: whoever judges the destination, and the network. */
  private async ask(
    { id: withdrawalId, destinationAddress: to, amount }: Withdrawal,
    slot: Slot,
    canWait: boolean,
  ): Promise<SignedTransaction | Unsigned> {
    const { context, id, sender, state, signal } = this.run
    const { verdict } = await context.screening.judgeAddress(id, to, state.cursor, signal)
    if (verdict === 'outstanding') return { notNow: 'screening' }
    if (verdict === 'flag') return { never: 'compliance' }
    return sender.prepare({ withdrawalId, to, amount, canWait }, slot, signal)
  }

  /**
   * The wallet by one reading of the books: more blocks may have been booked since the look began. What blocks it was paid
   * in was looked up then, and is not known any more once these are replaced.
   */
  private async readSlot(tx: Tx): Promise<Slot> {
    const { id, ring } = this.run
    const state = (await readPosition(tx, id, ring)) ?? this.run.state
    if (!hasBlock(state, this.run.state.cursor))
      throw new OutOfStep('blocks that were booked have been replaced')
    const pending: Slot['pending'][number][] = []
    for (const withdrawal of await listSigned(tx, id)) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      if (payment && withdrawal.confirmations === 0) pending.push({ ...payment, amount: withdrawal.amount })
    }
    const nonce = await this.nextNonce(tx)
    const isForeignUseAccepted = await tx.signedTransactions.isResumed(id)
    return { nonce, isForeignUseAccepted, pending, state }
  }

  private commit({ withdrawal: { id }, kind }: Waiting, outcome: Decided, slot: Slot): Promise<boolean> {
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
      if (changed) await tx.withdrawalLine.noteServed(changed.merchantId, kind, chainId, context.clock.now())
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

interface Vain {
  readonly waiting: Waiting
  readonly againAt: Instant
  readonly reason: ShortageReason | undefined
}

/** Whoever locks several does so in ascending order. */
const byId = ({ waiting: one }: Vain, { waiting: other }: Vain): number =>
  one.withdrawal.id < other.withdrawal.id ? -1 : 1

/** Whether a booked block is still booked; always where blocks are never replaced. */
const hasBlock = ({ ring }: ScanState, { hash }: BlockRef): boolean =>
  ring.length === 0 || ring.some((block) => block.hash === hash)

/** Whether somebody said no to it. */
const isHeld = ({ reviewReason }: Withdrawal): boolean => SHORTAGES.some((reason) => reason === reviewReason)

const factOf = (outcome: Decided): WithdrawalFact =>
  'never' in outcome
    ? { kind: 'failed', failureCode: outcome.never }
    : { kind: 'signed', txHash: outcome.txHash }
