// A CommonJS file that uses the installed package. The arguments are the names of its entries.
const assert = require('node:assert/strict')
const { createReceiver, createVerifier, signWebhook } = require('@merchantpay/webhook-verify')
const { lambdaWebhook } = require('@merchantpay/webhook-verify/lambda')

for (const entry of process.argv.slice(2)) {
  assert.ok(require.resolve(entry).endsWith('.cjs'), `${entry} must resolve to its CommonJS file`)
  assert.notDeepEqual(Object.keys(require(entry)), [], `${entry} exports nothing`)
}

const secrets = 'whsec_example'
const body = '{"event":"order.archived","timestamp":"","data":{}}'
const timestamp = Math.floor(Date.now() / 1000)
const headers = { 'x-merchant-signature': signWebhook({ body, secrets, timestamp }) }
assert.equal(createVerifier({ secrets }).verify(body, headers).event.event, 'order.archived')

const handler = lambdaWebhook(createReceiver({ secrets, on: {}, dedupe: false }))
handler({ httpMethod: 'POST', headers, body }).then(({ statusCode }) => assert.equal(statusCode, 200))
