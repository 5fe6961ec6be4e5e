import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { DAY_MS } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import { areaOf, type Person } from './person.js'

/** A person with new passkeys may not be the one who lost the old ones. */
const WAIT_MS = DAY_MS

/**
 * Deletes the passkeys of a person, which are lost, and ends the sessions. Money, keys and people then wait a day for the
 * person, and all people of the merchant are told. Without passkeys nothing happens.
 */
export async function resetPasskeys(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { id, merchantId }: Person,
  { actor, reason }: Mandate,
): Promise<void> {
  if ((await tx.passkeys.list(id)).length === 0) return
  await tx.passkeys.deleteAll(id)
  for (const session of await tx.sessions.listOf(areaOf({ merchantId }), id, 0))
    await tx.sessions.delete(session.id)
  await tx.people.setWait(id, context.clock.real() + WAIT_MS)
  const details = { reason, merchant: merchantId }
  await audit(tx, context, { actor, action: 'people passkey-reset', subject: id, details })
}
