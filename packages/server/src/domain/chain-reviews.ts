import { audit, type Mandate } from './audit.js'
import type { ChainCondition, ChainConditionKind } from './chain-conditions.js'
import type { ChainId, Context } from './ports.js'
import { Refusal } from './refusal.js'
import type { Tx } from './tables.js'

/** What ends when a person says so. The signer has a decision of its own, and two nodes that disagree end it themselves. */
const ENDED_BY_HAND: ReadonlySet<ChainConditionKind> = new Set([
  'halted',
  'token_paused',
  'token_deprecated',
  'token_fee',
  'address_blacklisted',
  'unexplained_balance',
])

/**
 * Lets a network go on after a person looked at it. What was unexplained on its addresses is accepted as being of another
 * time.
 *
 * @returns what held it up
 * @throws Refusal where nothing does that a person ends
 */
export async function resumeNetwork(
  tx: Tx,
  context: Context,
  id: ChainId,
  { actor, reason }: Mandate,
): Promise<ChainCondition[]> {
  const subject = `${id.environment}/${id.network}`
  const ended = await endConditions(tx, id)
  if (ended.length === 0) throw new Refusal(`nothing holds ${subject} up that ends by hand`)
  await tx.addressExcesses.acceptAll(id)
  const kinds = ended.map(({ kind, reason: why }) => `${kind}: ${why}`).join('\n')
  await audit(tx, context, { actor, action: 'chains resume', subject, details: { reason, ended: kinds } })
  return ended
}

/** @returns what ended */
export async function endConditions(tx: Tx, id: ChainId): Promise<ChainCondition[]> {
  const conditions = await tx.chainConditions.list(id)
  const ended = conditions.filter(({ kind }) => ENDED_BY_HAND.has(kind))
  for (const { kind } of ended) await tx.chainConditions.clear(id, kind)
  return ended
}
