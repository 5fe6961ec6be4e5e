// Where there is a file system: `main.js import|require <peer> <other origin>` prints the results as JSON.
import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import * as sdk from '@merchantpay/sdk'
import * as money from '@merchantpay/sdk/money'
import * as signing from '@merchantpay/sdk/signing'
import * as sse from '@merchantpay/sdk/sse'
import { runChecks } from './run.ts'

const require = createRequire(import.meta.url)
const commonJs = require('@merchantpay/sdk')
const entries = {
  import: { sdk, copy: commonJs, signing, money, sse },
  require: {
    sdk: commonJs,
    copy: sdk,
    signing: require('@merchantpay/sdk/signing'),
    money: require('@merchantpay/sdk/money'),
    sse: require('@merchantpay/sdk/sse'),
  },
}

const [format, peerUrl, otherUrl] = process.argv.slice(2)
const show = (value) => inspect(value, { depth: 10, showHidden: true })
const results = await runChecks({ ...entries[format], peerUrl, otherUrl, inspect: show })
console.log(JSON.stringify(results))
