// Uses the installed package from an ES module; its arguments are the names of the entries.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { ApiError, MerchantPay, UsageError } from '@merchantpay/sdk'

for (const entry of process.argv.slice(2)) {
  assert.ok(import.meta.resolve(entry).endsWith('.js'), `${entry} must resolve to its ES module`)
  assert.notDeepEqual(Object.keys(await import(entry)), [], `${entry} exports nothing`)
}

assert.throws(() => new MerchantPay({ baseUrl: 'pay.example' }), UsageError)
const commonJs = createRequire(import.meta.url)('@merchantpay/sdk')
assert.notEqual(commonJs.ApiError, ApiError, 'the two formats are two copies')
const details = { code: 'x', outcome: 'unknown', status: 400, headers: new Headers() }
assert.ok(new commonJs.ApiError('message', details) instanceof ApiError)
