import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import { ALL_CHAINS, type ChainId, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Recovery, RecoveryCause } from './recovery.js'

/** Indexes that are skipped: more orders than were created between a backup and its restore. */
export const SKIPPED_INDEXES = 10_000

/** Causes that a server finds by itself. */
const FOUND: ReadonlySet<RecoveryCause> = new Set(['unknown_transfer', 'unknown_nonce'])

export interface BeginRecovery {
  readonly cause: RecoveryCause
  /** For the operator. */
  readonly reason: string
  /** When the restored backup was made; null if that is unknown. */
  readonly backupAt: Instant | null
  /** Networks with nodes: the transfers of a sandbox are in the same database, so a restore loses none. */
  readonly chains: readonly ChainId[]
  /** How many derivation indexes of each network are skipped. */
  readonly skip: number
  readonly actor: string
}

/**
 * Marks the database as recovering: from then on nothing is signed, on any network. A cause that a server finds changes
 * nothing while the database is recovering. A restore or an operator begins anew, because a backup that was made during a
 * recovery has lost orders and payments since then.
 *
 * @returns the open recovery
 */
export async function beginRecovery(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { chains, skip, actor, ...about }: BeginRecovery,
): Promise<Recovery> {
  const open = await tx.recoveries.findOpen()
  if (open && FOUND.has(about.cause)) return open
  for (const id of ALL_CHAINS) {
    // A signature in progress is committed before, or not at all. Watchers read again, with the skipped addresses.
    await tx.cursors.touch(id)
    // Nonces that were accepted before are explained again.
    await tx.signedTransactions.forgetResumed(id)
  }
  const begunAt = context.clock.now()
  if (open) await tx.recoveries.finish(begunAt)
  const recovery = await tx.recoveries.begin({ ...about, begunAt })
  for (const id of chains) await tx.recoveries.skipIndexes(id, skip, begunAt)
  if (!FOUND.has(about.cause)) {
    // The skipped indexes answer for commits that the database lacks.
    await tx.continuity.begin(context.clock.real())
    // Sessions that were ended since, and links that were used, must not be back.
    await tx.sessions.deleteEvery()
  }
  const details = { cause: about.cause, reason: about.reason, skipped: skip }
  await audit(tx, context, { actor, action: 'restore begin', subject: 'database', details })
  return recovery
}

/** Returns the networks of this server that have nodes, whose transfers a restore can lose. */
export const chainsWithNodes = (context: Pick<Context, 'chain' | 'sandbox'>): ChainId[] =>
  ALL_CHAINS.filter((id) => {
    const chain = context.chain(id)
    return chain?.environment === id.environment && chain.network === id.network && !context.sandbox(id)
  })
