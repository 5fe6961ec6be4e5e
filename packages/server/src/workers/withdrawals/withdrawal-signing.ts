import { OutOfStep, type ShortageReason, SignerUnavailable } from '../../domain/chain/sender.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { isReportedShortage, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { byQueuePosition, type WaitingWithdrawal } from '../../domain/withdrawals/withdrawal-queue.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import { PaymentRepricing } from './payment-repricing.js'
import { PaymentSigning } from './payment-signing.js'
import {
  BATCH,
  isPast,
  isQuiet,
  isStopped,
  listSigned,
  RETRY_MS,
  RETRY_SOON_MS,
  UNSETTLED_PER_WALLET,
  type WalletRun,
} from './withdrawal-run.js'

/** Retries per minute: each waiting retry takes calls. */
const RETRIES_PER_MINUTE = 50
/** Maximum clock skew between two servers. */
const CLOCK_SKEW_MS = 60_000
/** Maximum duration of a run: signed transactions are broadcast only after it, and TRON's are valid for minutes. */
const RUN_MS = 20_000

/** Signs waiting withdrawals as long as the wallet has free slots. */
export class WithdrawalSigning {
  /** Tries of this run that failed. */
  private readonly failedTries: FailedTry[] = []
  /** Any further question of this run would get the same answer as the last one. */
  private isOver = false
  private readonly payment: PaymentSigning
  private readonly repricing: PaymentRepricing

  constructor(private readonly run: WalletRun) {
    this.payment = new PaymentSigning(run)
    this.repricing = new PaymentRepricing(run)
  }

  /** @returns how many were signed or failed for good */
  async sign(): Promise<number> {
    const { store, id } = this.run
    if (!(await this.isCaughtUp()) || (await store.read((tx) => isStopped(tx, id)))) return 0
    if (this.run.memory.recentSignerFailures.countRecent() > 0) return 0
    return (await this.signFurther()) + (await this.signWaiting())
  }

  private async signWaiting(): Promise<number> {
    const { store, context, id } = this.run
    const free = await store.read(
      async (tx) => (await this.unsettledLimit(tx)) - (await listSigned(tx, id)).length,
    )
    if (free <= 0 || this.isOver) return 0
    await this.begin()
    const begunAt = context.clock.now()
    let changed = 0
    for (const waiting of await store.read((tx) => this.listWaiting(tx))) {
      if (changed >= free || this.isOver || isPast(this.run, begunAt, RUN_MS)) break
      if (waiting.kind === 'retry' && !this.isWorthRetrying(waiting.withdrawal)) continue
      if (await this.tryOne(waiting)) changed += 1
    }
    await this.recordFailedTries()
    return changed
  }

  /** Signs further versions of payments, which have slots of the wallet already. @returns how many withdrawals changed */
  private async signFurther(): Promise<number> {
    let changed = 0
    for (const expired of this.run.renewals)
      if (await this.tryFurther(expired.withdrawal.id, () => this.payment.renew(expired))) changed += 1
    for (const withdrawal of await this.repricing.list())
      if (await this.tryFurther(withdrawal.id, () => this.repricing.reprice(withdrawal))) changed += 1
    return changed
  }

  private async tryFurther(id: string, sign: () => Promise<boolean>): Promise<boolean> {
    const { failures, signal } = this.run
    if (this.isOver) return false
    try {
      return await sign()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof OutOfStep)) failures.push(error)
      if (error instanceof SignerUnavailable) {
        this.endForSigner()
        await this.noteNoSigner(id)
      }
      return false
    }
  }

  /** Records for the operator why a payment is not signed again. */
  private noteNoSigner(id: string): Promise<void> {
    return this.run.store.write(async (tx) => {
      await tx.withdrawals.lock(id)
      const [payment] = await tx.signedTransactions.listByWithdrawal(id)
      if (payment) await tx.signedTransactions.noteWaitsFor(payment.txHash, 'signer_unavailable')
    })
  }

  /**
   * Returns how many payments may be in flight. After a recovery a lost payment that no node showed may still take the place
   * of the first one, and is only seen then: so one payment is sent alone, until it is settled.
   */
  private async unsettledLimit(tx: Tx): Promise<number> {
    const { id, memory } = this.run
    const recovery = await tx.recoveries.findLast()
    if (!recovery?.finishedAt || memory.provenAfter === recovery.id) return UNSETTLED_PER_WALLET
    if (!(await tx.signedTransactions.isAnySettledSince(id, recovery.finishedAt))) return 1
    memory.provenAfter = recovery.id
    return UNSETTLED_PER_WALLET
  }

  /** Makes all retries due after a start: the operator may have fixed the cause. */
  private async begin(): Promise<void> {
    const { store, id, memory, context } = this.run
    if (memory.hasBegun) return
    await store.write((tx) => tx.withdrawalQueue.retryAll(id, context.clock.now()))
    memory.hasBegun = true
  }

  private async listWaiting(tx: Tx): Promise<WaitingWithdrawal[]> {
    const { id, memory, context } = this.run
    const now = context.clock.now()
    const latest = now + RETRY_MS + CLOCK_SKEW_MS
    const limit = RETRIES_PER_MINUTE - memory.recentRetries.countRecent()
    const query = { ...id, now, latest, below: memory.shortage.amount, canSpare: this.canSpare(), limit }
    const retries = limit > 0 ? await tx.withdrawalQueue.listRetries(query) : []
    return [...retries, ...(await tx.withdrawalQueue.listNew({ ...id, latest, limit: BATCH }))].sort(
      byQueuePosition,
    )
  }

  /** Earlier tries of this run may have changed the answer since it began. */
  private isWorthRetrying({ amount, reviewReason }: Withdrawal): boolean {
    if (this.run.memory.shortage.isTooMuch(amount)) return false
    return this.canSpare() || !isReportedShortage(reviewReason)
  }

  private canSpare(): boolean {
    return this.run.sender.canSpare?.() ?? true
  }

  /**
   * After a restore from an old backup the blocks contain transactions sent since: nothing is signed before these
   * blocks are recorded. A recorded block at least as late as the newest block at the start has all of them below it.
   * The number alone is the claim of one node, which could stop the signer for as long as it likes; a block's time
   * cannot be hours ahead of our clock.
   */
  private async isCaughtUp(): Promise<boolean> {
    const { memory, sender, signal, state } = this.run
    if (isQuiet(this.run)) return false
    memory.startHead ??= await sender.head(signal)
    const { number, timeAt } = memory.startHead
    return state.cursor.number >= number || state.cursor.timeAt >= timeAt
  }

  /** @returns whether it was signed or failed for good */
  private async tryOne(waiting: WaitingWithdrawal): Promise<boolean> {
    const { signal, failures } = this.run
    try {
      const outcome = await this.payment.sign(waiting)
      if (typeof outcome === 'boolean') return outcome
      this.postpone(waiting, outcome.notNow)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutOfStep) this.isOver = true
      else {
        failures.push(error)
        if (error instanceof SignerUnavailable) this.postponeForSigner(waiting)
        else this.postpone(waiting)
      }
    }
    return false
  }

  /** The next payment would get the same answer: it is not tried, and keeps its status. */
  private postponeForSigner(waiting: WaitingWithdrawal): void {
    this.postpone(waiting, 'signer_unavailable')
    this.endForSigner()
  }

  private endForSigner(): void {
    this.run.memory.recentSignerFailures.note('signer')
    this.isOver = true
  }

  /** @param reason the shortage, where one was reported; then it may last a while */
  private postpone(waiting: WaitingWithdrawal, reason?: ShortageReason): void {
    const { context, memory, isAnyNodeUp: isServed } = this.run
    const { id, amount } = waiting.withdrawal
    const at = context.clock.now()
    // An outage uses up no tries. But this very request may be the one that no node could answer.
    if (!isServed()) this.isOver = true
    else if (waiting.kind === 'retry') memory.recentRetries.note(`${id} ${at}`)
    const shortage = this.isOver ? undefined : reason
    if (shortage === 'funds') memory.shortage.note(amount)
    this.failedTries.push({
      waiting,
      againAt: at + (shortage === undefined ? RETRY_SOON_MS : RETRY_MS),
      reason: shortage,
    })
  }

  /** Records all failed tries in one commit. */
  private async recordFailedTries(): Promise<void> {
    if (this.failedTries.length === 0) return
    const { store, context, id: chainId } = this.run
    await store.write(async (tx) => {
      for (const { waiting, againAt, reason } of this.failedTries.sort(byId)) {
        const current = await tx.withdrawals.lock(waiting.withdrawal.id)
        if (!current) continue
        await tx.withdrawalQueue.postpone(current.id, againAt)
        if (reason !== undefined && current.reviewReason !== reason)
          await tryApply(tx, context, current, { kind: 'held_back', reason })
      }
      const now = context.clock.now()
      for (const kind of ['new', 'retry'] as const) {
        const tried = this.failedTries.filter(({ waiting }) => waiting.kind === kind)
        const merchants = new Set(tried.map(({ waiting }) => waiting.withdrawal.merchantId))
        for (const merchantId of [...merchants].sort())
          await tx.withdrawalQueue.noteServed(merchantId, kind, chainId, now)
      }
    })
  }
}

interface FailedTry {
  readonly waiting: WaitingWithdrawal
  readonly againAt: Instant
  readonly reason: ShortageReason | undefined
}

/** Servers that record their tries lock the withdrawals in the same order. */
const byId = ({ waiting: one }: FailedTry, { waiting: other }: FailedTry): number =>
  one.withdrawal.id < other.withdrawal.id ? -1 : 1
