import type { BodyInput } from './body.js'
import type { HeadersInput } from './headers.js'
import { createVerifier, type VerifiedWebhook, type VerifierOptions, type VerifyOptions } from './verifier.js'

/** The part of a verifier that every runtime has. */
export interface AsyncVerifier {
  /** Like `verify`, with every error as a rejection. */
  verifyAsync(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): Promise<VerifiedWebhook>
}

/** Makes the verifier of a receiver. */
export function createAsyncVerifier(options: VerifierOptions): AsyncVerifier {
  const { verify } = createVerifier(options)
  return { verifyAsync: async (body, headers, call) => verify(body, headers, call) }
}
