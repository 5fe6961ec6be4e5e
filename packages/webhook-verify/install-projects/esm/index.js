// An ES module that uses the installed package. The arguments are the names of its entries.
import assert from 'node:assert/strict'
import { createReceiver, createVerifier, signWebhook } from '@merchantpay/webhook-verify'
import { webWebhook } from '@merchantpay/webhook-verify/web'

for (const entry of process.argv.slice(2)) {
  assert.ok(import.meta.resolve(entry).endsWith('.js'), `${entry} must resolve to its ES module`)
  assert.notDeepEqual(Object.keys(await import(entry)), [], `${entry} exports nothing`)
}

const secrets = 'whsec_example'
const body = '{"event":"order.archived","timestamp":"","data":{}}'
const timestamp = Math.floor(Date.now() / 1000)
const headers = { 'x-merchant-signature': signWebhook({ body, secrets, timestamp }) }
assert.equal(createVerifier({ secrets }).verify(body, headers).event.event, 'order.archived')

const answer = webWebhook(createReceiver({ secrets, on: {}, dedupe: false }))
const response = await answer(new Request('http://shop.example', { method: 'POST', headers, body }))
assert.deepEqual([response.status, await response.json()], [200, { received: true }])
