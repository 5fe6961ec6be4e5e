import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type LambdaEvent, lambdaWebhook } from '../../src/adapters/lambda.js'
import { createReceiver } from '../../src/index.node.js'
import { BODY, headerOf, NOW, SECRET, T } from '../support/webhooks.js'

type Carry = (headers: Record<string, string>, method: string) => LambdaEvent

const lists = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

/** Only the members that differ; the services send more. */
const sources: [string, Carry][] = [
  [
    'API Gateway v1',
    (headers, httpMethod) => ({ httpMethod, headers, multiValueHeaders: lists(headers), requestContext: {} }),
  ],
  ['API Gateway v2', (headers, method) => ({ headers, requestContext: { http: { method } } })],
  ['a function URL', (headers, method) => ({ headers, requestContext: { http: { method } } })],
  ['a load balancer', (headers, httpMethod) => ({ httpMethod, headers, requestContext: {} })],
  [
    'a load balancer with lists of values',
    (headers, httpMethod) => ({ httpMethod, multiValueHeaders: lists(headers), requestContext: {} }),
  ],
]
const encodings: [string, (body: string) => LambdaEvent][] = [
  ['plain', (body) => ({ body, isBase64Encoded: false })],
  ['base64', (body) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })],
]
const cases = sources.flatMap(([source, carry]) =>
  encodings.map(([encoding, encode]) => ({ source, encoding, carry, encode })),
)

const handler = lambdaWebhook(
  createReceiver({ secrets: SECRET, on: {}, onError: () => undefined, dedupe: false, clock: () => NOW }),
)
const signed = { 'content-type': 'application/json', 'x-merchant-signature': headerOf(T) }

describe.each(cases)('$source, $encoding', ({ carry, encode }) => {
  test('a valid delivery is answered 200', async () => {
    const result = await handler({ ...carry(signed, 'POST'), ...encode(BODY) })

    expect(result).toMatchObject({ statusCode: 200, body: '{"received":true}', isBase64Encoded: false })
  })

  test('a forged delivery is answered 401, with nothing but the code', async () => {
    const result = await handler({ ...carry(signed, 'POST'), ...encode(`${BODY} `) })

    expect(result).toMatchObject({ statusCode: 401, body: '{"error":"signature_mismatch"}' })
  })

  test('a gzipped delivery is answered 415', async () => {
    const headers = { ...signed, 'content-encoding': 'gzip' }
    const body = gzipSync(BODY).toString('base64')

    const result = await handler({ ...carry(headers, 'POST'), body, isBase64Encoded: true })

    expect(result).toMatchObject({ statusCode: 415, body: '{"error":"unsupported_encoding"}' })
  })

  test('GET is answered 405', async () => {
    expect((await handler(carry({}, 'GET'))).statusCode).toBe(405)
  })
})

test('two signatures in lists of values are both seen', async () => {
  const twice = { 'x-merchant-signature': [headerOf(T), headerOf(T)] }

  const result = await handler({ httpMethod: 'POST', headers: signed, multiValueHeaders: twice, body: BODY })

  expect(result).toMatchObject({ statusCode: 400, body: '{"error":"duplicate_header"}' })
})

test('the answer has its headers in the form in which they were sent', async () => {
  const type = 'application/json'
  const request = { httpMethod: 'POST', body: BODY }

  const single = await handler({ ...request, headers: signed })
  const multiple = await handler({ ...request, multiValueHeaders: lists(signed) })

  expect(single.headers).toMatchObject({ 'content-type': type })
  expect(single).not.toHaveProperty('multiValueHeaders')
  expect(multiple.multiValueHeaders).toMatchObject({ 'content-type': [type] })
  expect(multiple).not.toHaveProperty('headers')
})

test('a body that is not base64 is refused', async () => {
  const result = await handler({ httpMethod: 'POST', headers: signed, body: '*', isBase64Encoded: true })

  expect(result).toMatchObject({ statusCode: 500, body: '{"error":"raw_body_required"}' })
})

test('an event without a body or headers is answered', async () => {
  expect(await handler({ httpMethod: 'POST', headers: null, body: null })).toMatchObject({
    statusCode: 400,
    body: '{"error":"missing_header"}',
  })
})
