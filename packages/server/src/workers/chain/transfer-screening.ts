import type { Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { Context } from '../../domain/context.js'
import type { FinalityResults } from '../../domain/payments/finality-queue.js'
import { isDust, type RecordedTransfer, transferName } from '../../domain/payments/transfer.js'
import { WaitingList } from '../../domain/screening/screening.js'
import {
  isPassedByOperator,
  type JudgedTransfer,
  recordVerdicts,
  subjectOf,
} from '../../domain/screening/transfer-screening.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { mapWithConcurrency } from '../map-with-concurrency.js'

/** Transfers of one look, and as much dust. */
const PAGE = 200
/** Transfers that one look asks about: a slow judge must not keep the blocks from being read. */
const MOST_ASKED = 32
const NAMED_IN_ALARM = 5

/**
 * Has the payments of one network judged: each when it was first booked, and by the token's list once more when it is
 * about to be credited. What nobody can judge is asked about again and again, and is not credited meanwhile.
 */
export class TransferScreening {
  private readonly id
  private readonly arriving
  private readonly settling
  /** Where the next look goes on when there are more than one shows. */
  private after: Places = {}

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    { environment, network }: Chain,
  ) {
    this.id = { environment, network }
    const now = () => context.clock.now()
    this.arriving = new WaitingList(now)
    this.settling = new WaitingList(now)
  }

  /** Asks about what was booked and nobody has judged yet, dust after all else. @returns how much was found out */
  async ask(conditions: readonly ChainCondition[], signal: AbortSignal): Promise<number> {
    const { at, payments, dust } = await this.readPages()
    const isDue = (transfer: RecordedTransfer) => this.arriving.isDue(transferName(transfer))
    const due = [...payments, ...dust].filter(isDue).slice(0, MOST_ASKED)
    const judged: JudgedTransfer[] = []
    let isDustPutOff = false
    await mapWithConcurrency(due, async (transfer) => {
      const { isPutOff, ...said } = await this.judge(transfer, at, signal)
      if (said.verdicts.length > 0 || said.isComplete) judged.push(said)
      if (said.isComplete) return 'told'
      isDustPutOff ||= isPutOff
      return isPutOff ? 'enough' : 'silent'
    })
    signal.throwIfAborted()
    // Its oldest come first once it may be asked about again.
    if (!isDustPutOff) this.after = { ...this.after, dust: nextAfter(dust) }
    const found =
      judged.length === 0
        ? 0
        : await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, judged))
    await this.noteWaiting(conditions, payments.length === 0 && (dust.length === 0 || isDustPutOff))
    return found
  }

  /** What is not due any more waits for nothing. */
  keep(due: readonly RecordedTransfer[]): void {
    this.settling.keep(due.map(transferName))
  }

  /**
   * Asks the token's list once more about what its network calls final.
   *
   * @returns verdicts in which only what may be credited is final; and how many were flagged, which makes the step stale
   */
  async settle(
    due: readonly RecordedTransfer[],
    verdicts: FinalityResults,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<{ verdicts: FinalityResults; flagged: number }> {
    const isOpen = (transfer: RecordedTransfer) => !transfer.isFlagged && verdicts.isFinal(transfer)
    const open = due.filter(isOpen)
    const passed = new Set<string>()
    const flagged: JudgedTransfer[] = []
    const ready = open.filter((transfer) => this.settling.isDue(transferName(transfer)))
    const inTurn = [...ready.filter((transfer) => !isDust(transfer)), ...ready.filter(isDust)]
    await mapWithConcurrency(inTurn, async (transfer) => {
      const name = transferName(transfer)
      const said = await this.context.screening.askToken(subjectOf(transfer), at, signal)
      if (said?.verdict === 'outstanding' && !said.isPutOff) {
        this.settling.add(name, said.why)
        return 'silent'
      }
      this.settling.delete(name)
      if (said?.verdict === 'outstanding') return 'enough'
      if (said?.verdict === 'flag') {
        flagged.push({ transfer, verdicts: [{ source: 'token', ...said }], isComplete: true })
      } else passed.add(name)
      return 'told'
    })
    signal.throwIfAborted()
    // A person's word counts more than a list's, and is asked for only where the list did not say yes.
    const overruled = await this.listOverruled(open.filter((transfer) => !passed.has(transferName(transfer))))
    const held = flagged.filter(({ transfer }) => !overruled.has(transferName(transfer)))
    if (held.length > 0) await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, held))
    const isCreditable = (name: string) => passed.has(name) || overruled.has(name)
    const waiting = open.filter((transfer) => !isCreditable(transferName(transfer)))
    return { verdicts: verdicts.withResult(waiting, 'pending'), flagged: held.length }
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
    if (isAll) this.arriving.keep([...payments, ...dust].map(transferName))
    return { at: cursor.block, payments, dust }
  }

  private async judge(
    transfer: RecordedTransfer,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<JudgedTransfer & { isPutOff: boolean }> {
    const before = await this.store.read((tx) => tx.screeningVerdicts.list(transfer))
    const judged = new Set(before.map(({ source }) => source))
    const said = await this.context.screening.ask(subjectOf(transfer), judged, at, signal)
    const { verdicts, waitsFor, isPutOff = false } = said
    if (waitsFor === undefined) this.arriving.delete(transferName(transfer))
    else this.arriving.add(transferName(transfer), waitsFor)
    const isComplete = waitsFor === undefined && !isPutOff
    return { transfer, verdicts, isComplete, isPutOff: isPutOff && waitsFor === undefined }
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

  /** Tells the operator when something waits too long, until nothing waits any more. */
  private async noteWaiting(conditions: readonly ChainCondition[], isNothingLeft: boolean): Promise<void> {
    const { store, id } = this
    const isNoted = conditions.some(({ kind }) => kind === 'screening_stuck')
    if (isNoted) {
      const isOver = isNothingLeft && this.arriving.size + this.settling.size === 0
      if (isOver) await store.write((tx) => tx.chainConditions.clear(id, 'screening_stuck'))
      return
    }
    const late = [...this.arriving.late(), ...this.settling.late()]
    if (late.length === 0) return
    const named = late.slice(0, NAMED_IN_ALARM).join(', ')
    const reason = `${late.length} payments were not judged for over 10 minutes: ${named}`
    const sinceAt = this.context.clock.now()
    await store.write((tx) => tx.chainConditions.set(id, { kind: 'screening_stuck', reason, sinceAt }))
  }
}

interface Places {
  readonly payments?: RecordedTransfer | undefined
  readonly dust?: RecordedTransfer | undefined
}

/** What was not judged yet, in chain order: however much dust there is, no payment waits behind it. */
interface Pages {
  readonly at: BlockRef
  readonly payments: readonly RecordedTransfer[]
  readonly dust: readonly RecordedTransfer[]
}

const nextAfter = (page: readonly RecordedTransfer[]): RecordedTransfer | undefined =>
  page.length < PAGE ? undefined : page.at(-1)
