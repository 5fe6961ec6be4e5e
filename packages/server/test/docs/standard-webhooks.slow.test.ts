import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeProgramFolder } from '../support/docs/sample-languages.js'
import { ask, type Question, VERIFIERS } from '../support/docs/standard-verifiers.js'
import type { Received } from '../support/webhooks/receiver.js'
import { callEndpoint, openEndpoint } from '../support/webhooks/webhook-endpoint.js'

/** Without a cache, Go compiles its standard library first, on a machine that may be busy. */
const BUILD_MS = 180_000
const FOREIGN = `whsec_${'A'.repeat(44)}`

/** Two deliveries of the server, before and during a rotation of the secret, and the secrets. */
async function deliveries() {
  const endpoint = await openEndpoint()
  const { harness, keys, receiver } = endpoint
  await callEndpoint(endpoint, 'POST', '/test')
  await harness.work()
  const { json } = await harness.call('POST', '/v1/merchants/webhook-secret', { keys })
  await callEndpoint(endpoint, 'POST', '/test')
  await harness.work()
  const [first, second] = receiver.received
  if (!first || !second) throw new Error('two webhooks were expected')
  return { first, second, before: keys.webhookSecret, after: String(json.webhook_secret) }
}

const question = (secret: string, { headers, body }: Received): Question => ({
  secret,
  headers,
  body: body.toString('base64'),
})

const changed = (received: Received, headers: Record<string, string>, body = received.body): Received => ({
  headers: { ...received.headers, ...headers },
  body,
})

/** The same webhook, signed with the secret ten minutes ago. */
function aged(received: Received, secret: string): Received {
  const timestamp = `${Number(received.headers['webhook-timestamp']) - 600}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${received.headers['webhook-id']}.${timestamp}.`)
  const signature = `v1,${mac.update(received.body).digest('base64')}`
  return changed(received, { 'webhook-timestamp': timestamp, 'webhook-signature': signature })
}

describe.each(VERIFIERS)('the standard library of $name', (verifier) => {
  let folder = ''
  beforeAll(async () => {
    folder = makeProgramFolder()
    await verifier.build?.(folder)
    return () => rmSync(folder, { recursive: true, force: true })
  }, BUILD_MS)

  it('verifies the Standard Webhooks signature of deliveries, by both secrets during a rotation', async () => {
    const { first, second, before, after } = await deliveries()
    const asked: [Question, boolean][] = [
      [question(before, first), true],
      [question(after, first), false],
      [question(before, second), true],
      [question(after, second), true],
      [question(FOREIGN, second), false],
    ]
    expect(
      await ask(
        verifier,
        folder,
        asked.map(([one]) => one),
      ),
    ).toEqual(asked.map(([, is]) => is))
  })

  it('refuses a changed body, id or signature, and an old webhook', async () => {
    const { first, before } = await deliveries()
    const asked = [
      changed(first, {}, Buffer.concat([first.body, Buffer.from(' ')])),
      changed(first, { 'webhook-id': `wd_${'0'.repeat(32)}` }),
      changed(first, {
        'webhook-signature': String(first.headers['webhook-signature']).replace('v1,', 'v2,'),
      }),
      aged(first, before),
    ]
    const questions = asked.map((one) => question(before, one))
    expect(await ask(verifier, folder, questions)).toEqual(asked.map(() => false))
  })
})
