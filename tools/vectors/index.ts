/**
 * Writes openapi/vectors, the inputs and expected bytes every implementation is tested against. Hashes and MACs come
 * from the openssl binary and money from exact integers, so that no code under test computes its own expectation.
 * `--check` compares with the committed files and changes nothing. (addresses.json is data, not computed here.)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { root } from '../lib/run.js'
import { destinationVectors } from './destinations.js'
import { moneyVectors } from './money.js'
import { requestSignatureVectors } from './request-signature.js'
import { webhookSignatureVectors } from './webhook-signature.js'
import { webhookUrlVectors } from './webhook-urls.js'

const files = {
  'request-signature.json': await requestSignatureVectors(),
  'webhook-signature.json': await webhookSignatureVectors(),
  'money.json': moneyVectors(),
  'destinations.json': await destinationVectors(),
  'webhook-urls.json': webhookUrlVectors(),
}

/** Invisible characters: controls, and spaces other than U+0020. */
const INVISIBLE = /[^\P{C}\n]|[^\P{Z} ]/gu
const escaped = (char: string) =>
  char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const checkOnly = process.argv.includes('--check')
for (const [name, rows] of Object.entries(files)) {
  const repeated = rows.find((row, index) => rows.findIndex((other) => other.name === row.name) !== index)
  if (repeated) throw new Error(`${name} has two rows named "${repeated.name}"`)
  const path = `${root}/openapi/vectors/${name}`
  const text = `${JSON.stringify(rows, null, 2).replace(INVISIBLE, escaped)}\n`
  if (!checkOnly) {
    writeFileSync(path, text)
    console.log(`wrote ${name}: ${rows.length} rows`)
  } else if (readFileSync(path, 'utf8') === text) {
    console.log(`${name}: ${rows.length} rows, recomputed and equal`)
  } else {
    console.log(`${name} differs from what openssl computes: run npm run vectors`)
    process.exitCode = 1
  }
}
