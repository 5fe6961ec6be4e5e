import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { ScanState } from '../../domain/chain/scan-step.js'
import { OutOfStep, type ShortageReason, type Unsigned, type WalletState } from '../../domain/chain/sender.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { isPayoutStopped } from '../../domain/withdrawals/payout-stops.js'
import { isOrderFrozen } from '../../domain/withdrawals/refund-holds.js'
import { findPossiblePayment } from '../../domain/withdrawals/unexplained-transfers.js'
import { exceedsWalletLimit } from '../../domain/withdrawals/wallet-limits.js'
import type { DecisionReason, Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { isDestination } from '../../domain/withdrawals/withdrawal-opening.js'
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

/** Why a withdrawal cannot be signed, before the network is asked. */
type Refusal = Exclude<Unsigned, { foreign: string }>

/** The conditions of every signature of a payment, the first one and each further one. */
export class SignatureGates {
  constructor(private readonly run: WalletRun) {}

  /** Reads the wallet, and checks the destination, the token and the wallet's limit. @throws OutOfStep */
  async open(withdrawal: Withdrawal): Promise<{ refusal: Refusal | undefined; slot: WalletState }> {
    const { store, context, id } = this.run
    return store.read(async (tx) => {
      const slot = await this.readSlot(tx, withdrawal)
      // The destination may have become ours since the withdrawal was created: a wallet whose key was set, or that
      // signed.
      if (!(await isDestination(tx, context, id, withdrawal.destinationAddress)))
        return { refusal: { never: 'rejected' }, slot }
      const conditions = new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind))
      const notNow = TOKEN_CONDITIONS.find((kind) => conditions.has(kind))
      if (notNow) return { refusal: { notNow }, slot }
      if (await isPayoutStopped(tx, withdrawal)) return { refusal: { notNow: 'payouts_stopped' }, slot }
      const isAboveLimit = await exceedsWalletLimit(tx, context, id, withdrawal)
      return { refusal: isAboveLimit ? { notNow: 'wallet_limit' } : undefined, slot }
    })
  }

  /** Screens the destination. */
  async screen({ destinationAddress }: Withdrawal): Promise<Refusal | undefined> {
    const { context, id, state, signal } = this.run
    const { verdict } = await context.screening.screenAddress(id, destinationAddress, state.cursor, signal)
    if (verdict === 'outstanding') return { notNow: 'screening' }
    if (verdict === 'flag') return { never: 'compliance' }
    return undefined
  }

  /**
   * Runs `record` in the transaction that stores a signature, where the wallet is as it was read, on the same blocks: these
   * determined the balances that the payment was checked against. Otherwise the bytes are discarded; they were never broadcast.
   */
  commit(
    withdrawalId: string,
    slot: WalletState,
    record: (tx: Tx, withdrawal: Withdrawal) => Promise<boolean>,
  ): Promise<boolean> {
    const { store, context, id, memory } = this.run
    return store.write(async (tx) => {
      // Serializes with a pause of the signer: either this commits first, or the pause is seen.
      await tx.cursors.lock(id)
      // The watcher begins a recovery.
      const cursor = await tx.cursors.find(id)
      if (!cursor || context.health.isSetBack(cursor)) return false
      if ((await tx.continuity.findSince()) !== memory.since) return false
      const withdrawal = await tx.withdrawals.lock(withdrawalId)
      // The withdrawal may have been canceled, the signer paused, or another server may have signed.
      if (!withdrawal || (await isStopped(tx, id)) || !(await this.isStillFree(tx, withdrawal, slot)))
        return false
      if (await isPayoutStopped(tx, withdrawal)) return false
      if (await exceedsWalletLimit(tx, context, id, withdrawal)) return false
      return record(tx, withdrawal)
    })
  }

  /** Returns why only a person may decide about a withdrawal; undefined once a person has, and where there is no reason. */
  async reasonForDecision(tx: Tx, withdrawal: Withdrawal): Promise<DecisionReason | undefined> {
    if (withdrawal.approvedAt !== null) return undefined
    if (await findPossiblePayment(tx, this.run.context, withdrawal)) return 'possible_duplicate'
    return (await isOrderFrozen(tx, withdrawal)) ? 'order_frozen' : undefined
  }

  /**
   * Returns why only a person may decide about a further signature. An approval of the first one did not consider what is
   * known now, except for an order that was FROZEN then and has not changed since.
   */
  async reasonForFurtherDecision(tx: Tx, withdrawal: Withdrawal): Promise<DecisionReason | undefined> {
    const { orderId, approvedAt } = withdrawal
    const reason = await this.reasonForDecision(tx, { ...withdrawal, approvedAt: null })
    if (reason !== 'order_frozen' || orderId === null || approvedAt === null) return reason
    const order = await tx.orders.find(orderId)
    return order && order.updatedAt <= approvedAt ? undefined : reason
  }

  nextNonce(tx: Tx): Promise<number | undefined> {
    const { id, sender } = this.run
    return tx.signedTransactions.nextNonce({ ...id, wallet: sender.wallet })
  }

  /**
   * Reads the wallet at one ledger position: more blocks may have been recorded since the run began. The blocks of
   * earlier payments were looked up at the start, and are unknown once these are replaced.
   *
   * @param own the withdrawal that is to be paid; an earlier version of its payment takes nothing
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

  /** Whether no other transaction was signed since the slot was read, on the same blocks. */
  private async isStillFree(tx: Tx, own: Withdrawal, { nonce, state }: WalletState): Promise<boolean> {
    const { id, ring } = this.run
    if ((await this.nextNonce(tx)) !== nonce) return false
    const position = await readPosition(tx, id, ring)
    if (!position || !hasBlock(position, state.cursor)) return false
    const others = (await listSigned(tx, id)).filter((each) => each.id !== own.id)
    return others.length < UNSETTLED_PER_WALLET
  }
}

/** Whether a recorded block is still recorded; always true where blocks are never replaced. */
const hasBlock = ({ ring }: ScanState, { hash }: BlockRef): boolean =>
  ring.length === 0 || ring.some((block) => block.hash === hash)
