// Compiled under the condition of Workers: the types have no synchronous calls, which WebCrypto cannot offer.
import * as webhooks from '@merchantpay/webhook-verify'
import * as signature from '@merchantpay/webhook-verify/signature'

const verifier = webhooks.createVerifier({ secrets: 'whsec_example' })
export const event: Promise<webhooks.VerifiedWebhook> = verifier.verifyAsync('', {})
export const checked: Promise<signature.VerifiedSignature> = signature.verifySignatureAsync({
  body: '',
  headers: {},
  secrets: 'whsec_example',
})

// @ts-expect-error
verifier.verify
// @ts-expect-error
webhooks.signWebhook
// @ts-expect-error
signature.verifySignature
