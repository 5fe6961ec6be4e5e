import type { Call } from './call.js'
import { type Attempt, MerchantPayError } from './errors.js'
import { load, type NotLoaded } from './load.js'

/** Most calls succeed, so what handles failures is no part of the start. */
type Recovery = typeof import('./recovery.js')

let loading: Promise<Recovery> | undefined

/**
 * Loads what handles failures. It is begun while the first request is under way or waits, not when something has failed: a
 * process may then have no file handle left.
 */
export function beginRecovery(): Promise<Recovery> {
  loading ??= load(import('./recovery.js'))
  loading.catch(() => {
    loading = undefined // perhaps it can be read later
  })
  return loading
}

/** Does what is no part of a call and so must not end it, not even by the lack of a file. */
export function aside(run: (recovery: Recovery) => unknown): Promise<unknown> {
  return beginRecovery()
    .then(run)
    .catch(() => {})
}

/** Waits for what handles failures. @throws MerchantPayError `not_loaded`, which tells all that is known without it */
export function loadRecovery(call: Call, attempts: readonly Attempt[]): Promise<Recovery> {
  return beginRecovery().catch((error: NotLoaded) => {
    const { operationId, idempotencyKey } = call
    const requestId = call.requestId(attempts.length || 1)
    const known = { operationId, requestId, attempts, idempotencyKey, outcome: 'unknown' } as const
    throw new MerchantPayError(error.message, { ...error, ...known })
  })
}
