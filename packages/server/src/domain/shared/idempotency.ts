import { hash } from 'node:crypto'
import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import { DomainError } from './errors.js'
import { IDEMPOTENCY_MS } from './policy.js'
import type { Scope } from './types.js'

/** Parsed parameters with their names in the contract, in a fixed order, so that equal parameters give an equal list. */
export type CallInput = readonly (readonly [field: string, value: string | bigint | number | null])[]

/** A call that may carry an idempotency key. */
export interface KeyedCall {
  readonly operation: string
  readonly key: string | undefined
  readonly input: CallInput
  /** Id of the resource that the call creates if it is the first with its key. */
  readonly resourceId: string
  /** Returns the parameters that an existing resource was created with. */
  readonly inputOf: (resourceId: string) => Promise<CallInput>
}

/**
 * Claims the idempotency key of a call for 24 h. Must run before the call creates anything, so that only one of several
 * concurrent calls with the same key continues.
 *
 * @returns undefined for a call without a key and for the first call with its key; otherwise the id of the resource that
 * the first call created
 * @throws duplicate_idempotency_key, with the first field that differs, if the first call had other parameters
 */
export async function claimKey(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { operation, key, input, resourceId, inputOf }: KeyedCall,
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
  // An earlier version of the server, with other parameters, hashed the same call to another value.
  if (first.inputHash !== inputHash) requireSame(first.resourceId, input, await inputOf(first.resourceId))
  return first.resourceId
}

/** @throws duplicate_idempotency_key, with the first field that differs */
function requireSame(resourceId: string, input: CallInput, earlier: CallInput): void {
  const other = input.find(([, value], at) => value !== earlier[at]?.[1])
  if (!other) return
  const [param] = other
  throw new DomainError('duplicate_idempotency_key', {
    param,
    detail: `the key was used for ${resourceId}, with another ${param}`,
  })
}

function hashInput(input: CallInput): string {
  const text = JSON.stringify(input.map(([, value]) => (typeof value === 'bigint' ? `${value}` : value)))
  return hash('sha256', text, 'hex')
}
