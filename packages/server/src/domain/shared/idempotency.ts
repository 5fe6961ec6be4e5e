import { hash } from 'node:crypto'
import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import { DomainError } from './errors.js'
import { IDEMPOTENCY_MS } from './policy.js'
import type { Scope } from './types.js'

/** A call that may carry an idempotency key. */
export interface KeyedCall {
  readonly operation: string
  readonly key: string | undefined
  /** The parsed parameters in a fixed order, so that equal parameters give an equal list. */
  readonly input: readonly (string | bigint | number | null)[]
  /** Id of the resource that the call creates if it is the first with its key. */
  readonly resourceId: string
}

/**
 * Claims the idempotency key of a call for 24 h. Must run before the call creates anything, so that only one of several
 * concurrent calls with the same key continues.
 *
 * @returns undefined for a call without a key and for the first call with its key; otherwise the id of the resource that
 * the first call created
 * @throws duplicate_idempotency_key if the first call had other parameters
 */
export async function claimKey(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { operation, key, input, resourceId }: KeyedCall,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const at = context.clock.now()
  const inputHash = hashInput(input)
  const call = {
    merchantId,
    environment,
    operation,
    key,
    inputHash,
    resourceId,
    expiresAt: at + IDEMPOTENCY_MS,
  }
  const first = await tx.idempotency.claim(call, at)
  if (first.resourceId === resourceId) return undefined
  if (first.inputHash !== inputHash) throw new DomainError('duplicate_idempotency_key')
  return first.resourceId
}

function hashInput(input: KeyedCall['input']): string {
  const text = JSON.stringify(input.map((value) => (typeof value === 'bigint' ? `${value}` : value)))
  return hash('sha256', text, 'hex')
}
