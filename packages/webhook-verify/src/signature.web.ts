import type { PlatformApi } from './platform-api.js'
import { webHmac } from './signature/hmac.web.js'
import { asyncSignatureVerification } from './signature/verify-signature.js'

export { WebhookVerificationError } from './errors/error.js'
export type * from './signature-types.js'

export const verifySignatureAsync: PlatformApi['verifySignatureAsync'] =
  /* @__PURE__ */ asyncSignatureVerification(webHmac)
