import { bodyReader, toBytes } from './body.js'
import type { HmacPort } from './crypto.js'
import type { Face } from './face.js'
import { findFields, SIGNATURE_FIELD } from './headers.js'
import { checkOptions, checkSignature, checkSignatureAsync, syncOf } from './signature-check.js'
import { verifierMaker } from './verifier.js'

/** Makes a face's `verifyWebhook`. */
export function webhookVerification<Key>(hmac: HmacPort<Key>): Face['verifyWebhook'] {
  return (options) => {
    syncOf(hmac)
    return verifierMaker(hmac)(options).verify(options.body, options.headers, options)
  }
}

/** Makes a face's `verifyWebhookAsync`. */
export function asyncWebhookVerification<Key>(hmac: HmacPort<Key>): Face['verifyWebhookAsync'] {
  return async (options) => verifierMaker(hmac)(options).verifyAsync(options.body, options.headers, options)
}

/** Makes a face's `verifySignature`. */
export function signatureVerification<Key>(hmac: HmacPort<Key>): Face['verifySignature'] {
  return (options) => {
    syncOf(hmac)
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
