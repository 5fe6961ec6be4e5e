// Where there is a file system: `main.js import|require <peer> <other origin>` prints the results as JSON.
import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import * as esModule from '@merchantpay/sdk'
import * as signingModule from '@merchantpay/sdk/signing'
import { runChecks } from './run.ts'

const require = createRequire(import.meta.url)
const commonJs = require('@merchantpay/sdk')
const [format, peerUrl, otherUrl] = process.argv.slice(2)
const isRequired = format === 'require'

const results = await runChecks({
  sdk: isRequired ? commonJs : esModule,
  copy: isRequired ? esModule : commonJs,
  signing: isRequired ? require('@merchantpay/sdk/signing') : signingModule,
  peerUrl,
  otherUrl,
  inspect: (value) => inspect(value, { depth: 10, showHidden: true }),
})
console.log(JSON.stringify(results))
