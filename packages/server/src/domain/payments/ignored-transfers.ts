import type { RecordableStep } from '../chain/scan-step.js'
import type { IgnoredTransfer } from '../chain/transfer.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** Maximum stored rows per address and reason, so that dust cannot fill the database. */
const IGNORED_KEPT = 100

/**
 * Records transfers that touched our addresses but do not count, so that support can explain them.
 *
 * @param recordedTo newest block that was recorded before; ignored transfers up to it are not counted again
 */
export async function recordIgnored(
  tx: Tx,
  id: ChainId,
  step: RecordableStep,
  recordedTo: number,
): Promise<void> {
  if (step.kind === 'rewind') await tx.ignoredTransfers.deleteAfter(id, step.after.number)
  // Transfers in blocks that may still be replaced are reported again when the blocks are final.
  const lasting = step.ignored.filter(({ block }) => block.number <= step.to.number)
  const groups = new Map<string, IgnoredTransfer[]>()
  for (const each of lasting) {
    const name = `${each.reason} ${each.address}`
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  for (const group of groups.values()) await keep(tx, id, group, recordedTo)
}

/** Whether one of the given transfers is not recorded but would be. */
export async function isAnyUnrecorded(
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
  recordedTo: number,
): Promise<void> {
  const [first] = ignored
  if (!first) return
  const total = await tx.ignoredTransfers.count(id, first)
  const free = Math.max(IGNORED_KEPT - total, 0)
  const added = ignored.slice(free).filter(({ block }) => block.number > recordedTo)
  for (const each of ignored.slice(0, free)) if (await tx.ignoredTransfers.insert(id, each)) added.push(each)
  if (added.length === 0) return
  const residue = added.reduce((sum, each) => sum + residueOf(each), 0n)
  await tx.ignoredTransfers.addToCount(id, first, { total: added.length, residue })
}

const residueOf = ({ reason, address, to, value }: IgnoredTransfer): bigint => {
  if (reason !== 'below_unit') return 0n
  return address === to ? value : -value
}
