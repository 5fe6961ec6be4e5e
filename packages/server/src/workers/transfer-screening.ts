import type { ChainCondition } from '../domain/chain-conditions.js'
import { type Chain, transferName } from '../domain/chains.js'
import type { Verdicts } from '../domain/due-transfers.js'
import type { BlockRef, RecordedTransfer } from '../domain/payments.js'
import type { Context, Store } from '../domain/ports.js'
import { WaitingList } from '../domain/screening.js'
import {
  isPassedByOperator,
  type JudgedTransfer,
  recordVerdicts,
  subjectOf,
} from '../domain/transfer-screening.js'
import { askSome } from './ask-some.js'

/** Transfers of one look. */
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
  private after: RecordedTransfer | undefined

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

  /** Asks about what was booked and nobody has judged yet. @returns how much was found out */
  async ask(conditions: readonly ChainCondition[], signal: AbortSignal): Promise<number> {
    const { at, page } = await this.readPage()
    const due = page.filter((transfer) => this.arriving.isDue(transferName(transfer))).slice(0, MOST_ASKED)
    const judged: JudgedTransfer[] = []
    await askSome(due, async (transfer) => {
      const said = await this.judge(transfer, at, signal)
      if (said.verdicts.length > 0 || said.isComplete) judged.push(said)
      return said.isComplete
    })
    signal.throwIfAborted()
    const found =
      judged.length === 0
        ? 0
        : await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, judged))
    await this.noteWaiting(conditions, page.length === 0)
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
    verdicts: Verdicts,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<{ verdicts: Verdicts; flagged: number }> {
    const isOpen = (transfer: RecordedTransfer) => !transfer.isFlagged && verdicts.isFinal(transfer)
    const open = due.filter(isOpen)
    const passed = new Set<string>()
    const flagged: JudgedTransfer[] = []
    const ready = open.filter((transfer) => this.settling.isDue(transferName(transfer)))
    await askSome(ready, async (transfer) => {
      const name = transferName(transfer)
      const said = await this.context.screening.askToken(subjectOf(transfer), at, signal)
      if (said?.verdict === 'outstanding') {
        this.settling.add(name, said.why)
        return false
      }
      this.settling.delete(name)
      if (said?.verdict === 'flag') {
        flagged.push({ transfer, verdicts: [{ source: 'token', ...said }], isComplete: true })
      } else passed.add(name)
      return true
    })
    signal.throwIfAborted()
    // A person's word counts more than a list's, and is asked for only where the list did not say yes.
    const overruled = await this.listOverruled(open.filter((transfer) => !passed.has(transferName(transfer))))
    const held = flagged.filter(({ transfer }) => !overruled.has(transferName(transfer)))
    if (held.length > 0) await this.store.write((tx) => recordVerdicts(tx, this.context, this.id, held))
    const isCreditable = (name: string) => passed.has(name) || overruled.has(name)
    const waiting = open.filter((transfer) => !isCreditable(transferName(transfer)))
    return { verdicts: verdicts.but(waiting, 'wait'), flagged: held.length }
  }

  private async readPage(): Promise<{ at: BlockRef; page: RecordedTransfer[] }> {
    const { id, after } = this
    const { cursor, page } = await this.store.read(async (tx) => ({
      cursor: await tx.cursors.find(id),
      page: await tx.transfers.listUnscreened(id, after, PAGE),
    }))
    if (!cursor) throw new Error('the network has no cursor')
    const isLast = page.length < PAGE
    this.after = isLast ? undefined : page.at(-1)
    if (isLast && after === undefined) this.arriving.keep(page.map(transferName))
    return { at: cursor.block, page }
  }

  private async judge(
    transfer: RecordedTransfer,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<JudgedTransfer> {
    const before = await this.store.read((tx) => tx.screeningVerdicts.list(transfer))
    const judged = new Set(before.map(({ source }) => source))
    const { verdicts, waitsFor } = await this.context.screening.ask(subjectOf(transfer), judged, at, signal)
    const isComplete = waitsFor === undefined
    if (isComplete) this.arriving.delete(transferName(transfer))
    else this.arriving.add(transferName(transfer), waitsFor)
    return { transfer, verdicts, isComplete }
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
    const isNoted = conditions.some(({ kind }) => kind === 'unscreened')
    if (isNoted) {
      const isOver = isNothingLeft && this.arriving.size + this.settling.size === 0
      if (isOver) await store.write((tx) => tx.chainConditions.clear(id, 'unscreened'))
      return
    }
    const late = [...this.arriving.late(), ...this.settling.late()]
    if (late.length === 0) return
    const named = late.slice(0, NAMED_IN_ALARM).join(', ')
    const reason = `${late.length} payments were not judged for over 10 minutes: ${named}`
    const sinceAt = this.context.clock.now()
    await store.write((tx) => tx.chainConditions.set(id, { kind: 'unscreened', reason, sinceAt }))
  }
}
