const NOT_OURS = 'Nothing to fix: the request is not from MerchantPay.'
const RETRIED = 'Nothing to fix: the sender retries.'
const REPEATED = 'Find the proxy that repeats X-Merchant-Signature.'

/** The usual fix of each code. The table of the README is generated from these texts. */
export const HINTS = {
  missing_header: 'Pass all headers; proxies must forward X-Merchant-Signature.',
  duplicate_header: REPEATED,
  header_too_large: NOT_OURS,
  malformed_header: 'Pass X-Merchant-Signature as it arrived.',
  duplicate_timestamp: REPEATED,
  no_signature: 'Only v1 is accepted.',
  too_many_signatures: NOT_OURS,
  invalid_body: 'Pass the body bytes: this text has a lone surrogate.',
  body_aborted: RETRIED,
  invalid_payload: 'Find the other program that signs with this secret.',
  event_mismatch: 'Find the proxy that changes X-Webhook-Event.',
  signature_mismatch: 'Pass the secret of this environment, and the body bytes before any parser.',
  timestamp_too_old: 'Set the clock by NTP; behind a queue pass receivedAt.',
  timestamp_too_new: 'Set the clock by NTP.',
  body_timeout: RETRIED,
  replayed: 'Nothing to fix: this signature was used before.',
  body_too_large: 'Raise maxBodyBytes if the request is from MerchantPay.',
  unsupported_encoding: 'Find the proxy that compresses the body.',
  raw_body_required:
    "Pass the body bytes before any parser: express.raw({ type: 'application/json' }), request.rawBody in Nest, " +
    'await request.arrayBuffer().',
  invalid_secret: 'Pass the webhook secret as shown, whsec_ included.',
  invalid_option: 'Correct this option.',
  sync_unavailable: 'Await verifyAsync instead.',
  secret_unavailable: 'Add the current secret; see the cause.',
  store_unavailable: 'See the cause; the sender retries.',
}

/** The code of every error: a closed union, so that a `switch` over it can be exhaustive. */
export type WebhookErrorCode = keyof typeof HINTS
