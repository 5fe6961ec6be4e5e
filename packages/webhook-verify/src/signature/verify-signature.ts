import { type AsyncBodyInput, type BodyInput, bodyReader, toBytes } from '../body/bytes.js'
import { findFields, type HeadersInput, SIGNATURE_FIELD } from './header-fields.js'
import type { HmacPort, SyncHmacPort } from './hmac.js'
import {
  checkOptions,
  checkSignature,
  checkSignatureAsync,
  type VerifiedSignature,
  type VerifierOptions,
  type VerifyOptions,
} from './signature-check.js'

/** A request, and the options to verify it with. */
export interface VerifySignatureOptions extends VerifierOptions, VerifyOptions {
  /** The body exactly as received. */
  body: BodyInput
  /** The headers in any carrier, or the value of X-Merchant-Signature. */
  headers: HeadersInput
}

/** The same for the asynchronous call, which takes an unread body as well. */
export interface VerifySignatureAsyncOptions extends Omit<VerifySignatureOptions, 'body'> {
  /** The body exactly as received, or still unread. */
  body: AsyncBodyInput
}

/** Makes `verifySignature` for a build. */
export function signatureVerification<Key>(
  hmac: SyncHmacPort<Key>,
): (options: VerifySignatureOptions) => VerifiedSignature {
  return (options) =>
    checkSignature(
      checkOptions(hmac, options),
      toBytes(options.body),
      options.headers,
      findFields(options.headers, SIGNATURE_FIELD),
      options,
    )
}

/** Makes `verifySignatureAsync` for a build. */
export function asyncSignatureVerification<Key>(
  hmac: HmacPort<Key>,
): (options: VerifySignatureAsyncOptions) => Promise<VerifiedSignature> {
  return async (options) =>
    checkSignatureAsync(
      checkOptions(hmac, options),
      bodyReader(options.body),
      options.headers,
      findFields(options.headers, SIGNATURE_FIELD),
      options,
    )
}
