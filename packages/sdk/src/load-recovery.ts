import type { Call } from './call.js'
import { type Attempt, MerchantPayError } from './errors.js'

/** Most calls succeed, so what handles failures is no part of the start. */
type Recovery = typeof import('./recovery.js').recovery

let loading: Promise<Recovery> | undefined

/**
 * Loads what handles failures. It is begun while the first request is under way or waits, not when something has failed: a
 * process may then have no file handle left.
 */
export function beginRecovery(): Promise<Recovery> {
  if (!loading) {
    loading = import('./recovery.js').then(({ recovery }) => recovery)
    loading.catch(() => {
      loading = undefined // perhaps it can be read later
    })
  }
  return loading
}

/** Waits for what handles failures. @throws MerchantPayError `not_loaded`, which tells all that is known without it */
export async function loadRecovery(call: Call, attempts: readonly Attempt[]): Promise<Recovery> {
  try {
    return await beginRecovery()
  } catch (cause) {
    const { operationId, idempotencyKey, requestId } = call
    throw new MerchantPayError(
      `${operationId}: failed, and the code that handles failures cannot be loaded`,
      {
        code: 'not_loaded',
        outcome: 'unknown',
        operationId,
        requestId: requestId(attempts.length || 1),
        attempts,
        idempotencyKey,
        cause,
      },
    )
  }
}
