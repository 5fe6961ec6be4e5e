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
import { IF_OLDER, recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { isOrderFrozen } from '../../domain/withdrawals/refund-holds.js'
import { findPossiblePayment } from '../../domain/withdrawals/unexplained-transfers.js'
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
    const { outcome, slot } = await this.prepare(waiting)
    if ('foreign' in outcome) {
      await this.stop(outcome.foreign, slot)
      throw new OutOfStep(outcome.foreign)
    }
    if ('txHash' in outcome) this.run.memory.hasSigned = true
    return 'notNow' in outcome ? outcome : this.commit(waiting, outcome, slot)
  }

  private async prepare({
    withdrawal,
  }: WaitingWithdrawal): Promise<{ outcome: SignedTransaction | Unsigned; slot: WalletState }> {
    const { store, context, id, memory } = this.run
    const { isValidDestination, tokenCondition, slot } = await store.read(async (tx) => {
      const conditions = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
      const tokenCondition = TOKEN_CONDITIONS.find((kind) => conditions.has(kind))
      return {
        isValidDestination: await isDestination(tx, context, id, withdrawal.destinationAddress),
        tokenCondition,
        slot: await this.readSlot(tx),
      }
    })
    // The destination may have become ours since the withdrawal was created: a wallet whose key was set, or that
    // signed.
    if (!isValidDestination) return { outcome: { never: 'rejected' }, slot }
    if (tokenCondition) return { outcome: { notNow: tokenCondition }, slot }
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
   */
  private async readSlot(tx: Tx): Promise<WalletState> {
    const { id, ring } = this.run
    const state = await readPosition(tx, id, ring)
    if (!state || !hasBlock(state, this.run.state.cursor))
      throw new OutOfStep('recorded blocks have been replaced since the run began')
    const pending: WalletState['pending'][number][] = []
    for (const withdrawal of await listSigned(tx, id)) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      if (payment && withdrawal.confirmations === 0) pending.push({ ...payment, amount: withdrawal.amount })
    }
    const nonce = await this.nextNonce(tx)
    const isForeignUseAccepted = await tx.signedTransactions.isResumed(id)
    return { nonce, isForeignUseAccepted, pending, state }
  }

  private commit(
    { withdrawal: { id }, kind }: WaitingWithdrawal,
    outcome: Decided,
    slot: WalletState,
  ): Promise<boolean> {
    const { store, context, id: chainId } = this.run
    return store.write(async (tx) => {
      // Serializes with a pause of the signer: either this commits first, or the pause is seen.
      await tx.cursors.lock(chainId)
      // The watcher begins a recovery.
      const cursor = await tx.cursors.find(chainId)
      if (!cursor || context.health.isSetBack(cursor)) return false
      if ((await tx.continuity.findSince()) !== this.run.memory.since) return false
      const withdrawal = await tx.withdrawals.lock(id)
      // If the withdrawal was canceled in the meantime, the signer paused, or another server signed, the bytes are
      // discarded; they were never broadcast.
      if (!withdrawal || (await isStopped(tx, chainId)) || !(await this.isStillFree(tx, slot))) return false
      const reason = await this.reasonForDecision(tx, withdrawal)
      const fact = reason ? ({ kind: 'needs_decision', reason } as const) : factOf(outcome)
      const changed = await tryApply(tx, context, withdrawal, fact)
      if (changed?.status === 'PROCESSING' && 'txHash' in outcome) {
        const about = { withdrawalId: id, kind: 'payment', createdAt: context.clock.now() } as const
        await tx.signedTransactions.insert({ ...outcome, ...chainId, ...about })
        await tx.signedTransactions.forgetResumed(chainId)
        // Where the database is set back to before this signature, the revision shows it.
        await tx.cursors.touch(chainId)
      }
      if (changed) await tx.withdrawalQueue.noteServed(changed.merchantId, kind, chainId, context.clock.now())
      return changed !== undefined
    })
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
  private async isStillFree(tx: Tx, { nonce, state }: WalletState): Promise<boolean> {
    const { id, ring } = this.run
    if ((await this.nextNonce(tx)) !== nonce) return false
    const position = await readPosition(tx, id, ring)
    if (!position || !hasBlock(position, state.cursor)) return false
    return (await listSigned(tx, id)).length < UNSETTLED_PER_WALLET
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
