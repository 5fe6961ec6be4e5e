import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { ScanState } from '../../domain/chain/scan-step.js'
import {
  type NotNow,
  OutOfStep,
  type ShortageReason,
  type SignedTransaction,
  type Unsigned,
  type WalletState,
} from '../../domain/chain/sender.js'
import { pauseSigner } from '../../domain/chain/signer.js'
import { type Expired, judgeExpired } from '../../domain/recovery/expired-payments.js'
import { IF_OLDER, recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { addVersion } from '../../domain/withdrawals/payment-versions.js'
import { isOrderFrozen } from '../../domain/withdrawals/refund-holds.js'
import type { NewTransaction } from '../../domain/withdrawals/signed-transaction.js'
import { findPossiblePayment } from '../../domain/withdrawals/unexplained-transfers.js'
import { exceedsWalletLimit } from '../../domain/withdrawals/wallet-limits.js'
import type { DecisionReason, Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { isDestination } from '../../domain/withdrawals/withdrawal-opening.js'
import type { WaitingWithdrawal } from '../../domain/withdrawals/withdrawal-queue.js'
import type { WithdrawalFact } from '../../domain/withdrawals/withdrawal-state.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import {
  isStopped,
  listSigned,
  readPosition,
  UNSETTLED_PER_WALLET,
  type WalletRun,
} from './withdrawal-run.js'

/** How long an expired payment waits for a shortage to end before its withdrawal fails. */
const RENEWAL_MS = 24 * 3_600_000
const TOKEN_CONDITIONS: readonly (ChainConditionKind & ShortageReason)[] = [
  'token_paused',
  'token_deprecated',
  'token_fee',
]

/** Signs one payment: checks its preconditions, and stores the bytes before anything is broadcast. */
export class PaymentSigning {
  constructor(private readonly run: WalletRun) {}

  /**
   * @returns the reason for a delay; otherwise whether the payment was signed or failed for good
   * @throws OutOfStep, and whatever prevents the network from answering
   */
  async sign(waiting: WaitingWithdrawal): Promise<NotNow | boolean> {
    const { outcome, slot } = await this.prepare(waiting.withdrawal)
    return 'notNow' in outcome ? outcome : this.commitFirst(waiting, outcome, slot)
  }

  /**
   * Signs a payment again that expired in no block, behind the gates of a first signature. It waits a day for a shortage to
   * end; where it will not be signed, the withdrawal fails.
   *
   * @returns whether it was signed or failed
   * @throws OutOfStep, and whatever prevents the network from answering
   */
  async renew(expired: Expired): Promise<boolean> {
    const { store, state } = this.run
    const { payment } = expired.versions
    const { outcome, slot } = await this.prepare(expired.withdrawal)
    const waitedMs = state.cursor.timeAt - (payment.expiresAt ?? 0)
    if ('notNow' in outcome && waitedMs < RENEWAL_MS) {
      const { notNow } = outcome
      if (payment.waitsFor !== notNow)
        await store.write((tx) => tx.signedTransactions.noteWaitsFor(payment.txHash, notNow))
      return false
    }
    return this.commitRenewal(expired, outcome, slot)
  }

  private async prepare(withdrawal: Withdrawal): Promise<{ outcome: Decided | NotNow; slot: WalletState }> {
    const { outcome, slot } = await this.decide(withdrawal)
    if ('foreign' in outcome) {
      await this.stop(outcome.foreign, slot)
      throw new OutOfStep(outcome.foreign)
    }
    if ('txHash' in outcome) this.run.memory.hasSigned = true
    return { outcome, slot }
  }

  private async decide(
    withdrawal: Withdrawal,
  ): Promise<{ outcome: SignedTransaction | Unsigned; slot: WalletState }> {
    const { store, context, id, memory } = this.run
    const { isValidDestination, tokenCondition, isAboveLimit, slot } = await store.read(async (tx) => {
      const conditions = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
      const tokenCondition = TOKEN_CONDITIONS.find((kind) => conditions.has(kind))
      return {
        isValidDestination: await isDestination(tx, context, id, withdrawal.destinationAddress),
        tokenCondition,
        isAboveLimit: await exceedsWalletLimit(tx, context, id, withdrawal),
        slot: await this.readSlot(tx, withdrawal),
      }
    })
    // The destination may have become ours since the withdrawal was created: a wallet whose key was set, or that
    // signed.
    if (!isValidDestination) return { outcome: { never: 'rejected' }, slot }
    if (tokenCondition) return { outcome: { notNow: tokenCondition }, slot }
    if (isAboveLimit) return { outcome: { notNow: 'wallet_limit' }, slot }
    if (memory.shortage.isTooMuch(withdrawal.amount)) return { outcome: { notNow: 'funds' }, slot }
    return { outcome: await this.ask(withdrawal, slot), slot }
  }

  /** Asks the external services: screening of the destination, then the network. */
  private async ask(
    { id: withdrawalId, orderId, destinationAddress: to, amount }: Withdrawal,
    slot: WalletState,
  ): Promise<SignedTransaction | Unsigned> {
    const { context, id, sender, state, signal } = this.run
    const { verdict } = await context.screening.screenAddress(id, to, state.cursor, signal)
    if (verdict === 'outstanding') return { notNow: 'screening' }
    if (verdict === 'flag') return { never: 'compliance' }
    const purpose = orderId === null ? 'withdrawal' : 'refund'
    return sender.prepare({ purpose, withdrawalId, to, amount }, slot, signal)
  }

  /**
   * Reads the wallet at one ledger position: more blocks may have been recorded since the run began. The blocks of
   * earlier payments were looked up at the start, and are unknown once these are replaced.
   *
   * @param own the withdrawal that is to be paid; an expired payment of it takes nothing
   */
  private async readSlot(tx: Tx, own: Withdrawal): Promise<WalletState> {
    const { id, ring } = this.run
    const state = await readPosition(tx, id, ring)
    if (!state || !hasBlock(state, this.run.state.cursor))
      throw new OutOfStep('recorded blocks have been replaced since the run began')
    const pending: WalletState['pending'][number][] = []
    for (const withdrawal of await listSigned(tx, id)) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      const isPending = withdrawal.id !== own.id && withdrawal.confirmations === 0
      if (payment && isPending) pending.push({ ...payment, amount: withdrawal.amount })
    }
    const nonce = await this.nextNonce(tx)
    const isForeignUseAccepted = await tx.signedTransactions.isResumed(id)
    return { nonce, isForeignUseAccepted, pending, state }
  }

  private commitFirst(
    { withdrawal: { id: withdrawalId }, kind }: WaitingWithdrawal,
    outcome: Decided,
    slot: WalletState,
  ): Promise<boolean> {
    const { context, id } = this.run
    return this.commit(withdrawalId, slot, async (tx, withdrawal) => {
      const reason = await this.reasonForDecision(tx, withdrawal)
      const fact = reason ? ({ kind: 'needs_decision', reason } as const) : factOf(outcome)
      const changed = await tryApply(tx, context, withdrawal, fact)
      if (changed?.status === 'PROCESSING' && 'txHash' in outcome) {
        await tx.signedTransactions.insert(this.newPayment(withdrawalId, outcome))
        await this.noteSigned(tx, outcome, slot)
      }
      if (changed) await tx.withdrawalQueue.noteServed(changed.merchantId, kind, id, context.clock.now())
      return changed !== undefined
    })
  }

  private commitRenewal(
    { withdrawal: { id, version }, versions }: Expired,
    outcome: Decided | NotNow,
    slot: WalletState,
  ): Promise<boolean> {
    const { context } = this.run
    return this.commit(id, slot, async (tx, withdrawal) => {
      if (withdrawal.version !== version || (await judgeExpired(tx, { withdrawal, versions })) !== 'renew')
        return false
      // An approval of the first signature did not consider what is known now.
      const reason = await this.reasonForDecision(tx, { ...withdrawal, approvedAt: null })
      if (reason || !('txHash' in outcome)) {
        const fact = { kind: 'failed', failureCode: 'expired_unbroadcast' } as const
        return (await tryApply(tx, context, withdrawal, fact)) !== undefined
      }
      if (!(await addVersion(tx, context, withdrawal, this.newPayment(id, outcome)))) return false
      await this.noteSigned(tx, outcome, slot)
      return true
    })
  }

  /** Runs `record` behind the gates of every signature, in the transaction that stores it. */
  private commit(
    withdrawalId: string,
    slot: WalletState,
    record: (tx: Tx, withdrawal: Withdrawal) => Promise<boolean>,
  ): Promise<boolean> {
    const { store, context, id } = this.run
    return store.write(async (tx) => {
      // Serializes with a pause of the signer: either this commits first, or the pause is seen.
      await tx.cursors.lock(id)
      // The watcher begins a recovery.
      const cursor = await tx.cursors.find(id)
      if (!cursor || context.health.isSetBack(cursor)) return false
      if ((await tx.continuity.findSince()) !== this.run.memory.since) return false
      const withdrawal = await tx.withdrawals.lock(withdrawalId)
      // If the withdrawal was canceled in the meantime, the signer paused, or another server signed, the bytes are
      // discarded; they were never broadcast.
      if (!withdrawal || (await isStopped(tx, id)) || !(await this.isStillFree(tx, withdrawal, slot)))
        return false
      // Another server may have signed since.
      if (await exceedsWalletLimit(tx, context, id, withdrawal)) return false
      return record(tx, withdrawal)
    })
  }

  private newPayment(withdrawalId: string, signed: SignedTransaction): NewTransaction {
    const { context, id } = this.run
    return { ...signed, ...id, withdrawalId, kind: 'payment', createdAt: context.clock.now() }
  }

  private async noteSigned(
    tx: Tx,
    { txHash, expiresAt }: SignedTransaction,
    { state }: WalletState,
  ): Promise<void> {
    const { id } = this.run
    if (expiresAt !== null) await tx.paymentSightings.insert({ txHash, afterBlock: state.cursor.number })
    await tx.signedTransactions.forgetResumed(id)
    // Where the database is set back to before this signature, the revision shows it.
    await tx.cursors.touch(id)
  }

  /** Returns why only a person may decide about a withdrawal; undefined once a person has, and where there is no reason. */
  private async reasonForDecision(tx: Tx, withdrawal: Withdrawal): Promise<DecisionReason | undefined> {
    if (withdrawal.approvedAt !== null) return undefined
    if (await findPossiblePayment(tx, this.run.context, withdrawal)) return 'possible_duplicate'
    return (await isOrderFrozen(tx, withdrawal)) ? 'order_frozen' : undefined
  }

  /**
   * Whether no other transaction was signed since the slot was read, on the same blocks: the slot determined the
   * balances that the payment was checked against.
   */
  private async isStillFree(tx: Tx, own: Withdrawal, { nonce, state }: WalletState): Promise<boolean> {
    const { id, ring } = this.run
    if ((await this.nextNonce(tx)) !== nonce) return false
    const position = await readPosition(tx, id, ring)
    if (!position || !hasBlock(position, state.cursor)) return false
    const others = (await listSigned(tx, id)).filter((each) => each.id !== own.id)
    return others.length < UNSETTLED_PER_WALLET
  }

  private nextNonce(tx: Tx): Promise<number | undefined> {
    const { id, sender } = this.run
    return tx.signedTransactions.nextNonce({ ...id, wallet: sender.wallet })
  }

  /**
   * Stops signing, unless another server of ours has signed the transactions that the node counts. Before the first
   * signature of this process, the ledger may be older than the network.
   */
  private stop(foreign: string, { nonce }: WalletState): Promise<void> {
    const { store, context, id, memory } = this.run
    return store.write(async (tx) => {
      await tx.cursors.lock(id)
      if ((await this.nextNonce(tx)) !== nonce) return
      if (memory.hasSigned) await pauseSigner(tx, context, id, `${foreign}; ${IF_OLDER}`)
      else await recoverFrom(tx, context, 'unknown_nonce', foreign)
    })
  }
}

/** An outcome that is recorded before anything is broadcast. */
type Decided = Exclude<SignedTransaction | Unsigned, NotNow | { foreign: string }>

/** Whether a recorded block is still recorded; always true where blocks are never replaced. */
const hasBlock = ({ ring }: ScanState, { hash }: BlockRef): boolean =>
  ring.length === 0 || ring.some((block) => block.hash === hash)

const factOf = (outcome: Decided): WithdrawalFact =>
  'never' in outcome
    ? { kind: 'failed', failureCode: outcome.never }
    : { kind: 'signed', txHash: outcome.txHash }
