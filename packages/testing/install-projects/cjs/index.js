// Uses the installed package from a CommonJS file; its arguments are the names of the entries.
const assert = require('node:assert/strict')
const { MerchantPay } = require('@merchantpay/sdk')
const { createTestServer } = require('@merchantpay/testing')

for (const entry of process.argv.slice(2)) {
  assert.ok(require.resolve(entry).endsWith('.cjs'), `${entry} must resolve to its CommonJS file`)
  assert.notDeepEqual(Object.keys(require(entry)), [], `${entry} exports nothing`)
}

const { baseUrl, fetch, clock, keys } = createTestServer()
const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })
mp.merchants.me().then(({ status }) => assert.equal(status, 'ACTIVE'))
