import { isSameAmount, transferName } from '../../chain/transfer.js'
import type { TreasuryTransfer } from '../../chain/treasury-transfer.js'
import type { CustodyCap } from '../../ledger/custody-cap.js'
import type { LedgerTransaction } from '../../ledger/ledger-entry.js'
import type { Instant } from '../../shared/types.js'
import { CONFIRM_BATCH } from '../finality-queue.js'
import { treasuryPosting, treasuryReversal } from '../treasury-postings.js'
import { type Findings, inChainOrder } from './collect.js'
import type { SeenTreasuryTransfer } from './collect-treasury.js'

/** A change of a treasury transfer, with its posting or the reversal of it. */
export interface TreasuryChange {
  readonly row: TreasuryTransfer
  readonly isNew: boolean
  /** Whether it is a new transfer out of the hot wallet that was not signed here. */
  readonly isUnknown: boolean
  readonly postings: readonly LedgerTransaction[]
}

/**
 * Decides what follows from the treasury transfers of a step.
 *
 * @param isRecovering whether a transfer out of a former hot wallet may be a payment that the database has lost
 */
export function decideTreasury(
  findings: Findings,
  custodyCap: CustodyCap,
  at: Instant,
  isRecovering: boolean,
): { changes: TreasuryChange[]; handled: number } {
  const { seen, gone } = findings.treasury
  const treasury = new TreasuryChanges(findings, custodyCap, at)
  let recorded = 0
  for (const transfer of seen) {
    const isOutgoing = transfer.isFromFormer && isRecovering
    recorded += treasury.arrive(isOutgoing ? { ...transfer, kind: 'outgoing' } : transfer) ? 1 : 0
  }
  for (const transfer of gone) treasury.revert(transfer)
  const decided = treasury.applyFinality()
  return { changes: treasury.all, handled: recorded + gone.length + decided }
}

class TreasuryChanges {
  readonly all: TreasuryChange[] = []
  private readonly rows: Map<string, TreasuryTransfer>

  constructor(
    private readonly findings: Findings,
    private readonly custodyCap: CustodyCap,
    private readonly at: Instant,
  ) {
    const { known, destroyed } = findings.treasury
    this.rows = new Map([...destroyed.map((row) => [transferName(row), row] as const), ...known])
  }

  /** @returns whether the transfer is new or in another block than before */
  arrive(seen: SeenTreasuryTransfer): boolean {
    const known = this.rows.get(transferName(seen))
    if (known && known.orphanedAt === null) {
      if (seen.block.number <= this.findings.recordedTo) return false
      if (isSame(known, seen)) return this.move(known, seen)
      // In another branch this log index may hold another transfer, which replaces the recorded one.
      this.revert(known)
    }
    this.record(seen, known)
    return true
  }

  /** The transfer left the chain: its posting is reversed. */
  revert(transfer: TreasuryTransfer): void {
    const posting = transfer.confirmedAt === null ? undefined : treasuryPosting(transfer)
    this.add({ ...transfer, orphanedAt: this.at }, { postings: posting ? [treasuryReversal(posting)] : [] })
  }

  /** Confirms final transfers, and reverts those that are absent from their blocks. @returns the number of both */
  applyFinality(): number {
    const { finality, upTo } = this.findings
    const decided = finality.decided.flatMap((transfer) => {
      const row = this.rows.get(transferName(transfer))
      return row && isOpen(row) && row.block.hash === transfer.block.hash ? [row] : []
    })
    const absent = decided.filter((transfer) => finality.isAbsent(transfer))
    for (const transfer of absent) this.revert(transfer)
    const final = decided.filter((transfer) => finality.isFinal(transfer) && transfer.dueBlock <= upTo)
    const due = [...final, ...this.listDestroyed()]
    return absent.length + due.filter((transfer) => this.confirm(transfer)).length
  }

  /** Finality checks cover transfers only. Destroyed funds are confirmed by depth alone. */
  private listDestroyed(): TreasuryTransfer[] {
    const isDue = (row: TreasuryTransfer) =>
      row.to === null && isOpen(row) && row.dueBlock <= this.findings.upTo
    return [...this.rows.values()].filter(isDue).sort(inChainOrder).slice(0, CONFIRM_BATCH)
  }

  /** Moves a recorded transfer to another block after a reorganisation. */
  private move(known: TreasuryTransfer, { block }: SeenTreasuryTransfer): boolean {
    if (known.block.hash === block.hash) return false
    const dueBlock = known.dueBlock - known.block.number + block.number
    this.add({ ...known, block, dueBlock })
    return true
  }

  private record(seen: SeenTreasuryTransfer, known: TreasuryTransfer | undefined): void {
    const { kind, txHash, logIndex, from, to, value, residue = 0n, block } = seen
    const { id, depth } = this.findings
    const row: TreasuryTransfer = {
      ...id,
      txHash,
      logIndex,
      incarnation: (known?.incarnation ?? 0) + 1,
      kind,
      from,
      to,
      value,
      residue,
      block,
      dueBlock: block.number + depth - 1,
      ignoredReason: this.custodyCap.allows(value) ? null : 'over_cap',
      confirmedAt: null,
      orphanedAt: null,
    }
    this.add(row, { isNew: known === undefined, isUnknown: kind === 'outgoing' })
  }

  /** @returns false if it must wait for the next transaction because of the custody cap */
  private confirm(transfer: TreasuryTransfer): boolean {
    const posting = treasuryPosting(transfer)
    const capacity = posting === undefined ? 'taken' : this.custodyCap.take(transfer.value)
    if (capacity === 'later') return false
    const ignoredReason = capacity === 'never' ? ('over_cap' as const) : transfer.ignoredReason
    const postings = posting && capacity === 'taken' ? [posting] : []
    this.add({ ...transfer, ignoredReason, confirmedAt: this.at }, { postings })
    return true
  }

  private add(row: TreasuryTransfer, more: Partial<Omit<TreasuryChange, 'row'>> = {}): void {
    this.rows.set(transferName(row), row)
    this.all.push({ row, isNew: false, isUnknown: false, postings: [], ...more })
  }
}

/** The transfer is recorded as canonical and unconfirmed. */
const isOpen = ({ confirmedAt, orphanedAt }: TreasuryTransfer): boolean =>
  confirmedAt === null && orphanedAt === null

const isSame = (one: SeenTreasuryTransfer, other: SeenTreasuryTransfer): boolean =>
  one.kind === other.kind && one.from === other.from && one.to === other.to && isSameAmount(one, other)
