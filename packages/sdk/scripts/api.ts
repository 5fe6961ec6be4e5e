/**
 * Writes the public types of the built package to one committed file. With `--check` it writes nothing and exits 1 when
 * the file differs, so that each change of them is reviewed: a break needs a major changeset.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publicTypes } from './api/public-types.js'
import { libraryEntries, packageRoot } from './manifest.js'

const path = join(packageRoot, 'api/public-types.d.ts')
const entries = libraryEntries().map(({ name, types }) => ({
  name,
  file: join(packageRoot, types),
  // The types of schemas are valibot's generics; their shapes are those of the contract's types.
  namesOnly: name.endsWith('/schemas'),
}))
const note = 'Written by npm run api from the built package; a change here is a change of the public types.'
const text = `// ${note}\n\n${publicTypes(entries)}`

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  console.log('The public types have changed: run npm run api -w @merchantpay/sdk and read the difference.')
  process.exitCode = 1
}
