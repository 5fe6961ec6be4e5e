import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ChainCondition, ChainConditionKind } from './chain-conditions.js'

/** Conditions that the operator ends. `signer resume` ends a pause of the signer; mismatches end by themselves. */
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
 * Ends one condition of a network that the operator has examined, and no other, because it might not be reported again.
 * Ending `balance_mismatch` accepts the excess of all addresses.
 *
 * @param kind may be undefined if only one condition holds
 * @returns the condition that was ended
 * @throws OperatorError if the condition does not hold, or several hold and `kind` is undefined
 */
export async function resumeNetwork(
  tx: Tx,
  context: Context,
  id: ChainId,
  { actor, reason }: Mandate,
  kind?: EndedByHand,
): Promise<ChainCondition> {
  const subject = `${id.environment}/${id.network}`
  const ended = chooseCondition(await listEndedByHand(tx, id), subject, kind)
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

function chooseCondition(
  conditions: readonly ChainCondition[],
  subject: string,
  kind: EndedByHand | undefined,
): ChainCondition {
  const [ended, ...others] = conditions.filter((condition) => kind === undefined || condition.kind === kind)
  if (!ended)
    throw new OperatorError(
      kind === undefined
        ? `${subject} has no condition to resume from`
        : `${subject} does not have the condition ${kind}`,
    )
  const last = others.at(-1)
  if (last) {
    const kinds = [ended, ...others.slice(0, -1)].map((condition) => condition.kind).join(', ')
    throw new OperatorError(`${subject} has several conditions: choose --kind ${kinds} or ${last.kind}`)
  }
  return ended
}
