import {
  type NotNow,
  OutOfStep,
  type SignedTransaction,
  type Unsigned,
  type WalletState,
} from '../../domain/chain/sender.js'
import { pauseSigner } from '../../domain/chain/signer.js'
import { type Expired, judgeExpired } from '../../domain/recovery/expired-payments.js'
import { IF_OLDER, recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import { lacksApprovals } from '../../domain/withdrawals/approvals.js'
import { addVersion } from '../../domain/withdrawals/payment-versions.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { WaitingWithdrawal } from '../../domain/withdrawals/withdrawal-queue.js'
import type { WithdrawalFact } from '../../domain/withdrawals/withdrawal-state.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import { SignatureGates } from './signature-gates.js'
import { intentOf, newPayment, noteSigned } from './signed-payment.js'
import type { WalletRun } from './withdrawal-run.js'

/** How long an expired payment waits for a shortage to end before its withdrawal fails. */
const RENEWAL_MS = 24 * 3_600_000

/** Signs one payment: checks its preconditions, and stores the bytes before anything is broadcast. */
export class PaymentSigning {
  private readonly gates: SignatureGates

  constructor(private readonly run: WalletRun) {
    this.gates = new SignatureGates(run)
  }

  /**
   * @returns the reason for a delay; otherwise whether the payment was signed or failed for good
   * @throws OutOfStep, and whatever prevents the network from answering
   */
  async sign(waiting: WaitingWithdrawal): Promise<NotNow | boolean> {
    const { outcome, slot } = await this.prepare(waiting.withdrawal)
    return 'notNow' in outcome ? outcome : this.commitFirst(waiting, outcome, slot)
  }

  /**
   * Signs a payment again that expired in no block, behind the gates of a first signature. It waits a day for a shortage or a
   * decision to end; where it will not be signed, the withdrawal fails.
   *
   * @returns whether it was signed or failed
   * @throws OutOfStep, and whatever prevents the network from answering
   */
  async renew(expired: Expired): Promise<boolean> {
    const { store, memory } = this.run
    const { withdrawal, versions } = expired
    if (!memory.recentRenewals.isDue(withdrawal.id)) return false
    memory.recentRenewals.note(withdrawal.id)
    const { payment } = versions
    const { outcome, slot } = await this.prepare(withdrawal)
    if ('notNow' in outcome && this.mayWait(payment)) {
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
    const { sender, memory, signal } = this.run
    const { refusal, slot } = await this.gates.open(withdrawal)
    if (refusal) return { outcome: refusal, slot }
    if (memory.shortage.isTooMuch(withdrawal.amount)) return { outcome: { notNow: 'funds' }, slot }
    const outcome =
      (await this.gates.screen(withdrawal)) ?? (await sender.prepare(intentOf(withdrawal), slot, signal))
    return { outcome, slot }
  }

  private commitFirst(
    { withdrawal: { id: withdrawalId }, kind }: WaitingWithdrawal,
    outcome: Decided,
    slot: WalletState,
  ): Promise<boolean> {
    const { context, id } = this.run
    return this.gates.commit(withdrawalId, slot, async (tx, withdrawal) => {
      const reason = (await lacksApprovals(tx, context, withdrawal))
        ? 'auto_limit'
        : await this.gates.reasonForDecision(tx, withdrawal)
      const fact = reason ? ({ kind: 'needs_decision', reason } as const) : factOf(outcome)
      const changed = await tryApply(tx, context, withdrawal, fact)
      if (changed?.status === 'PROCESSING' && 'txHash' in outcome) {
        await tx.signedTransactions.insert(newPayment(this.run, withdrawalId, outcome))
        await noteSigned(tx, this.run, outcome, slot)
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
    return this.gates.commit(id, slot, async (tx, withdrawal) => {
      if (withdrawal.version !== version || (await judgeExpired(tx, { withdrawal, versions })) !== 'renew')
        return false
      const reason = await this.gates.reasonForFurtherDecision(tx, withdrawal)
      if (reason && this.mayWait(versions.payment)) return false
      if (reason || !('txHash' in outcome)) {
        const fact = { kind: 'failed', failureCode: 'expired_unbroadcast' } as const
        return (await tryApply(tx, context, withdrawal, fact)) !== undefined
      }
      if (!(await addVersion(tx, context, withdrawal, newPayment(this.run, id, outcome)))) return false
      await noteSigned(tx, this.run, outcome, slot)
      return true
    })
  }

  private mayWait({ expiresAt }: SignedTransaction): boolean {
    return this.run.state.cursor.timeAt - (expiresAt ?? 0) < RENEWAL_MS
  }

  /**
   * Stops signing, unless another server of ours has signed the transactions that the node counts. Before the first
   * signature of this process, the ledger may be older than the network.
   */
  private stop(foreign: string, { nonce }: WalletState): Promise<void> {
    const { store, context, id, memory } = this.run
    return store.write(async (tx) => {
      await tx.cursors.lock(id)
      if ((await this.gates.nextNonce(tx)) !== nonce) return
      if (memory.hasSigned) await pauseSigner(tx, context, id, `${foreign}; ${IF_OLDER}`)
      else await recoverFrom(tx, context, 'unknown_nonce', foreign)
    })
  }
}

/** An outcome that is recorded before anything is broadcast. */
type Decided = Exclude<SignedTransaction | Unsigned, NotNow | { foreign: string }>

const factOf = (outcome: Decided): WithdrawalFact =>
  'never' in outcome
    ? { kind: 'failed', failureCode: outcome.never }
    : { kind: 'signed', txHash: outcome.txHash }
