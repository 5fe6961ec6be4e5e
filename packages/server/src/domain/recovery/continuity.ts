import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import { ALL_CHAINS, type ChainId, type Cursor, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { chainsWithNodes } from './recoveries.js'
import { recoverFrom } from './unknown-transfers.js'

const GAP_MIN = 1_000
const GAP_PER_SECOND = 10
const GAP_OF_SECONDS_MAX = 10_000

/**
 * Returns how many indexes are skipped where the newest block or order of the database is `ageMs` old. Addresses are leased
 * again, so that on average a service takes fewer than one new index a minute. An original that goes on after its own gap
 * therefore stays below the gap of a copy that is put back later.
 */
export function gapAfter(ageMs: number): number {
  const seconds = Math.floor(Math.max(ageMs, 0) / 1_000)
  return Math.min(GAP_MIN + GAP_PER_SECOND * seconds, GAP_OF_SECONDS_MAX) + Math.floor(seconds / 60)
}

/**
 * Sets the mark of continuity where it is missing. The database may then lack its newest commits: derivation indexes are
 * skipped, so that no order gets an address that a lost order has. A database without any block or order has lost none.
 * Where a cursor shows that a commit is lost, a recovery begins, since a signature may be lost as well.
 */
export async function ensureContinuity(tx: Tx, context: Context): Promise<void> {
  const isNew = await tx.continuity.beginIfMissing(context.clock.real())
  const newestAt = isNew ? await tx.continuity.findNewestKnown() : undefined
  if (newestAt === undefined) return
  // Skipping raises the revisions, which hides a set-back of one.
  const setBack = await findSetBack(tx, context)
  await skipLost(tx, context, newestAt)
  if (!setBack || (await tx.recoveries.findOpen())) return
  const { environment, network, revision } = setBack
  const reason = `the database was set back under running servers: revision ${revision} of ${environment}/${network} is older than one that this server has read`
  await recoverFrom(tx, context, 'restore', reason, 0)
}

async function findSetBack(tx: Tx, { health }: Pick<Context, 'health'>): Promise<Cursor | undefined> {
  for (const id of ALL_CHAINS) {
    await tx.cursors.lock(id)
    const cursor = await tx.cursors.find(id)
    if (cursor && health.isSetBack(cursor)) return cursor
  }
  return undefined
}

async function skipLost(
  tx: Tx,
  context: Pick<Context, 'chain' | 'sandbox' | 'clock' | 'ids'>,
  newestAt: Instant,
): Promise<void> {
  const withNodes = chainsWithNodes(context)
  const used: ChainId[] = []
  for (const id of ALL_CHAINS) {
    // A network that is off here may be on at another server. A sandbox has no transfers outside of the database.
    const isUsed =
      withNodes.includes(id) ||
      (!context.sandbox(id) && (await tx.addresses.findTakenIndexes(id)).highest > 0)
    if (isUsed) used.push(id)
  }
  if (used.length === 0) return
  // Watchers read again, with the skipped addresses.
  for (const id of ALL_CHAINS) await tx.cursors.touch(id)
  const now = context.clock.now()
  let skipped = 0
  for (const id of used) {
    const count = await countToSkip(tx, id, now, newestAt)
    await tx.recoveries.skipIndexes(id, count, now)
    skipped = Math.max(skipped, count)
  }
  const details = { reason: 'the database may lack its newest commits', skipped }
  await audit(tx, context, { actor: 'server', action: 'addresses skip', subject: 'database', details })
}

/**
 * Orders get no address until all skipped ones are watched. Behind the first range that still waits, one gap since its skip
 * therefore answers for every later loss. A server that crashes again and again adds the growth of that gap alone.
 */
async function countToSkip(tx: Tx, id: ChainId, now: Instant, newestAt: Instant): Promise<number> {
  const [first, ...others] = await tx.recoveries.listUnderived(id)
  if (!first) return gapAfter(now - newestAt)
  const behind = others.reduce((sum, range) => sum + range.last - range.first + 1, 0)
  // The new range also records when addresses that were free may have been leased.
  return Math.max(gapAfter(now - (first.skippedAt ?? newestAt)) - behind, 1)
}
