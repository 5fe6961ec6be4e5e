import { hash } from 'node:crypto'
import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import { DomainError } from './errors.js'
import { IDEMPOTENCY_MS } from './policy.js'
import type { Scope } from './types.js'

export interface KeyedCall {
  readonly operation: string
  readonly key: string | undefined
  /** The parsed parameters in a fixed order: equal parameters give an equal list. */
  readonly input: readonly (string | bigint | number | null)[]
  /** Id of what the call makes, if it is the first with its key. */
  readonly resourceId: string
}

/**
 * Claims the idempotency key of a call for 24 h, before the call makes anything: of a hundred at once, one goes on.
 *
 * @returns undefined for the first call with its key; else the id of what the first one made
 * @throws duplicate_idempotency_key when the first one had other parameters
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
  const holder = await tx.idempotency.claim(call, at)
  if (holder.resourceId === resourceId) return undefined
  if (holder.inputHash !== inputHash) throw new DomainError('duplicate_idempotency_key')
  return holder.resourceId
}

function hashInput(input: KeyedCall['input']): string {
  const text = JSON.stringify(input.map((value) => (typeof value === 'bigint' ? `${value}` : value)))
  return hash('sha256', text, 'hex')
}
