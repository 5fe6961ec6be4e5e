import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { DAY_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { areaOf, type Person } from './person.js'

/** The parts that a reset and its messages need. */
export type ResetContext = Pick<Context, 'clock' | 'ids' | 'vault' | 'policy'>

/** A person with new passkeys may not be the one who lost the old ones. */
const WAIT_MS = DAY_MS

/**
 * Deletes the passkeys of a person, which are lost, and ends the sessions. Money, keys and people then wait a day for the
 * person, and all people of the merchant are told. Without passkeys nothing happens.
 */
export async function resetPasskeys(
  tx: Tx,
  context: ResetContext,
  { id, merchantId, name }: Person,
  { actor, reason }: Mandate,
): Promise<void> {
  if ((await tx.passkeys.list(id)).length === 0) return
  await tx.passkeys.deleteAll(id)
  for (const session of await tx.sessions.listOf(areaOf({ merchantId }), id, 0))
    await tx.sessions.delete(session.id)
  const waitsUntil = context.clock.real() + WAIT_MS
  await tx.people.setWait(id, waitsUntil)
  await tellOfReset(tx, context, { merchantId, name, waitsUntil })
  const details = { reason, merchant: merchantId }
  await audit(tx, context, { actor, action: 'people passkey-reset', subject: id, details })
}

/** Stores a message for each person of a merchant and each channel. It is no choice, since a thief would switch it off. */
async function tellOfReset(
  tx: Tx,
  context: ResetContext,
  { merchantId, name, waitsUntil }: { merchantId: string; name: string; waitsUntil: Instant },
): Promise<void> {
  for (const { id: personId, usedAt, chat } of await tx.people.list(merchantId)) {
    if (usedAt === null) continue
    for (const channel of context.policy.noticeChannels) {
      if (channel === 'telegram' && !chat) continue
      const content = { kind: 'passkey_reset', personId, name, waitsUntil } as const
      await queueMessage(tx, context, content, { channel, personId })
    }
  }
}
