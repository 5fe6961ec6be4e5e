import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ChainCondition, ChainConditionKind } from './chain-conditions.js'

/** What ends when a person says so. The signer has a decision of its own, and two nodes that disagree end it themselves. */
export const ENDED_BY_HAND = [
  'halted',
  'token_paused',
  'token_deprecated',
  'token_fee',
  'address_blacklisted',
  'balance_mismatch',
] as const satisfies readonly ChainConditionKind[]
export type EndedByHand = (typeof ENDED_BY_HAND)[number]

/**
 * Ends one thing that a person looked at, and nothing else: what stands beside it might never be told again. The money that
 * was unexplained on addresses is accepted as being of another time.
 *
 * @param kind may be left out where only one stands
 * @returns what held it up
 * @throws Refusal where that does not hold it up, or more than one thing does and none is named
 */
export async function resumeNetwork(
  tx: Tx,
  context: Context,
  id: ChainId,
  { actor, reason }: Mandate,
  kind?: EndedByHand,
): Promise<ChainCondition> {
  const subject = `${id.environment}/${id.network}`
  const ended = oneOf(await listEndedByHand(tx, id), subject, kind)
  await tx.chainConditions.clear(id, ended.kind)
  if (ended.kind === 'balance_mismatch') await tx.addressExcesses.acceptAll(id)
  const details = { reason, ended: `${ended.kind}: ${ended.reason}` }
  await audit(tx, context, { actor, action: 'chains resume', subject, details })
  return ended
}

async function listEndedByHand(tx: Tx, id: ChainId): Promise<ChainCondition[]> {
  const byHand: ReadonlySet<string> = new Set(ENDED_BY_HAND)
  const conditions = await tx.chainConditions.list(id)
  return conditions
    .filter(({ kind }) => byHand.has(kind))
    .sort((one, other) => (one.kind < other.kind ? -1 : 1))
}

function oneOf(
  standing: readonly ChainCondition[],
  subject: string,
  kind: EndedByHand | undefined,
): ChainCondition {
  const [ended, ...others] = standing.filter((condition) => kind === undefined || condition.kind === kind)
  if (!ended)
    throw new OperatorError(
      kind === undefined
        ? `nothing holds ${subject} up that ends by hand`
        : `${kind} does not hold ${subject} up`,
    )
  const last = others.at(-1)
  if (last) {
    const kinds = [ended, ...others.slice(0, -1)].map((condition) => condition.kind).join(', ')
    throw new OperatorError(`several things hold ${subject} up: choose --kind ${kinds} or ${last.kind}`)
  }
  return ended
}
