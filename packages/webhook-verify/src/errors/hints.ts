const NOT_OURS = 'Nothing to fix: the request is not ours.'
const COMES_AGAIN = 'Nothing to fix: the sender comes again.'
const REPEATED = 'Find the proxy that repeats X-Merchant-Signature.'

/** The usual fix of each code. The README's table is printed from these texts. */
export const HINTS = {
  missing_header: 'Pass all headers; proxies must forward X-Merchant-Signature.',
  duplicate_header: REPEATED,
  header_too_large: NOT_OURS,
  malformed_header: 'Pass X-Merchant-Signature as it arrived.',
  duplicate_timestamp: REPEATED,
  no_signature: 'Only v1 is accepted.',
  too_many_signatures: NOT_OURS,
  invalid_body: 'Pass the body bytes: this text has half a character.',
  body_aborted: COMES_AGAIN,
  invalid_payload: 'Find what else signs with this secret.',
  event_mismatch: 'Find the proxy that changes X-Webhook-Event.',
  signature_mismatch: 'Pass the secret of this environment, and the body bytes before any parser.',
  timestamp_too_old: 'Set the clock by NTP; behind a queue pass receivedAt.',
  timestamp_too_new: 'Set the clock by NTP.',
  body_timeout: COMES_AGAIN,
  replayed: 'Nothing to fix: this signature has been used.',
  body_too_large: 'Raise maxBodyBytes if the request is ours.',
  unsupported_encoding: 'Find the proxy that compresses the body.',
  raw_body_required:
    "Pass the body bytes before any parser: express.raw({ type: 'application/json' }), request.rawBody in Nest, " +
    'await request.arrayBuffer().',
  invalid_secret: 'Pass the webhook secret as shown, whsec_ included.',
  invalid_option: 'Correct this option.',
  sync_unavailable: 'Await the call that ends in Async.',
  secret_unavailable: 'Add the current secret; see the cause.',
  store_unavailable: 'See the cause; the sender comes again.',
}

/** Every reason a webhook or a set-up is refused: a closed union, so a `switch` over it can be exhaustive. */
export type WebhookErrorCode = keyof typeof HINTS
