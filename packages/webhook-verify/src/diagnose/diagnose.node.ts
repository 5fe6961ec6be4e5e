import { toBytes } from '../body/bytes.js'
import { WebhookVerificationError } from '../errors/error.js'
import { checkTolerance, readClock } from '../signature/age.js'
import { findFields, SIGNATURE_FIELD } from '../signature/header-fields.js'
import { nodeHmac } from '../signature/hmac.node.js'
import type { Secrets } from '../signature/secrets.js'
import { parseSignatureHeader, type SignatureHeader } from '../signature/signature-header.js'
import type { VerifySignatureOptions } from '../signature/verify-signature.js'
import { MAX_CAUSES, type SuspectBody, suspectBodies } from './body-faults.js'
import { type DiagnosisCause, FIXES } from './causes.js'
import { type SuspectKey, suspectKeys } from './secret-faults.node.js'

export type { DiagnosisCause } from './causes.js'

const UNEXPLAINED =
  'None of the known causes. The secret may be that of another merchant or environment, or the JSON was written again ' +
  'with other numbers or in another order. Pass the bytes before any parser.'

/** Where the body that arrived departs from the one that was signed. */
export interface FirstDifference {
  /** Of the byte, from 0. */
  offset: number
  /** The byte that arrived; undefined where the body has ended. */
  received: number | undefined
  /** The byte that was signed; undefined where that body has ended. */
  signed: number | undefined
}

/** What `verifyWebhook` was called with. The secrets themselves are needed, not a function that finds them. */
export interface DiagnoseOptions extends VerifySignatureOptions {
  /** Of several the first is the one in use. The others may have signed instead, such as those of another environment. */
  secrets: Secrets
}

/** Why a signature does not fit. */
export interface Diagnosis {
  /** `fits`: nothing is wrong with the signature or its age. `explained`: see `causes`. `unexplained`: none of the known causes makes it fit. */
  verdict: 'fits' | 'explained' | 'unexplained'
  /** What is wrong; several where only together they explain it. Empty unless the verdict is `explained`. */
  causes: readonly DiagnosisCause[]
  /** What to do about it. */
  fix: string
  /** The name of the secret that fits, as given or mended. */
  secretId?: string
  /** Set when the body was changed. */
  firstDifference?: FirstDifference
}

/**
 * Finds out why a webhook does not verify: undoes what commonly happens to bodies, secrets and timestamps until the
 * signature fits. A tool for development; it tries keys that no verifier should, and says what stands in the body.
 *
 * @throws WebhookVerificationError `invalid_option` when NODE_ENV is `production`; `invalid_secret` when no secret can be
 *   used at all; else what `verifyWebhook` throws before it compares signatures
 * @see the interface, «Webhook signature»
 * @example
 * ```ts
 * import { diagnose } from '@merchantpay/webhook-verify/diagnose'
 * import { fixtures, signedRequest } from '@merchantpay/webhook-verify/testing'
 *
 * const secrets = 'whsec_example'
 * const { headers } = signedRequest(fixtures['payment.expired'], { secret: secrets })
 * const body = JSON.stringify(fixtures['payment.expired'], null, 2)
 * const { causes, firstDifference } = diagnose({ body, headers, secrets })
 * console.log(causes.join(), firstDifference?.offset) // json_spaced 1
 * ```
 */
export function diagnose(options: DiagnoseOptions): Diagnosis {
  if (isProduction())
    throw new WebhookVerificationError('invalid_option', 'diagnose does not run in production')
  const received = toBytes(options.body)
  const header = parseSignatureHeader(findFields(options.headers, SIGNATURE_FIELD)['x-merchant-signature'])
  const now = readClock(options.clock ?? Date.now, options)
  const toleranceSeconds = checkTolerance(options.toleranceSeconds)
  const keys = suspectKeys(options.secrets, now)
  if (keys.length === 0) throw new WebhookVerificationError('invalid_secret', 'no secret can be used')

  const found = search(received, header, keys)
  if (!found) return { verdict: 'unexplained', causes: [], fix: UNEXPLAINED }
  const { body, key, isSeconds } = found
  const isFresh = isSeconds && Math.abs(Math.floor(now / 1000) - header.seconds) <= toleranceSeconds
  const causes = [...body.causes, ...key.causes, ...(isFresh ? [] : (['timestamp'] as const))]
  const firstDifference = compare(received, body.bytes)
  return {
    verdict: causes.length > 0 ? 'explained' : 'fits',
    causes,
    fix: causes.map((cause) => FIXES[cause]).join(' ') || 'Nothing to fix: the signature fits.',
    secretId: key.secretId,
    ...(firstDifference && { firstDifference }),
  }
}

interface Match {
  body: SuspectBody
  key: SuspectKey
  /** False when the header shows milliseconds of the seconds that were signed. */
  isSeconds: boolean
}

/** What makes the signature fit with the fewest causes. */
function search(received: Uint8Array, header: SignatureHeader, keys: SuspectKey[]): Match | undefined {
  const signatures = new Set(header.signatures)
  const readings = header.seconds >= 1e12 ? [true, false] : [true]
  let best: Match | undefined
  let fewest = MAX_CAUSES + 1
  for (const body of suspectBodies(received)) {
    if (body.causes.length >= fewest) break // those that follow have no fewer
    for (const key of keys) {
      for (const isSeconds of readings) {
        const count = body.causes.length + key.causes.length + (isSeconds ? 0 : 1)
        const time = isSeconds ? header.seconds : Math.floor(header.seconds / 1000)
        if (count >= fewest || !signatures.has(nodeHmac.mac(key.key, time, body.bytes))) continue
        best = { body, key, isSeconds }
        fewest = count
      }
    }
  }
  return best
}

function compare(received: Uint8Array, signed: Uint8Array): FirstDifference | undefined {
  const length = Math.max(received.length, signed.length)
  for (let offset = 0; offset < length; offset += 1) {
    if (received[offset] !== signed[offset])
      return { offset, received: received[offset], signed: signed[offset] }
  }
  return undefined
}

// Spelled as bundlers replace it; where there is no `process` at all it throws.
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
