import type { Fate } from '../../domain/chain/sender.js'
import { pauseSigner } from '../../domain/chain/signer.js'
import type { TreasuryTransfer } from '../../domain/chain/treasury-transfer.js'
import { type Expired, findLostPayment, judgeExpired } from '../../domain/recovery/expired-payments.js'
import { settleByLostVersion } from '../../domain/recovery/transfer-settlements.js'
import { promote } from '../../domain/withdrawals/payment-versions.js'
import type { StoredTransaction, StoredVersions } from '../../domain/withdrawals/signed-transaction.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { WithdrawalFact } from '../../domain/withdrawals/withdrawal-state.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import { findLostVersion } from './lost-version.js'
import { isPast, isQuiet, isStopped, listSigned, type WalletRun } from './withdrawal-run.js'

/** Interval after which a transaction that is in no block is broadcast again. */
export const RESEND_MS = 30_000

/** Broadcasts signed transactions and tracks their fate. */
export class WithdrawalSettling {
  constructor(private readonly run: WalletRun) {}

  /** @returns how many withdrawals changed */
  async settle(): Promise<number> {
    const { store, id, failures } = this.run
    let changed = 0
    for (const withdrawal of await store.read((tx) => listSigned(tx, id))) {
      try {
        if (await this.follow(withdrawal)) changed += 1
      } catch (error) {
        failures.push(error)
      }
    }
    return changed
  }

  private async follow(withdrawal: Withdrawal): Promise<boolean> {
    const { store, context, id, sender, signal, state } = this.run
    const versions = await store.read((tx) => tx.signedTransactions.findVersions(withdrawal.id))
    if (!versions) throw new Error(`withdrawal ${withdrawal.id} has no signed transaction`)
    const { payment, replacement } = versions
    const fate = await sender.track(versions, state, signal)
    if (isForeign(fate)) {
      const transfer = await findLostVersion(this.run, withdrawal, payment)
      if (transfer) return this.complete(withdrawal, transfer, payment.nonce)
    }
    if (fate.kind === 'unknown' && !replacement && (await this.replace(withdrawal, versions))) return true
    if (fate.kind === 'dead' && payment.expiresAt !== null)
      return this.endExpired({ withdrawal, versions }, fate)
    const isBroadcast = fate.kind === 'unknown' && (await this.broadcast(withdrawal, replacement ?? payment))
    const fact = factOf(withdrawal, fate, isBroadcast)
    const alarm = payment.alarmedAt === null ? alarmReason(fate) : undefined
    const moved = fate.kind === 'contradicted' ? fate.moved : null
    const isChanged = moved !== payment.moved || alarm !== undefined
    if (!fact && !isChanged) return false
    return store.write(async (tx) => {
      // Serializes with a pause and with the begin of a recovery, in which no payment is given up.
      if (fate.kind === 'dead') await tx.cursors.lock(id)
      const locked = await tx.withdrawals.lock(withdrawal.id)
      if (locked?.version !== withdrawal.version) return false
      const current = await promote(tx, context, locked, versionOf(fate))
      const txHash = versionOf(fate) ?? payment.txHash
      if (moved !== payment.moved) await tx.signedTransactions.noteMoved(txHash, moved)
      if (alarm !== undefined) {
        await tx.signedTransactions.noteAlarm(txHash, context.clock.now())
        await pauseSigner(tx, context, id, `withdrawal ${withdrawal.id}: ${alarm}`)
      }
      // A version that the database has lost may have paid it.
      const isHeld = fate.kind === 'dead' && !isVoided(fate) && (await isStopped(tx, id))
      const changed = fact && !isHeld ? await tryApply(tx, context, current, fact) : undefined
      return changed !== undefined || isChanged
    })
  }

  /** Completes a withdrawal by a version of its payment that the database has lost, once it is final. */
  private complete(
    { id, version }: Withdrawal,
    { txHash, logIndex }: TreasuryTransfer,
    nonce: number,
  ): Promise<boolean> {
    const { store, context, id: chainId } = this.run
    return store.write(async (tx) => {
      await tx.cursors.lock(chainId)
      const current = await tx.withdrawals.lock(id)
      const transfer = await tx.treasuryTransfers.find({ ...chainId, txHash, logIndex })
      if (current?.version !== version || !transfer) return false
      return (await settleByLostVersion(tx, context, current, { transfer, nonce })) !== undefined
    })
  }

  /**
   * Ends a withdrawal whose payment expired in no block: by a transfer that is its payment though it was not signed here, or
   * by a failure that gives the money back, unless the payment can be signed again. Nothing is given back while nothing may
   * be signed: the database may lack a version that was mined.
   */
  private async endExpired(expired: Expired, fate: Fate & { kind: 'dead' }): Promise<boolean> {
    const { store, context, id, sender, renewals } = this.run
    const { withdrawal } = expired
    const outcome = await store.write(async (tx) => {
      // Serializes with a pause of the signer and the begin of a recovery.
      await tx.cursors.lock(id)
      const current = await tx.withdrawals.lock(withdrawal.id)
      if (current?.version !== withdrawal.version) return false
      const transfer = await findLostPayment(tx, expired)
      if (transfer)
        return (await settleByLostVersion(tx, context, current, { transfer, nonce: null })) !== undefined
      const verdict = await judgeExpired(tx, expired)
      if (verdict === 'seen' || isQuiet(this.run) || (await isStopped(tx, id))) return false
      const isRenewable = fate.isAgreed && expired.versions.payment.wallet === sender.wallet
      if (verdict === 'renew' && isRenewable) return 'renewal'
      const fact = { kind: 'failed', failureCode: fate.failureCode } as const
      return (await tryApply(tx, context, current, fact)) !== undefined
    })
    if (outcome === 'renewal') renewals.push(expired)
    return outcome === true
  }

  /**
   * Broadcasts the same bytes, to one node first, and to all nodes if that did not help.
   *
   * @returns whether the network has them
   */
  private async broadcast(withdrawal: Withdrawal, signed: StoredTransaction): Promise<boolean> {
    const { memory, sender, signal } = this.run
    if (!memory.recentBroadcasts.isDue(signed.txHash)) return false
    memory.recentBroadcasts.note(signed.txHash)
    const to = isPast(this.run, signed.createdAt, RESEND_MS) ? 'all' : 'one'
    const answer = await sender.broadcast(signed, to, signal)
    if (answer.kind === 'refused')
      throw new Error(
        `the ${signed.kind} of withdrawal ${withdrawal.id} was rejected by the node: ${answer.why}`,
      )
    return answer.kind === 'accepted' || answer.kind === 'known'
  }

  /**
   * Signs and stores the replacement that the operator requested, also while the signer is paused: it transfers
   * nothing and prevents a payment. While the database is recovering, its nonces may be older than those of the wallet.
   *
   * @returns whether it did
   */
  private async replace(withdrawal: Withdrawal, versions: StoredVersions): Promise<boolean> {
    const { store, context, id, sender, signal, memory, state } = this.run
    if (withdrawal.voidRequestedAt === null || !sender.prepareReplacement) return false
    if (await store.read((tx) => tx.recoveries.findOpen())) return false
    if (!memory.recentReplacements.isDue(withdrawal.id)) return false
    memory.recentReplacements.note(withdrawal.id)
    const prepared = await sender.prepareReplacement(versions, state, signal)
    if ('notNow' in prepared)
      throw new Error(`withdrawal ${withdrawal.id} cannot be replaced now: ${prepared.notNow}`)
    return store.write(async (tx) => {
      // Serializes with the begin of a recovery.
      await tx.cursors.lock(id)
      const current = await tx.withdrawals.lock(withdrawal.id)
      if (current?.version !== withdrawal.version || (await tx.recoveries.findOpen())) return false
      const about = { withdrawalId: withdrawal.id, kind: 'void', createdAt: context.clock.now() } as const
      await tx.signedTransactions.insert({ ...prepared, ...id, ...about })
      return true
    })
  }
}

/** Whether a transaction that is not known has the nonce of a payment. */
const isForeign = (fate: Fate): boolean =>
  fate.kind === 'displaced' || (fate.kind === 'dead' && fate.isForeign)

/** Whether our own replacement of a payment is final. */
const isVoided = ({ failureCode, isForeign }: Extract<Fate, { kind: 'dead' }>): boolean =>
  failureCode === 'broadcast_rejected' && !isForeign

/** Returns the version that a final fate is about, where it is not the newest one. */
const versionOf = (fate: Fate): string | undefined =>
  fate.kind === 'completed' || fate.kind === 'reverted' || fate.kind === 'contradicted'
    ? fate.version
    : undefined

/** Why the signer must not continue by itself; undefined where it may. */
function alarmReason(fate: Fate): string | undefined {
  if (fate.kind === 'displaced' || fate.kind === 'contradicted') return fate.why
  return fate.kind === 'dead' && fate.isForeign
    ? 'a transaction that we did not sign has replaced its payment'
    : undefined
}

/** Returns the fact that the tracked fate adds to a withdrawal; undefined when there is none. */
function factOf(
  { status, confirmations }: Withdrawal,
  fate: Fate,
  isBroadcast: boolean,
): WithdrawalFact | undefined {
  switch (fate.kind) {
    case 'unknown':
      // The block that contained it was replaced.
      if (confirmations > 0) return { kind: 'confirming', confirmations: 0 }
      return status === 'PROCESSING' && isBroadcast ? { kind: 'broadcast' } : undefined
    case 'mined':
    case 'contradicted':
      return fate.confirmations === confirmations && status === 'BROADCAST'
        ? undefined
        : { kind: 'confirming', confirmations: fate.confirmations }
    case 'completed':
      // Settled before the broadcast was recorded: the broadcast is recorded first.
      return status === 'PROCESSING'
        ? { kind: 'broadcast' }
        : { kind: 'completed', confirmations: fate.confirmations }
    case 'reverted':
      return { kind: 'failed', failureCode: 'reverted' }
    case 'dead':
      return { kind: 'failed', failureCode: fate.failureCode }
    case 'displaced':
      return undefined
  }
}
