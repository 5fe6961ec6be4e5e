import type { Call } from './call.js'
import { REMEDIES, REMEDY } from './generated/failures.gen.js'
import { ownOf } from './table.js'

/**
 * What to do when nobody knows whether a call took place; undefined where a repeat is harmless. A keyed operation owes
 * that to its key.
 */
export function remedyOf({
  operationId,
  operation,
  idempotencyKey,
}: Pick<Call, 'operationId' | 'operation' | 'idempotencyKey'>): string | undefined {
  return operation.key && idempotencyKey === undefined ? REMEDY : ownOf(REMEDIES, operationId)
}
