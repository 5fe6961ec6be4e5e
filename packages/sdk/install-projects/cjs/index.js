// Uses the installed package from a CommonJS file; its arguments are the names of the entries.
const assert = require('node:assert/strict')
const { ApiError, MerchantPay, UsageError } = require('@merchantpay/sdk')

for (const entry of process.argv.slice(2)) {
  assert.ok(require.resolve(entry).endsWith('.cjs'), `${entry} must resolve to its CommonJS file`)
  assert.notDeepEqual(Object.keys(require(entry)), [], `${entry} exports nothing`)
}

assert.throws(() => new MerchantPay({ baseUrl: 'pay.example' }), UsageError)
const details = { code: 'x', outcome: 'unknown', status: 400, headers: new Headers() }
void import('@merchantpay/sdk').then((module) => {
  assert.notEqual(module.ApiError, ApiError, 'the two formats are two copies')
  assert.ok(new module.ApiError('message', details) instanceof ApiError)
})
