import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entriesOf } from '../manifest.js'
import { type PublicEntry, publicTypes } from './public-types.js'

/**
 * Writes the public types of a built package to `api/public-types.d.ts`. With `--check` it writes nothing and exits 1 when
 * the file differs, so that each change of them is reviewed: a break needs a major changeset.
 */
export function commitPublicTypes(
  packageRoot: string,
  packageName: string,
  entries = publicEntries(packageRoot),
): void {
  const path = join(packageRoot, 'api/public-types.d.ts')
  const note = 'Written by npm run api from the built package; a change here is a change of the public types.'
  const text = `// ${note}\n\n${publicTypes(entries, packageRoot)}`

  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.log(`The public types have changed: run npm run api -w ${packageName} and read the difference.`)
    process.exitCode = 1
  }
}

const publicEntries = (packageRoot: string): PublicEntry[] =>
  entriesOf(packageRoot).map(({ name, types }) => ({
    name,
    file: join(packageRoot, types),
    // The types of schemas are valibot's generics; their shapes are those of the contract's types.
    namesOnly: name.endsWith('/schemas'),
  }))
