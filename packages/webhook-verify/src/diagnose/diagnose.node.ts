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
import { lacksPrefix, type SuspectKey, suspectKeys } from './secret-faults.node.js'

export type { DiagnosisCause } from './causes.js'

const UNEXPLAINED =
  'None of the known causes. The secret may be that of another merchant or environment, or the JSON was serialized again ' +
  'with other numbers or in another order. Pass the bytes before any parser.'

/** A hint and no refusal: this tool tries every text. */
const NO_PREFIX =
  'The secret does not begin with whsec_, as the webhook secrets of the service do: compare it with the one that was shown.'

/** The first byte at which the received body differs from the signed one. */
export interface FirstDifference {
  /** The position of the byte, from 0. */
  offset: number
  /** The received byte; undefined past the end of the received body. */
  received: number | undefined
  /** The signed byte; undefined past the end of the signed body. */
  signed: number | undefined
}

/** A request that does not verify, and the options of the verifier. The secrets cannot be a resolver. */
export interface DiagnoseOptions extends VerifySignatureOptions {
  /** The secret in use; of a list the first one. The others are suspects, such as those of another environment. */
  secrets: Secrets
}

/** Why a signature does not match. */
export interface Diagnosis {
  /** `fits`: signature and age are valid. `explained`: see `causes`. `unexplained`: no known cause makes the signature match. */
  verdict: 'fits' | 'explained' | 'unexplained'
  /** The causes; several when only their combination explains the mismatch. Empty unless the verdict is `explained`. */
  causes: readonly DiagnosisCause[]
  /** How to fix the causes. */
  fix: string
  /** The name of the secret that matches, as given or corrected. */
  secretId?: string
  /** Set when the received body differs from the signed one. */
  firstDifference?: FirstDifference
}

/**
 * Finds out why a webhook does not verify: it undoes common changes to bodies, secrets and timestamps until the signature
 * matches. It is a tool for development: it tries keys that no verifier should try, and its result shows bytes of the body.
 *
 * @throws WebhookVerificationError `invalid_option` when NODE_ENV is `production`; `invalid_secret` when none of the secrets
 *   can be used; as `verify` for the checks before the signature
 * @see the interface, "Webhook signature"
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
  if (keys.length === 0)
    throw new WebhookVerificationError('invalid_secret', 'none of the secrets can be used')

  const found = search(received, header, keys)
  if (!found) {
    const fix = lacksPrefix(options.secrets) ? `${UNEXPLAINED} ${NO_PREFIX}` : UNEXPLAINED
    return { verdict: 'unexplained', causes: [], fix }
  }
  const { body, key, isSeconds } = found
  const isFresh = isSeconds && Math.abs(Math.floor(now / 1000) - header.seconds) <= toleranceSeconds
  const causes = [...body.causes, ...key.causes, ...(isFresh ? [] : (['timestamp'] as const))]
  const firstDifference = compare(received, body.bytes)
  return {
    verdict: causes.length > 0 ? 'explained' : 'fits',
    causes,
    fix: causes.map((cause) => FIXES[cause]).join(' ') || 'Nothing to fix: the signature matches.',
    secretId: key.secretId,
    ...(firstDifference && { firstDifference }),
  }
}

interface Match {
  body: SuspectBody
  key: SuspectKey
  /** False when the header has milliseconds of the time that was signed in seconds. */
  isSeconds: boolean
}

/** Finds the match with the fewest causes. */
function search(received: Uint8Array, header: SignatureHeader, keys: SuspectKey[]): Match | undefined {
  const signatures = new Set(header.signatures)
  const readings = header.seconds >= 1e12 ? [true, false] : [true]
  let best: Match | undefined
  let fewest = MAX_CAUSES + 1
  for (const body of suspectBodies(received)) {
    if (body.causes.length >= fewest) break // the bodies that follow have no fewer causes
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

// In the spelling that bundlers replace. Throws where there is no `process`.
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
