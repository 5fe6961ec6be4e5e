/** Vectors of the request signature: HMAC over `v1`, timestamp, method, target and the hash of the raw body. */
import { hmac, sha256 } from './openssl.js'

const keyId = 'mk_test_TestVectorsOnlyKey000001'
const secret = 'sk_test_this-secret-is-public-and-of-no-use-0000000'
const otherSecret = 'sk_test_another_public_secret_with_underscores_0000'
const timestamp = '1767225600'

interface Request {
  name: string
  method: string
  target: string
  body?: string | Uint8Array
  timestamp?: string
  secret?: string
}

const order = '{"amount":"25.00","currency":"USDT","network":"TRC20","idempotency_key":"cart-A-1001/1"}'

const requests: Request[] = [
  { name: 'GET without a body', method: 'GET', target: '/v1/merchants/me' },
  { name: 'POST with a JSON body', method: 'POST', target: '/v1/orders', body: order },
  {
    name: 'POST with the same JSON spaced out',
    method: 'POST',
    target: '/v1/orders',
    body: order.replaceAll(':', ': '),
  },
  { name: 'POST with an empty body', method: 'POST', target: '/v1/merchants/webhook-secret', body: '' },
  { name: 'POST with an empty JSON object', method: 'POST', target: '/v1/orders', body: '{}' },
  { name: 'JSON with a line feed at its end', method: 'POST', target: '/v1/orders', body: `${order}\n` },
  {
    name: 'JSON with CRLF line ends',
    method: 'POST',
    target: '/v1/orders',
    body: '{\r\n  "amount": "25.00"\r\n}\r\n',
  },
  {
    name: 'JSON in Unicode',
    method: 'POST',
    target: '/v1/orders',
    body: '{"amount":"25.00","description":"咖啡 ☕ – crème brûlée – قهوة – 🧾"}',
  },
  {
    name: 'JSON with escapes for the same Unicode',
    method: 'POST',
    target: '/v1/orders',
    body: '{"description":"\\u5496\\u5561 \\u2615"}',
  },
  { name: 'a query string', method: 'GET', target: '/v1/orders?limit=20&offset=40' },
  { name: 'the same query in another order', method: 'GET', target: '/v1/orders?offset=40&limit=20' },
  { name: 'a query with %2F, + and %20', method: 'GET', target: '/v1/orders?q=a%2Fb+c%20d' },
  { name: 'a query with %2f in lower case', method: 'GET', target: '/v1/orders?q=a%2fb+c%20d' },
  {
    name: 'a query that repeats a name and leaves a value empty',
    method: 'GET',
    target: '/v1/orders?a=1&a=&b',
  },
  { name: 'a bare question mark at the end', method: 'GET', target: '/v1/orders?' },
  { name: 'a path with an escaped slash', method: 'GET', target: '/v1/orders/a%2Fb' },
  { name: 'a path with two slashes and a dot segment', method: 'GET', target: '/v1//orders/./x' },
  { name: 'a base path before /v1', method: 'POST', target: '/pay/api/v1/orders', body: order },
  { name: 'DELETE', method: 'DELETE', target: '/v1/api-keys/mk_test_TestVectorsOnlyKey000002' },
  { name: 'PATCH', method: 'PATCH', target: '/v1/webhooks/wh_1', body: '{"is_active":false}' },
  {
    name: 'a body of all 256 byte values',
    method: 'POST',
    target: '/v1/orders',
    body: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  },
  {
    name: 'a body that is not UTF-8',
    method: 'POST',
    target: '/v1/orders',
    body: Uint8Array.of(0xff, 0xfe, 0x00, 0xc3, 0x28),
  },
  { name: 'a body with a byte order mark', method: 'POST', target: '/v1/orders', body: `\ufeff${order}` },
  {
    name: 'the smallest timestamp of ten digits',
    method: 'GET',
    target: '/v1/orders',
    timestamp: '1000000000',
  },
  {
    name: 'the largest timestamp of ten digits',
    method: 'GET',
    target: '/v1/orders',
    timestamp: '9999999999',
  },
  { name: 'another secret', method: 'POST', target: '/v1/orders', body: order, secret: otherSecret },
]

export function requestSignatureVectors() {
  return Promise.all(requests.map(vector))
}

async function vector(request: Request) {
  const row = { timestamp, secret, ...request }
  const body = Buffer.from(row.body ?? '')
  const bodyHash = await sha256(body)
  const stringToSign = ['v1', row.timestamp, row.method, row.target, bodyHash].join('\n')
  const signature = await hmac(row.secret, Buffer.from(stringToSign))
  return {
    name: row.name,
    key_id: keyId,
    secret: row.secret,
    timestamp: row.timestamp,
    method: row.method,
    target: row.target,
    body: body.toString('base64'),
    body_sha256: bodyHash,
    string_to_sign: stringToSign,
    signature,
    authorization: `Bearer ${keyId}:${row.timestamp}:${signature}`,
  }
}
