/**
 * Writes the public types of the built package to api/public-types.d.ts. With `--check` it writes nothing and exits with 1
 * when the file differs, so that every change of the public types shows in a review.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitPublicTypes } from '../../sdk/scripts/api/committed-types.js'

interface Target {
  readonly types: string
}
interface Manifest {
  readonly name: string
  readonly exports: Record<string, string | { import: Target | { node: Target; default: Target } }>
}

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
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
commitPublicTypes(packageRoot, manifest.name, entries)
