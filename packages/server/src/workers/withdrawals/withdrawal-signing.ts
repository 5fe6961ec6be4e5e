import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { OutOfStep } from '../../domain/withdrawals/sender.js'
import { isToldShortage, type ShortageReason, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { byTurn, type WaitingWithdrawal } from '../../domain/withdrawals/withdrawal-queue.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import { RETRY_MS } from './insufficient-funds-cache.js'
import { PaymentSigning } from './payment-signing.js'
import {
  BATCH,
  isPast,
  isStopped,
  listSigned,
  UNSETTLED_PER_WALLET,
  type WalletRun,
} from './withdrawal-run.js'

/** Where nobody said what is missing, but an answer never came or was none. */
const AGAIN_MS = 5_000
/** Of what was tried before: the more of it waits, the more calls it would take. */
const RETRIES_A_MINUTE = 50
/** How far the clocks of two servers may be apart. */
const SLACK_MS = 60_000
/** What is signed meanwhile is handed to a node only after the look, and TRON's bytes are good for minutes. */
const LOOK_MS = 20_000

/** Signs what waits, as far as the wallet has room. */
export class WithdrawalSigning {
  /** What this look tried in vain. */
  private readonly vain: Vain[] = []
  /** Whatever is asked next would be answered as the last one was. */
  private isOver = false
  private readonly payment: PaymentSigning

  constructor(private readonly run: WalletRun) {
    this.payment = new PaymentSigning(run)
  }

  /** @returns how many were signed or turned away */
  async sign(): Promise<number> {
    const { store, context, id } = this.run
    if (!(await this.isCaughtUp()) || (await store.read((tx) => isStopped(tx, id)))) return 0
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
    await store.write((tx) => tx.withdrawalQueue.tryAllAgain(id, context.clock.now()))
    memory.hasBegun = true
  }

  private async listWaiting(tx: Tx): Promise<WaitingWithdrawal[]> {
    const { id, memory, context } = this.run
    const now = context.clock.now()
    const latest = now + RETRY_MS + SLACK_MS
    const limit = RETRIES_A_MINUTE - memory.retried.countRecent()
    const query = { ...id, now, latest, below: memory.shortage.amount, canSpare: this.canSpare(), limit }
    const retries = limit > 0 ? await tx.withdrawalQueue.listRetries(query) : []
    return [...retries, ...(await tx.withdrawalQueue.listNew({ ...id, latest, limit: BATCH }))].sort(byTurn)
  }

  /** What was true when the look began may have changed with the tries before it. */
  private isWorthATry({ amount, reviewReason }: Withdrawal): boolean {
    if (this.run.memory.shortage.isTooMuch(amount)) return false
    return this.canSpare() || !isToldShortage(reviewReason)
  }

  private canSpare(): boolean {
    return this.run.sender.canSpare?.() ?? true
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

  /** @returns whether it was signed, or never will be */
  private async tryOne(waiting: WaitingWithdrawal): Promise<boolean> {
    const { signal, failures } = this.run
    try {
      const outcome = await this.payment.sign(waiting)
      if (typeof outcome === 'boolean') return outcome
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
  private putOff(waiting: WaitingWithdrawal, reason?: ShortageReason): void {
    const { context, memory, isServed } = this.run
    const { id, amount } = waiting.withdrawal
    const at = context.clock.now()
    // An outage uses up no tries. But it may have been this one's own question that nobody could answer.
    if (!isServed()) this.isOver = true
    else if (waiting.kind === 'retry') memory.retried.note(`${id} ${at}`)
    const said = this.isOver ? undefined : reason
    if (said === 'funds') memory.shortage.note(amount)
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
        await tx.withdrawalQueue.tryAgainAt(current.id, againAt)
        if (reason !== undefined && current.reviewReason !== reason)
          await tryApply(tx, context, current, { kind: 'held_back', reason })
      }
      const now = context.clock.now()
      for (const kind of ['new', 'retry'] as const) {
        const tried = this.vain.filter(({ waiting }) => waiting.kind === kind)
        const merchants = new Set(tried.map(({ waiting }) => waiting.withdrawal.merchantId))
        for (const merchantId of [...merchants].sort())
          await tx.withdrawalQueue.noteServed(merchantId, kind, chainId, now)
      }
    })
  }
}

interface Vain {
  readonly waiting: WaitingWithdrawal
  readonly againAt: Instant
  readonly reason: ShortageReason | undefined
}

/** Two servers that record what they tried lock it in the same order. */
const byId = ({ waiting: one }: Vain, { waiting: other }: Vain): number =>
  one.withdrawal.id < other.withdrawal.id ? -1 : 1
