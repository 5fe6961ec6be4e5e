import { WebhookVerificationError } from '../errors/error.js'
import type { SyncCalls } from './verifier.js'

/**
 * A call that cannot wait, where the runtime makes every caller wait. It looks at nothing, so that this is its answer to
 * a good signature too.
 *
 * @throws sync_unavailable
 */
export function unavailableCall(): never {
  throw new WebhookVerificationError('sync_unavailable')
}

/** Those of a verifier. */
export const unavailableCalls = (): SyncCalls => ({
  verify: unavailableCall,
  verifySignature: unavailableCall,
  safeVerify: () => ({ ok: false, error: new WebhookVerificationError('sync_unavailable') }),
})
