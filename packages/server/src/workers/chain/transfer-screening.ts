import type { Chain } from '../../domain/chain/chain.js'
import { isDust, type RecordedTransfer, transferName } from '../../domain/chain/transfer.js'
import type { Context } from '../../domain/context.js'
import type { FinalityResults } from '../../domain/payments/finality-queue.js'
import {
  isPassedByOperator,
  recordVerdicts,
  type ScreenedTransfer,
  subjectOf,
} from '../../domain/screening/transfer-screening.js'
import { WaitingList } from '../../domain/screening/waiting-list.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { mapWithConcurrency } from '../map-with-concurrency.js'
import type { NetworkConditions } from './network-conditions.js'

/** Transfers read per tick, and as many dust transfers. */
const PAGE = 200
/** Transfers screened per tick: slow screening must not delay the blocks. */
const MAX_SCREENED = 32
const NAMED_IN_ALERT = 5

/**
 * Screens the payments of one network: each when it is first recorded, and with the token's blacklist again before it
 * is credited. A payment without a complete result is retried and is not credited until then.
 */
export class TransferScreening {
  private readonly id
  private readonly unscreened
  private readonly crediting
  /** Where the next tick continues when there is more than one page. */
  private after: Places = {}

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    { environment, network }: Chain,
    private readonly conditions: NetworkConditions,
  ) {
    this.id = { environment, network }
    const now = () => context.clock.now()
    this.unscreened = new WaitingList(now)
    this.crediting = new WaitingList(now)
  }

  /**
   * Screens recorded payments that have no complete result yet, dust last.
   *
   * @returns the number of verdicts found
   */
  async screenRecorded(signal: AbortSignal): Promise<number> {
    const { at, payments, dust } = await this.readPages()
    const isDue = (transfer: RecordedTransfer) => this.unscreened.isDue(transferName(transfer))
    const due = [...payments, ...dust].filter(isDue).slice(0, MAX_SCREENED)
    const screened: ScreenedTransfer[] = []
    let isDustDeferred = false
    await mapWithConcurrency(due, async (transfer) => {
      const { isDeferred, ...result } = await this.screen(transfer, at, signal)
      if (result.verdicts.length > 0 || result.isComplete) screened.push(result)
      if (result.isComplete) return 'done'
      isDustDeferred ||= isDeferred
      return isDeferred ? 'stop' : 'failed'
    })
    signal.throwIfAborted()
    // Deferred dust starts again with the oldest.
    if (!isDustDeferred) this.after = { ...this.after, dust: nextAfter(dust) }
    const found =
      screened.length === 0
        ? 0
        : await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, screened))
    await this.updateCondition(payments.length === 0 && (dust.length === 0 || isDustDeferred))
    return found
  }

  /** Forgets waiting entries that are no longer due. */
  retainDue(due: readonly RecordedTransfer[]): void {
    this.crediting.keep(due.map(transferName))
  }

  /**
   * Checks the transfers that their network reports as final against the token's blacklist again.
   *
   * @returns finality in which only creditable transfers are final, and the number of newly flagged ones, which makes
   *   the step stale
   */
  async screenFinal(
    due: readonly RecordedTransfer[],
    finality: FinalityResults,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<{ creditable: FinalityResults; flagged: number }> {
    const isOpen = (transfer: RecordedTransfer) => !transfer.isFlagged && finality.isFinal(transfer)
    const open = due.filter(isOpen)
    const passed = new Set<string>()
    const flagged: ScreenedTransfer[] = []
    const ready = open.filter((transfer) => this.crediting.isDue(transferName(transfer)))
    const ordered = [...ready.filter((transfer) => !isDust(transfer)), ...ready.filter(isDust)]
    await mapWithConcurrency(ordered, async (transfer) => {
      const name = transferName(transfer)
      const answer = await this.context.screening.screenToken(subjectOf(transfer), at, signal)
      if (answer?.verdict === 'outstanding' && !answer.isDeferred) {
        this.crediting.add(name, answer.why)
        return 'failed'
      }
      this.crediting.delete(name)
      if (answer?.verdict === 'outstanding') return 'stop'
      if (answer?.verdict === 'flag') {
        flagged.push({ transfer, verdicts: [{ source: 'token', ...answer }], isComplete: true })
      } else passed.add(name)
      return 'done'
    })
    signal.throwIfAborted()
    // An operator's pass overrides the blacklist, and is read only where the blacklist did not pass.
    const overruled = await this.listOverruled(open.filter((transfer) => !passed.has(transferName(transfer))))
    const blocked = flagged.filter(({ transfer }) => !overruled.has(transferName(transfer)))
    if (blocked.length > 0) await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, blocked))
    const isCreditable = (name: string) => passed.has(name) || overruled.has(name)
    const waiting = open.filter((transfer) => !isCreditable(transferName(transfer)))
    return { creditable: finality.withResult(waiting, 'pending'), flagged: blocked.length }
  }

  private async readPages(): Promise<Pages> {
    const { id, after } = this
    const pages = await this.store.read(async (tx) => ({
      cursor: await tx.cursors.find(id),
      payments: await tx.transfers.listUnscreened(id, after.payments, PAGE, 'payments'),
      dust: await tx.transfers.listUnscreened(id, after.dust, PAGE, 'dust'),
    }))
    const { cursor, payments, dust } = pages
    if (!cursor) throw new Error('the network has no cursor')
    this.after = { ...after, payments: nextAfter(payments) }
    const isAll = [after.payments, after.dust, nextAfter(payments), nextAfter(dust)].every((each) => !each)
    if (isAll) this.unscreened.keep([...payments, ...dust].map(transferName))
    return { at: cursor.block, payments, dust }
  }

  private async screen(
    transfer: RecordedTransfer,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreenedTransfer & { isDeferred: boolean }> {
    const before = await this.store.read((tx) => tx.screeningVerdicts.list(transfer))
    const known = new Set(before.map(({ source }) => source))
    const answer = await this.context.screening.screen(subjectOf(transfer), known, at, signal)
    const { verdicts, waitsFor, isDeferred = false } = answer
    if (waitsFor === undefined) this.unscreened.delete(transferName(transfer))
    else this.unscreened.add(transferName(transfer), waitsFor)
    const isComplete = waitsFor === undefined && !isDeferred
    return { transfer, verdicts, isComplete, isDeferred: isDeferred && waitsFor === undefined }
  }

  private listOverruled(open: readonly RecordedTransfer[]): Promise<Set<string>> {
    if (open.length === 0) return Promise.resolve(new Set())
    return this.store.read(async (tx) => {
      const names = new Set<string>()
      for (const transfer of open) {
        if (await isPassedByOperator(tx, transfer)) names.add(transferName(transfer))
      }
      return names
    })
  }

  /** Sets a condition when a payment waits too long for screening, and clears it once nothing waits. */
  private async updateCondition(isNothingLeft: boolean): Promise<void> {
    const { conditions } = this
    if (conditions.isSet('screening_stuck')) {
      const isOver = isNothingLeft && this.unscreened.size + this.crediting.size === 0
      if (isOver) await conditions.setCondition('screening_stuck', undefined)
      return
    }
    const late = [...this.unscreened.late(), ...this.crediting.late()]
    if (late.length === 0) return
    const named = late.slice(0, NAMED_IN_ALERT).join(', ')
    const reason = `${late.length} payments have waited over 10 minutes for screening: ${named}`
    await conditions.setCondition('screening_stuck', reason)
  }
}

interface Places {
  readonly payments?: RecordedTransfer | undefined
  readonly dust?: RecordedTransfer | undefined
}

/** Payments without a screening result, in chain order. Dust has its own page, so it never delays a payment. */
interface Pages {
  readonly at: BlockRef
  readonly payments: readonly RecordedTransfer[]
  readonly dust: readonly RecordedTransfer[]
}

const nextAfter = (page: readonly RecordedTransfer[]): RecordedTransfer | undefined =>
  page.length < PAGE ? undefined : page.at(-1)
