import type { SignedTransaction, WalletState } from '../../domain/chain/sender.js'
import { audit } from '../../domain/shared/audit.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { addVersion } from '../../domain/withdrawals/payment-versions.js'
import type { StoredVersions, VersionDelay } from '../../domain/withdrawals/signed-transaction.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { SignatureGates } from './signature-gates.js'
import { intentOf, newPayment } from './signed-payment.js'
import { isPast, listSigned, type WalletRun } from './withdrawal-run.js'

/** How long a version waits for a block before a dearer one may take its place. */
const REPRICE_AFTER_MS = 2 * 60_000

/** Signs further versions of payments that the network passes over. They are broadcast once they are stored. */
export class PaymentRepricing {
  private readonly gates: SignatureGates

  constructor(private readonly run: WalletRun) {
    this.gates = new SignatureGates(run)
  }

  /** Lists the withdrawals whose payment may need a further version. */
  async list(): Promise<readonly Withdrawal[]> {
    const { store, id, sender } = this.run
    if (!sender.prepareVersion) return []
    return (await store.read((tx) => listSigned(tx, id))).filter(isInNoBlock)
  }

  /**
   * @returns whether its payment got a further version
   * @throws OutOfStep, and whatever prevents the network from answering
   */
  async reprice(withdrawal: Withdrawal): Promise<boolean> {
    const { store, memory, sender, signal } = this.run
    if (!memory.recentRepricings.isDue(withdrawal.id)) return false
    const versions = await store.read((tx) => tx.signedTransactions.findVersions(withdrawal.id))
    // The nonce belongs to the wallet that signed it, which may be an earlier one.
    if (versions?.payment.wallet !== sender.wallet) return false
    if (!isPast(this.run, versions.payment.createdAt, REPRICE_AFTER_MS)) return false
    memory.recentRepricings.note(withdrawal.id)
    const { refusal, slot } = await this.gates.open(withdrawal)
    const outcome =
      refusal ??
      (await this.gates.screen(withdrawal)) ??
      (await sender.prepareVersion?.(intentOf(withdrawal), versions, slot, signal))
    if (outcome && 'txHash' in outcome) return this.commit(withdrawal, versions, { outcome, slot })
    const delay = outcome === undefined ? null : 'never' in outcome ? outcome.never : outcome.notNow
    if (delay !== versions.payment.waitsFor)
      await store.write((tx) => this.noteDelay(tx, withdrawal, versions, delay))
    return false
  }

  private commit(
    { id, version }: Withdrawal,
    versions: StoredVersions,
    { outcome, slot }: { outcome: SignedTransaction; slot: WalletState },
  ): Promise<boolean> {
    const { context } = this.run
    return this.gates.commit(id, slot, async (tx, withdrawal) => {
      if (withdrawal.version !== version) return false
      const reason = await this.gates.reasonForDecision(tx, withdrawal)
      if (reason) return this.noteDelay(tx, withdrawal, versions, reason)
      if (!(await addVersion(tx, context, withdrawal, newPayment(this.run, id, outcome)))) return false
      // Where the database is set back to before this signature, the revision shows it.
      await tx.cursors.touch(this.run.id)
      const { txHash, maxCost } = outcome
      const details = { tx_hash: txHash, max_cost: maxCost ?? null, instead_of: versions.payment.txHash }
      await audit(tx, context, { actor: 'server', action: 'withdrawals reprice', subject: id, details })
      return true
    })
  }

  /** Records why no further version can be signed, for the operator. @returns false */
  private async noteDelay(
    tx: Tx,
    { id }: Withdrawal,
    { payment }: StoredVersions,
    delay: VersionDelay | null,
  ): Promise<false> {
    await tx.withdrawals.lock(id)
    await tx.signedTransactions.noteWaitsFor(payment.txHash, delay)
    return false
  }
}

const isInNoBlock = ({ confirmations, voidRequestedAt }: Withdrawal): boolean =>
  confirmations === 0 && voidRequestedAt === null
