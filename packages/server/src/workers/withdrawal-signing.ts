import type { ChainConditionKind } from '../domain/chain-conditions.js'
import type { ShortageReason, SignedTransaction, Slot, Unsigned } from '../domain/senders.js'
import { pauseSigner } from '../domain/signer.js'
import type { Tx } from '../domain/tables.js'
import type { WithdrawalFact } from '../domain/withdrawal-state.js'
import { isDestination, tryApply, type Withdrawal } from '../domain/withdrawals.js'
import { BATCH, listSigned, type WalletRun } from './withdrawal-run.js'

/** Signed and not settled at once, per wallet: what can be in doubt at any time is bounded. */
const UNSETTLED_PER_WALLET = 8

/** What keeps every withdrawal of a network from being signed, and from being looked at. */
const STOPPING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'signer_paused'])
const OF_TOKEN: readonly (ChainConditionKind & ShortageReason)[] = [
  'token_paused',
  'token_deprecated',
  'token_fee',
]

/** Signs what waits, as far as the wallet has room. */
export class WithdrawalSigning {
  constructor(private readonly run: WalletRun) {}

  /** @returns how many were signed or turned away */
  async sign(): Promise<number> {
    const { store, id, failures, memory } = this.run
    if (!(await this.isCaughtUp()) || (await store.read((tx) => this.isStopped(tx)))) return 0
    const room = UNSETTLED_PER_WALLET - (await store.read((tx) => listSigned(tx, id))).length
    if (room <= 0) return 0
    const offset = memory.passedOver
    const waiting = await store.read((tx) => tx.withdrawals.listReady({ ...id, limit: BATCH, offset }))
    let changed = 0
    let isCut = false
    for (const withdrawal of waiting) {
      if (changed >= room) break
      if (!memory.tried.isDue(withdrawal.id)) continue
      isCut = memory.tried.recent >= BATCH
      if (isCut) break
      try {
        if (await this.signOne(withdrawal)) changed += 1
      } catch (error) {
        failures.push(error)
      }
    }
    // Those that cannot be signed now must not hide the ones behind them, nor take a node's calls as they get more.
    const isPassed = changed === 0 && waiting.length === BATCH
    memory.passedOver = isCut ? offset : isPassed ? offset + BATCH : 0
    return changed
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
  private async signOne(waiting: Withdrawal): Promise<boolean> {
    const { tried } = this.run.memory
    const prepared = await this.prepare(waiting)
    if ('foreign' in prepared) return this.pause(prepared)
    if ('notNow' in prepared) tried.note(waiting.id)
    else tried.forget(waiting.id)
    if ('notNow' in prepared && waiting.reviewReason === prepared.notNow) return false
    return this.commit(waiting, prepared)
  }

  private async prepare({ id, destinationAddress: to, amount }: Withdrawal) {
    const { store, context, id: chainId, sender, state, signal } = this.run
    const { isForOthers, shortage, slot } = await store.read(async (tx) => {
      const conditions = new Set((await tx.chainConditions.list(this.run.id)).map(({ kind }) => kind))
      const shortage = OF_TOKEN.find((kind) => conditions.has(kind))
      return {
        isForOthers: await isDestination(tx, context, chainId, to),
        shortage,
        slot: await this.readSlot(tx),
      }
    })
    // It may have become ours since it was taken: a wallet whose key was set, or that signed.
    if (!isForOthers) return { never: 'rejected' } as const
    if (shortage) return { notNow: shortage }
    const { verdict } = await context.screening.judgeAddress(chainId, to, state.cursor, signal)
    if (verdict === 'outstanding') return { notNow: 'screening' } as const
    if (verdict === 'flag') return { never: 'compliance' } as const
    const prepared = await sender.prepare({ withdrawalId: id, to, amount }, slot, signal)
    return 'foreign' in prepared ? { ...prepared, nonce: slot.nonce } : prepared
  }

  private async readSlot(tx: Tx): Promise<Slot> {
    const { id, state } = this.run
    const pending: Slot['pending'][number][] = []
    for (const withdrawal of await listSigned(tx, id)) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      if (payment && withdrawal.confirmations === 0) pending.push({ ...payment, amount: withdrawal.amount })
    }
    const nonce = await this.nextNonce(tx)
    const isForeignUseAccepted = await tx.signedTransactions.isResumed(id)
    return { nonce, isForeignUseAccepted, pending, state }
  }

  private commit(waiting: Withdrawal, prepared: SignedTransaction | Exclude<Unsigned, { foreign: string }>) {
    const { store, context, id: chainId } = this.run
    const { id } = waiting
    return store.write(async (tx) => {
      // Whoever pauses the signer meanwhile waits until this is committed, or was first.
      await tx.cursors.lock(chainId)
      const withdrawal = await tx.withdrawals.lock(id)
      // It may have been canceled meanwhile, or the signer paused: then the bytes are thrown away, and nobody ever saw
      // them.
      if (!withdrawal || (await this.isStopped(tx))) return false
      const changed = await tryApply(tx, context, withdrawal, factOf(prepared))
      if (changed && 'txHash' in prepared) {
        const about = { withdrawalId: id, kind: 'payment', createdAt: context.clock.now() } as const
        await tx.signedTransactions.insert({ ...prepared, ...chainId, ...about })
        await tx.signedTransactions.forgetResumed(chainId)
      }
      return changed !== undefined && !('notNow' in prepared)
    })
  }

  private nextNonce(tx: Tx): Promise<number | undefined> {
    const { id, sender } = this.run
    return tx.signedTransactions.nextNonce({ ...id, wallet: sender.wallet })
  }

  /** @returns whether somebody else signs: a second server may have signed meanwhile what the node counts */
  private pause({ foreign, nonce }: { foreign: string; nonce: number | undefined }): Promise<boolean> {
    const { store, context, id } = this.run
    return store.write(async (tx) => {
      await tx.cursors.lock(id)
      if ((await this.nextNonce(tx)) !== nonce) return false
      await pauseSigner(tx, context, id, foreign)
      return true
    })
  }
}

function factOf(prepared: SignedTransaction | Exclude<Unsigned, { foreign: string }>): WithdrawalFact {
  if ('never' in prepared) return { kind: 'failed', failureCode: prepared.never }
  if ('notNow' in prepared) return { kind: 'held_back', reason: prepared.notNow }
  return { kind: 'signed', txHash: prepared.txHash }
}
