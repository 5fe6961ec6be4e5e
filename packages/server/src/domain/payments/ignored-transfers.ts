import type { RecordableStep } from '../chain/scan-step.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { IgnoredTransfer } from './transfer.js'

/** Kept of an address for each reason; whoever sends it dust for years fills no database with it. */
const IGNORED_KEPT = 100

/**
 * Keeps what touched our addresses and counts for nothing, so that a question about it has an answer.
 *
 * @param bookedTo newest block that was booked before: what is told of it again is counted once
 */
export async function noteIgnored(
  tx: Tx,
  id: ChainId,
  step: RecordableStep,
  bookedTo: number,
): Promise<void> {
  if (step.kind === 'rewind') await tx.ignoredTransfers.deleteAfter(id, step.after.number)
  // What stands in blocks that may still go is told again when they stay.
  const lasting = step.ignored.filter(({ block }) => block.number <= step.to.number)
  const groups = new Map<string, IgnoredTransfer[]>()
  for (const each of lasting) {
    const name = `${each.reason} ${each.address}`
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  for (const group of groups.values()) await keep(tx, id, group, bookedTo)
}

/** Whether the books lack one of these that they would keep. */
export async function isAnyUnnoted(
  tx: Tx,
  id: ChainId,
  ignored: readonly IgnoredTransfer[],
): Promise<boolean> {
  for (const each of ignored) {
    const isKept = await tx.ignoredTransfers.has(id, each)
    if (!isKept && (await tx.ignoredTransfers.count(id, each)) < IGNORED_KEPT) return true
  }
  return false
}

async function keep(
  tx: Tx,
  id: ChainId,
  ignored: readonly IgnoredTransfer[],
  bookedTo: number,
): Promise<void> {
  const [first] = ignored
  if (!first) return
  const total = await tx.ignoredTransfers.count(id, first)
  const room = Math.max(IGNORED_KEPT - total, 0)
  let added = ignored.slice(room).filter(({ block }) => block.number > bookedTo).length
  for (const each of ignored.slice(0, room)) added += (await tx.ignoredTransfers.insert(id, each)) ? 1 : 0
  if (added > 0) await tx.ignoredTransfers.addToCount(id, first, added)
}
