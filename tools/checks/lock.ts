/**
 * Proves that package-lock.json installs on every platform. npm can write a lock that lacks the native packages of other
 * platforms; `npm ci` refuses some of these locks, and accepts others until they are installed on such a platform. So every
 * optional dependency named in the lock must have its entry.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { root, run } from '../lib/run.js'

export interface Lock {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>
}

/** Published for these platforms too, but absent from some mirrors. Only tests need it, and they report its absence. */
const knownMissing = ['darwin-amd64', 'darwin-arm64', 'linux-arm64', 'win32-amd64'].map(
  (platform) => `@foundry-rs/anvil-${platform}`,
)

/** One line per optional dependency that has no entry where its dependent would resolve it. */
export function missingOptional(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !knownMissing.includes(name))
      .filter(([name, wanted]) => !foldersAbove(path).some((folder) => hasEntry(lock, folder, name, wanted)))
      .map(([name, wanted]) => `${path || 'the root'} wants ${name}@${wanted}`),
  )
}

/** The folders whose node_modules Node searches for a package at this path, from the innermost to the root. */
function foldersAbove(path: string): string[] {
  const parts = path === '' ? [] : path.split('/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`), '']
}

/** npm judges ranges. An exact version, as native packages require it, must match. */
function hasEntry(lock: Lock, folder: string, name: string, wanted: string): boolean {
  const version = lock.packages[`${folder}node_modules/${name}`]?.version
  return version !== undefined && (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(wanted) || version === wanted)
}

async function main(): Promise<void> {
  const { code, output } = await run('npm', ['ci', '--dry-run', '--ignore-scripts'])
  if (code !== 0) console.log(output)
  const missing = missingOptional(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as Lock)
  for (const line of missing) console.log(`missing: ${line}`)
  const isSound = code === 0 && missing.length === 0
  console.log(
    isSound ? 'the lock is complete' : 'the lock is broken: delete it and node_modules, install again',
  )
  process.exitCode = isSound ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
