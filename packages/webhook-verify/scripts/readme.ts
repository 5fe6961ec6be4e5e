import { HINTS, type WebhookErrorCode } from '../src/errors/hints.js'

const BEGIN = '<!-- codes, written by `npm run generate` -->'
const END = '<!-- end of codes -->'

/** What people see of each code, the common ones first. Not in the package itself, where it would weigh. */
const SYMPTOMS: Record<WebhookErrorCode, string> = {
  raw_body_required: 'the body is an object, a stream or missing',
  signature_mismatch: 'no signature fits the body',
  timestamp_too_old: 'the signature is older than the tolerance',
  timestamp_too_new: 'the signature lies further ahead than the tolerance, as one in milliseconds does',
  missing_header: 'no signature header, or an empty one',
  duplicate_header: 'the signature header came twice',
  duplicate_timestamp: 'the signature header has two `t`',
  malformed_header: 'the signature header is not in its grammar',
  no_signature: 'the signature header has no `v1`',
  too_many_signatures: 'the signature header has more than 16 `v1`',
  header_too_large: 'the signature header has more than 4,096 characters',
  invalid_body: 'the body is a string with half a character',
  invalid_payload: 'the body is authentic and not an event',
  event_mismatch: 'X-Webhook-Event and the body name different events',
  invalid_secret: 'the secret is missing, empty, an API key or not as shown',
  invalid_option: 'an option, the clock or `receivedAt` makes no sense',
  secret_unavailable: 'no secret is left: all have expired, or the resolver found none or failed',
  sync_unavailable: '`verify` met a resolver that returns a promise',
  body_aborted: 'the body ended before it was complete',
  body_timeout: 'the body did not arrive in time',
  body_too_large: 'the body is larger than the receiver takes',
  unsupported_encoding: 'the body came compressed',
  replayed: 'this signature was used before',
  store_unavailable: 'the store of handled events does not answer',
}

const SIZE = /at most [\d.]+ kB/

/** A hint's code, as the README shows it. */
const CODE =
  /express\.raw\(.*?\}\)|request\.rawBody|await request\.arrayBuffer\(\)|[a-z]+[A-Z]\w+|whsec_|\bv1\b/g

/**
 * Writes the README's table of codes anew, and the size in its first sentence, which is the limit that the build is held
 * to.
 *
 * @throws Error when one of their places is missing
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
