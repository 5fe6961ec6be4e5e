/**
 * Writes the public types of the built package to api/public-types.d.ts. With `--check` it writes nothing and exits with 1
 * when the file differs, so that every change of the public types shows in a review.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicTypes } from '../../sdk/scripts/api/public-types.js'

interface Target {
  readonly types: string
}
interface Manifest {
  readonly name: string
  readonly exports: Record<string, string | { import: Target | { node: Target; default: Target } }>
}

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const path = join(packageRoot, 'api/public-types.d.ts')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest // our own file

const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
  if (typeof target === 'string') return []
  const name = manifest.name + entry.slice(1)
  // Schemas are typed by valibot's generics; the contract's types show their shapes.
  const entryOf = (label: string, { types }: Target) => ({
    name: label,
    file: join(packageRoot, types),
    namesOnly: entry === './schemas',
  })
  if ('types' in target.import) return entryOf(name, target.import)
  const { node, default: web } = target.import
  return [entryOf(`${name}, with node:crypto`, node), entryOf(`${name}, with WebCrypto`, web)]
})
const note = 'Written by npm run api from the built package; a change here is a change of the public types.'
const text = `// ${note}\n\n${publicTypes(entries)}`

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  console.log(
    'The public types have changed: run npm run api -w @merchantpay/webhook-verify and read the difference.',
  )
  process.exitCode = 1
}
