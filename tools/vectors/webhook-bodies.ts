/** Vectors of the webhook signature with a well-formed header: the signed text and the verdict. */
import { hmac } from './openssl.js'
import {
  type Case,
  event,
  honest,
  mac,
  olderSecret,
  type Signatures,
  secret,
  signedAt,
  t,
} from './webhook-case.js'

export async function mismatches({ right, older, wrong }: Signatures): Promise<Case[]> {
  const mismatch = (name: string, signature: string, more: Partial<Case> = {}): Case => ({
    name,
    header: `t=${t},v1=${signature}`,
    expected: 'signature_mismatch',
    ...more,
  })
  const text = honest.toString()
  const body = (name: string, changed: Uint8Array | string) => mismatch(name, right, { body: changed })
  return [
    mismatch('signed with a foreign secret', wrong),
    mismatch('two secrets, neither of them right', wrong, { secrets: [secret, olderSecret] }),
    mismatch('signed with a secret no longer known', older),
    mismatch('all zeros', '0'.repeat(64)),
    mismatch('the last digit changed', right.slice(0, -1) + (right.endsWith('0') ? '1' : '0')),
    mismatch('the first digit changed', (right.startsWith('0') ? '1' : '0') + right.slice(1)),
    { ...mismatch('the right v0 beside a wrong v1', right), header: `t=${t},v0=${right},v1=${wrong}` },
    mismatch('MAC of the body alone', await hmac(secret, honest)),
    mismatch(
      'MAC of t and body without the dot',
      await hmac(secret, Buffer.concat([Buffer.from(t), honest])),
    ),
    mismatch('keyed with the secret without its prefix', await mac(honest, secret.slice(6))),
    mismatch('keyed with the decoded secret', await mac(honest, Buffer.from(secret.slice(6), 'base64url'))),
    mismatch('keyed with a line feed after the secret', await mac(honest, `${secret}\n`)),
    body('body with a line feed added', `${text}\n`),
    body('body one byte short', text.slice(0, -1)),
    body('body with another amount', text.replace('25.00', '26.00')),
    body('body written again with spaces', JSON.stringify(event, null, 2)),
    body(
      'body with its keys in another order',
      JSON.stringify({ data: event.data, timestamp: event.timestamp, event: event.event }),
    ),
    body('body with escapes for its letters', text.replace('payment', '\\u0070ayment')),
    body('body emptied', ''),
    mismatch('CRLF for LF', await mac(`${JSON.stringify(event, null, 2)}\n`), {
      body: `${JSON.stringify(event, null, 2)}\n`.replaceAll('\n', '\r\n'),
    }),
    mismatch('the byte order mark lost', await mac(`\ufeff${text}`)),
    mismatch(
      'bytes that are not UTF-8 decoded and encoded again',
      await mac(Uint8Array.of(0x22, 0xff, 0x22)),
      {
        body: '"\ufffd"',
      },
    ),
  ]
}

export async function payloads(): Promise<Case[]> {
  const signed = async (name: string, body: Uint8Array | string, expected: string): Promise<Case> => ({
    name,
    body,
    header: `t=${t},v1=${await mac(body)}`,
    expected,
  })
  const json = (name: string, value: unknown, expected = 'invalid_payload') =>
    signed(name, JSON.stringify(value), expected)
  const { timestamp, data } = event
  return [
    await signed('spaced-out JSON, signed so', JSON.stringify(event, null, 2), 'ok'),
    await signed('CRLF line ends, signed so', JSON.stringify(event, null, 2).replaceAll('\n', '\r\n'), 'ok'),
    await signed('a byte order mark, signed so', `\ufeff${honest}`, 'ok'),
    await json('an event of a later version', { ...event, event: 'payment.refunded' }, 'ok'),
    await json(
      'fields of a later version',
      { ...event, api_version: 2, data: { ...data, tip: '1.00' } },
      'ok',
    ),
    await json(
      'Unicode in the metadata',
      { ...event, data: { ...data, metadata: { note: '咖啡 ☕ قهوة' } } },
      'ok',
    ),
    await signed(
      'an integer past the safe range',
      honest.toString().replace('"A-1"', '9007199254740993'),
      'ok',
    ),
    await signed('an empty body, signed so', '', 'invalid_payload'),
    await signed('a body that is not UTF-8', Buffer.concat([honest, Uint8Array.of(0xff)]), 'invalid_payload'),
    await signed('two byte order marks', `\ufeff\ufeff${honest}`, 'invalid_payload'),
    await signed('a body that is not JSON', 'event=payment.confirmed', 'invalid_payload'),
    await json('a JSON array', [event]),
    await json('JSON null', null),
    await json('a JSON text', 'payment.confirmed'),
    await json('no event', { timestamp, data }),
    await json('an empty event', { ...event, event: '' }),
    await json('an event that is a number', { ...event, event: 1 }),
    await json('no timestamp', { event: event.event, data }),
    await json('a timestamp that is a number', { ...event, timestamp: signedAt }),
    await json('no data', { event: event.event, timestamp }),
    await json('data that is null', { ...event, data: null }),
    await json('data that is an array', { ...event, data: [data] }),
  ]
}
