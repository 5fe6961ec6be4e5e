// Where there are files: `main.js import|require <vectors>` prints the faults as JSON.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as imported from '@merchantpay/webhook-verify'
import { judgeVectors } from './judge-vectors.js'

const [format, vectors] = process.argv.slice(2)
const required = createRequire(import.meta.url)('@merchantpay/webhook-verify')
const rows = JSON.parse(readFileSync(vectors, 'utf8'))
console.log(JSON.stringify(await judgeVectors(format === 'import' ? imported : required, rows, true)))
