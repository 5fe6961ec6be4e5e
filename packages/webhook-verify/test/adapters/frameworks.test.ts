import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createReceiver,
  type Receiver,
  type ReceiverAnswer,
  type ReceiverOptions,
} from '../../src/index.node.js'
import { BODY, SECRET } from '../support/webhooks.js'
import { deliver, FORGED, openDelivery } from './exchange.js'
import { type Framework, keeping, streaming } from './frameworks.js'

const MIB = 1_048_576
const RAW_BODY_REQUIRED = { status: 500, text: '{"error":"raw_body_required"}' }
// Bytes that a decoder drops, a parser loses, or a serializer writes differently.
const AWKWARD_BODY = `\ufeff{ "event": "order.archived",\r\n "timestamp": "\\u0032026", "data": { "a": 1.0, "a": 2 } }\n`

describe.each([...streaming, ...keeping])('$name', (framework) => {
  test('a valid delivery is answered 200', async () => {
    const { port } = await start(framework)

    expect(await deliver(port)).toEqual({ status: 200, text: '{"received":true}' })
  })

  test('the bytes are taken as they were sent', async () => {
    const { port, handled } = await start(framework)

    expect((await deliver(port, { body: AWKWARD_BODY })).status).toBe(200)
    expect(handled).toEqual([AWKWARD_BODY])
  })

  test('a forged delivery is answered 401, with nothing but the code', async () => {
    const { port, handled } = await start(framework)

    const answer = await deliver(port, { headers: FORGED })

    expect(answer).toEqual({ status: 401, text: '{"error":"signature_mismatch"}' })
    expect(handled).toEqual([])
  })

  test('behind a JSON parser it is answered 500 raw_body_required at once', async () => {
    const { port } = await start(framework, framework.serveParsed)
    const begun = performance.now()

    expect(await deliver(port)).toEqual(RAW_BODY_REQUIRED)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  test('a gzipped delivery is answered 415, or refused by the parser before it', async () => {
    const { port, handled } = await start(framework)

    const answer = await deliver(port, { body: gzipSync(BODY), headers: { 'content-encoding': 'gzip' } })

    const refusal = { status: 415, text: '{"error":"unsupported_encoding"}' }
    expect(answer).toEqual(framework.refusesGzip ? expect.objectContaining({ status: 400 }) : refusal)
    expect(handled).toEqual([])
  })

  test('GET is answered 405', async () => {
    const { port } = await start(framework)

    expect((await deliver(port, { method: 'GET', body: null })).status).toBe(405)
  })
})

describe.each(streaming)('$name', (framework) => {
  test('an announced 5 MiB is answered 413 before a byte of it is sent', async () => {
    const { port } = await start(framework)
    const client = openDelivery(port, 5 * MIB)

    expect(await client.answer).toEqual({ status: 413, text: '{"error":"body_too_large"}' })
  })

  test('a client that disconnects in mid-body ends the call', async () => {
    const { port, begun, settled, handled } = await start(framework)
    const client = openDelivery(port, BODY.length)
    client.send(BODY.slice(1))
    await begun
    const brokenOffAt = performance.now()

    client.abort()

    expect(await settled).toMatchObject({ status: 400, body: '{"error":"body_aborted"}' })
    expect(performance.now() - brokenOffAt).toBeLessThan(10_000)
    expect(handled).toEqual([])
  })

  test('a body that drips is answered 408 at the deadline', async () => {
    const { port } = await start(framework, framework.serve, { readDeadlineMs: 150 })
    const client = openDelivery(port, BODY.length)
    const drip = setInterval(() => client.send(' '), 20)
    onTestFinished(() => clearInterval(drip))

    expect(await client.answer).toEqual({ status: 408, text: '{"error":"body_timeout"}' })
  })
})

/** Serves a receiver that records the bodies that it handled, and when its first call begins and how it ends. */
async function start(
  framework: Framework,
  serve: Framework['serve'] = framework.serve,
  options: Partial<ReceiverOptions> = {},
) {
  const handled: string[] = []
  const note = (_event: unknown, { rawBody }: { rawBody: Uint8Array }) =>
    handled.push(Buffer.from(rawBody).toString())
  const receiver = createReceiver({
    secrets: SECRET,
    on: { 'payment.confirmed': note },
    onUnknown: note,
    onError: () => undefined,
    dedupe: false,
    ...options,
  })
  const { promise: begun, resolve: begin } = promiseOf<void>()
  const { promise: settled, resolve: settle } = promiseOf<ReceiverAnswer>()
  const observed: Receiver = {
    handle: async (...call) => {
      begin()
      const answer = await receiver.handle(...call)
      settle(answer)
      return answer
    },
  }
  const { port, close } = await serve(observed)
  onTestFinished(async () => void (await close()))
  return { port, handled, begun, settled }
}

function promiseOf<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
