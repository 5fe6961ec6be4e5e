import { bodyReader, toBytes } from '../body/bytes.js'
import type { Face } from '../platform-api.js'
import { asyncCalls, syncCalls } from '../verifier/verifier.js'
import { findFields, SIGNATURE_FIELD } from './header-fields.js'
import type { HmacPort, SyncHmacPort } from './hmac.js'
import { checkOptions, checkSignature, checkSignatureAsync } from './signature-check.js'

/** Makes a face's `verifyWebhook`. */
export function webhookVerification<Key>(hmac: SyncHmacPort<Key>): Face['verifyWebhook'] {
  return (options) => syncCalls(checkOptions(hmac, options)).verify(options.body, options.headers, options)
}

/** Makes a face's `verifyWebhookAsync`. */
export function asyncWebhookVerification<Key>(hmac: HmacPort<Key>): Face['verifyWebhookAsync'] {
  return async (options) =>
    asyncCalls(checkOptions(hmac, options)).verifyAsync(options.body, options.headers, options)
}

// A verifier has these two as well. They are written without it, since whoever asks for them needs nothing else of it.

/** Makes a face's `verifySignature`. */
export function signatureVerification<Key>(hmac: SyncHmacPort<Key>): Face['verifySignature'] {
  return (options) => {
    const checked = checkOptions(hmac, options)
    const { body, headers } = options
    return checkSignature(checked, toBytes(body), headers, findFields(headers, SIGNATURE_FIELD), options)
  }
}

/** Makes a face's `verifySignatureAsync`. */
export function asyncSignatureVerification<Key>(hmac: HmacPort<Key>): Face['verifySignatureAsync'] {
  return async (options) => {
    const checked = checkOptions(hmac, options)
    const { body, headers } = options
    return checkSignatureAsync(
      checked,
      bodyReader(body),
      headers,
      findFields(headers, SIGNATURE_FIELD),
      options,
    )
  }
}
