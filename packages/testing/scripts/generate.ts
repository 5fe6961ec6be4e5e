/** Writes src/generated from the contract. With `--check` it writes nothing and exits 1 when a file is stale. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readContract } from '../../sdk/scripts/generators/read-contract.js'
import { requestRules, routeTable } from './request-rules.js'

const contract = readContract(fileURLToPath(new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url)))

const outputs: [name: string, text: string][] = [
  ['routes.gen.ts', routeTable(contract.document())],
  ['rules.gen.ts', requestRules(contract.document())],
]

const isCheck = process.argv.includes('--check')
for (const [name, text] of outputs) {
  const path = fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url))
  if (!isCheck) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`stale: packages/testing/src/generated/${name}; run npm run generate`)
    process.exitCode = 1
  }
}
