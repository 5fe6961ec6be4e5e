/** The usual fix of each code. The README's table is printed from these texts. */
export const HINTS = {
  missing_header: 'Pass all headers of the request; proxies must forward X-Merchant-Signature.',
  duplicate_header: 'Find the proxy that repeats X-Merchant-Signature; it is sent once.',
  header_too_large: 'Nothing to fix: the request is not ours.',
  malformed_header: 'Pass X-Merchant-Signature as it arrived: t=<seconds>,v1=<64 lower-case hex digits>.',
  duplicate_timestamp: 'Find the proxy that repeats X-Merchant-Signature; it is sent once.',
  no_signature: 'Only v1 is accepted.',
  too_many_signatures: 'Nothing to fix: the request is not ours.',
  invalid_body: 'Pass the bytes of the request.',
  body_aborted: 'Nothing to fix: the sender comes again.',
  invalid_payload: 'The signature is right: look for what else signs with this secret.',
  event_mismatch: 'Trust only the signed body; find the proxy that changes X-Webhook-Event.',
  signature_mismatch: 'Pass the secret of this environment, and the body bytes before any parser.',
  timestamp_too_old: 'Set the clock by NTP; behind a queue pass receivedAt.',
  timestamp_too_new: 'Set the clock by NTP.',
  body_timeout: 'Nothing to fix: the sender comes again.',
  replayed: 'Nothing to fix: this signature has been used.',
  body_too_large: 'Raise maxBodyBytes if the request is ours.',
  unsupported_encoding: 'Find the proxy that compresses the body.',
  raw_body_required:
    "Pass the body bytes before any parser. Express: express.raw({ type: 'application/json' }). " +
    'Nest: request.rawBody. Fetch: await request.arrayBuffer().',
  invalid_secret: 'Pass the webhook secret as shown, whsec_ included.',
  invalid_option: 'Correct this option.',
  sync_unavailable: 'Await the call of the same name that ends in Async.',
  secret_unavailable: 'Add the current secret; see the cause.',
  store_unavailable: 'See the cause; the sender comes again.',
}

/** Every reason a webhook or a set-up is refused: a closed union, so a `switch` over it can be exhaustive. */
export type WebhookErrorCode = keyof typeof HINTS
