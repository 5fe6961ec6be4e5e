/**
 * Writes src/generated from the contract. With `--check` it writes nothing and exits 1 when a
 * file is stale, so that a change of the contract cannot land without its types.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractTypes } from './generators/contract-types.js'
import { failureTable, operationTable, secretTable, terminalTable } from './generators/operation-table.js'
import { readContract } from './generators/read-contract.js'
import { valibotSchemas } from './generators/valibot-schemas.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const contract = readContract(join(root, '../../openapi/merchantpay.v1.yaml'))

const files = {
  'contract.gen.ts': await contractTypes(contract.document()),
  'failures.gen.ts': failureTable(contract.document()),
  'terminal.gen.ts': terminalTable(contract.document()),
  'operations.gen.ts': operationTable(contract.document(), contract.sha256),
  'secrets.gen.ts': secretTable(contract.document()),
  'schemas.gen.ts': await valibotSchemas(contract.document()),
}

const folder = join(root, 'src/generated')
const stale = Object.entries(files).filter(([name, text]) => {
  const path = join(folder, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})

if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`stale: packages/sdk/src/generated/${name}`)
  if (stale.length > 0) console.error('The contract has changed; run npm run generate.')
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  console.log(`generated: ${stale.length} of ${Object.keys(files).length} files changed`)
}
