import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ChainCondition, ChainConditionKind } from './chain-conditions.js'

/** Conditions that an operator sets and ends, with the words for both. */
const WORDS = {
  payouts_stopped: { subject: 'payouts', set: 'stop', isSet: 'stopped', end: 'resume' },
  orders_paused: { subject: 'orders', set: 'pause', isSet: 'paused', end: 'resume' },
} as const satisfies Partial<Record<ChainConditionKind, unknown>>
export type OperatorCondition = keyof typeof WORDS

/**
 * Sets a condition of a network.
 *
 * @throws OperatorError if it is set already
 */
export async function setCondition(
  tx: Tx,
  context: Context,
  id: ChainId,
  kind: OperatorCondition,
  { actor, reason }: Mandate,
): Promise<void> {
  // A signature in progress is committed before, or not at all.
  await tx.cursors.lock(id)
  const { subject, set, isSet } = WORDS[kind]
  if (await findCondition(tx, id, kind))
    throw new OperatorError(`${subject} of ${nameOf(id)} are ${isSet} already`)
  await tx.chainConditions.set(id, { kind, reason: `${actor}: ${reason}`, sinceAt: context.clock.now() })
  await audit(tx, context, { actor, action: `${subject} ${set}`, subject: nameOf(id), details: { reason } })
}

/**
 * Ends a condition of a network.
 *
 * @throws OperatorError if it is not set
 */
export async function endCondition(
  tx: Tx,
  context: Context,
  id: ChainId,
  kind: OperatorCondition,
  { actor, reason }: Mandate,
): Promise<void> {
  const { subject, isSet, end } = WORDS[kind]
  if (!(await tx.chainConditions.clear(id, kind)))
    throw new OperatorError(`${subject} of ${nameOf(id)} are not ${isSet}`)
  await audit(tx, context, { actor, action: `${subject} ${end}`, subject: nameOf(id), details: { reason } })
}

/** Finds a condition of a network. */
export const findCondition = async (
  tx: Tx,
  id: ChainId,
  kind: OperatorCondition,
): Promise<ChainCondition | undefined> =>
  (await tx.chainConditions.list(id)).find((condition) => condition.kind === kind)

const nameOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
