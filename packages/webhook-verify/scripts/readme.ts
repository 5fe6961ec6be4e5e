import { HINTS, type WebhookErrorCode } from '../src/errors/hints.js'

const BEGIN = '<!-- codes, written by `npm run generate` -->'
const END = '<!-- end of codes -->'

/** The symptom of each code, the common ones first. Not part of the package, to keep it small. */
const SYMPTOMS: Record<WebhookErrorCode, string> = {
  raw_body_required: 'the body is an object, a stream or missing',
  signature_mismatch: 'no signature fits the body',
  timestamp_too_old: 'the signature is older than the tolerance',
  timestamp_too_new:
    'the signature is further in the future than the tolerance, as a time in milliseconds is',
  missing_header: 'no signature header, or an empty one',
  duplicate_header: 'the request has the signature header twice',
  duplicate_timestamp: 'the signature header has two `t`',
  malformed_header: 'the signature header does not follow its grammar',
  no_signature: 'the signature header has no `v1`',
  too_many_signatures: 'the signature header has more than 16 `v1`',
  header_too_large: 'the signature header has more than 4,096 characters',
  invalid_body: 'the body is a string with a lone surrogate',
  invalid_payload: 'the body is signed and is not an event',
  event_mismatch: 'X-Webhook-Event and the body name different events',
  invalid_secret: 'the secret is missing, empty, an API key or not as shown',
  invalid_option: 'an option, the clock or `receivedAt` has an invalid value',
  secret_unavailable: 'no secret is left: all have expired, or the resolver failed or found none',
  sync_unavailable: '`verify` met a resolver that returns a promise',
  body_aborted: 'the body ended before it was complete',
  body_timeout: 'the body did not arrive in time',
  body_too_large: 'the body is larger than the limit of the receiver',
  unsupported_encoding: 'the body is compressed',
  replayed: 'this signature was used before',
  store_unavailable: 'the store of handled events does not answer',
}

const SIZE = /at most [\d.]+ kB/

/** Code inside a hint, which the README puts in backticks. */
const CODE =
  /express\.raw\(.*?\}\)|request\.rawBody|await request\.arrayBuffer\(\)|\b[a-z]+[A-Z]\w+|whsec_|\bv1\b/g

/**
 * Renders the README's table of codes, and the size in its first sentence, which is the limit of the size check.
 *
 * @throws Error when the README has no place for one of them
 */
export function renderReadme(readme: string, limits: readonly { name: string; limit: string }[]): string {
  const limit = limits.find(({ name }) => name.includes('webhook-verify/signature'))?.limit
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (limit === undefined || !SIZE.test(readme)) throw new Error('the README has no place for the size')
  if (from < 0 || to < from) throw new Error('the README has no marks for the codes')
  const rows = (Object.keys(SYMPTOMS) as WebhookErrorCode[]).map(
    (code) => `| ${SYMPTOMS[code]} | \`${code}\` | ${HINTS[code].replace(CODE, '`$&`')} |\n`,
  )
  const table = `| Symptom | Code | Fix |\n|---|---|---|\n${rows.join('')}`
  const head = readme.slice(0, from).replace(SIZE, `at most ${limit}`)
  return `${head}${BEGIN}\n\n${table}\n${readme.slice(to)}`
}
