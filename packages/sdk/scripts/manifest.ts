import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's folder. */
export const packageRoot = join(fileURLToPath(import.meta.url), '../..')

interface Target {
  types: string
  default: string
}

interface Manifest {
  name: string
  exports: Record<string, string | { import: Target; require: Target }>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface Entry {
  /** Its specifier, for example `@merchantpay/sdk/signing`. */
  name: string
  /** Its ES module, relative to the package. */
  module: string
  /** Its CommonJS file. */
  commonJs: string
  /** The declarations of its ES module. */
  types: string
}

/** The manifest of a package, by its folder. */
function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // one of ours
}

const manifest = readManifest(packageRoot)

/** The entries of this package that can be imported. */
export const libraryEntries = (): Entry[] => entriesOf(packageRoot)

/** The entries of a package that can be imported; the manifest itself is left out. */
export function entriesOf(folder: string): Entry[] {
  const manifest = readManifest(folder)
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const { types, default: module } = target.import
    return [{ name: manifest.name + entry.slice(1), module, commonJs: target.require.default, types }]
  })
}

/** Packages that a user of every entry has installed beside this one. */
export const peers: readonly string[] = Object.keys(manifest.peerDependencies ?? {})

/** Packages that npm installs with this one. */
export const dependencies: readonly string[] = Object.keys(manifest.dependencies ?? {})
