import type { Fate } from '../../domain/withdrawals/sender.js'
import type { StoredTransaction } from '../../domain/withdrawals/signed-transaction.js'
import { pauseSigner } from '../../domain/withdrawals/signer.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { WithdrawalFact } from '../../domain/withdrawals/withdrawal-state.js'
import { tryApply } from '../../domain/withdrawals/withdrawals.js'
import { isPast, listSigned, type WalletRun } from './withdrawal-run.js'

/** What no block has is handed over again after so long. */
export const RESEND_MS = 30_000

/** Hands what is signed to the network, and looks what became of it. */
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
    const [payment, replacement] = await store.read((tx) =>
      tx.signedTransactions.listByWithdrawal(withdrawal.id),
    )
    if (!payment) throw new Error(`withdrawal ${withdrawal.id} has no signed transaction`)
    const fate = await sender.track({ payment, replacement }, state, signal)
    if (fate.kind === 'unknown' && !replacement && (await this.replace(withdrawal, payment))) return true
    const isHandedOver = fate.kind === 'unknown' && (await this.handOver(withdrawal, replacement ?? payment))
    const fact = followedBy(withdrawal, fate, isHandedOver)
    const alarm = payment.alarmedAt === null ? alarmOf(fate) : undefined
    const moved = fate.kind === 'contradicted' ? fate.moved : null
    const isNews = moved !== payment.moved || alarm !== undefined
    if (!fact && !isNews) return false
    return store.write(async (tx) => {
      const current = await tx.withdrawals.lock(withdrawal.id)
      if (current?.version !== withdrawal.version) return false
      if (moved !== payment.moved) await tx.signedTransactions.noteMoved(payment.txHash, moved)
      if (alarm !== undefined) {
        await tx.signedTransactions.noteAlarm(payment.txHash, context.clock.now())
        await pauseSigner(tx, context, id, `withdrawal ${withdrawal.id}: ${alarm}`)
      }
      const changed = fact && (await tryApply(tx, context, current, fact))
      return changed !== undefined || isNews
    })
  }

  /** The same bytes to one node, and to all once that did not help. @returns whether the network has them */
  private async handOver(withdrawal: Withdrawal, signed: StoredTransaction): Promise<boolean> {
    const { memory, sender, signal } = this.run
    if (!memory.sent.isDue(signed.txHash)) return false
    memory.sent.note(signed.txHash)
    const to = isPast(this.run, signed.createdAt, RESEND_MS) ? 'all' : 'one'
    const answer = await sender.broadcast(signed, to, signal)
    if (answer.kind === 'refused')
      throw new Error(`the ${signed.kind} of withdrawal ${withdrawal.id} is refused: ${answer.why}`)
    return answer.kind === 'accepted' || answer.kind === 'known'
  }

  /**
   * Signs and stores what the operator wants in the payment's place, also while the signer is paused: it pays nobody, and
   * keeps a payment from being made.
   *
   * @returns whether it did
   */
  private async replace(withdrawal: Withdrawal, payment: StoredTransaction): Promise<boolean> {
    const { store, context, id, sender, signal, memory, state } = this.run
    if (withdrawal.voidRequestedAt === null || !sender.prepareReplacement) return false
    if (!memory.voided.isDue(withdrawal.id)) return false
    memory.voided.note(withdrawal.id)
    const prepared = await sender.prepareReplacement(payment, state, signal)
    if ('notNow' in prepared)
      throw new Error(`withdrawal ${withdrawal.id} cannot be voided now: ${prepared.notNow}`)
    return store.write(async (tx) => {
      const current = await tx.withdrawals.lock(withdrawal.id)
      if (current?.version !== withdrawal.version) return false
      const about = { withdrawalId: withdrawal.id, kind: 'void', createdAt: context.clock.now() } as const
      await tx.signedTransactions.insert({ ...prepared, ...id, ...about })
      return true
    })
  }
}

/** Why the signer must not go on by itself, if it must not. */
function alarmOf(fate: Fate): string | undefined {
  if (fate.kind === 'displaced' || fate.kind === 'contradicted') return fate.why
  return fate.kind === 'dead' && fate.isForeign
    ? 'a transaction that we did not sign is in the place of its payment'
    : undefined
}

/** What a look at the network says of a withdrawal; undefined when it says nothing new. */
function followedBy(
  { status, confirmations }: Withdrawal,
  fate: Fate,
  isHandedOver: boolean,
): WithdrawalFact | undefined {
  switch (fate.kind) {
    case 'unknown':
      // A block that held it is gone.
      if (confirmations > 0) return { kind: 'confirming', confirmations: 0 }
      return status === 'PROCESSING' && isHandedOver ? { kind: 'broadcast' } : undefined
    case 'mined':
    case 'contradicted':
      return fate.confirmations === confirmations && status === 'BROADCAST'
        ? undefined
        : { kind: 'confirming', confirmations: fate.confirmations }
    case 'completed':
      // One that settled before it was written down that a node has it: first things first.
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
