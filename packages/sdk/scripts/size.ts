/**
 * Holds what users load to its limits: minified, compressed with gzip, the dependency included. A bundler that splits
 * loads the event stream and `raw` only when they are first used; one that does not puts everything into one file. Both
 * figures are printed and both have a limit.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measure } from './size/measure.js'

interface Manifest {
  exports: Record<string, string | { import: { default: string } }>
  peerDependencies?: Record<string, string>
}

interface Limits {
  /** What is loaded before the first stream, wait or raw call, kB. */
  initial: number
  /** Everything in one file, kB. */
  whole: number
}

/** An entry that is not named here serves development and has no limit. */
const limits: Readonly<Record<string, Limits>> = {
  '.': { initial: 10, whole: 18 },
  './signing': { initial: 1, whole: 1 },
  './money': { initial: 1.5, whole: 1.5 },
  './sse': { initial: 1, whole: 1 },
}

const packageRoot = join(fileURLToPath(import.meta.url), '../..')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest // our own file
const external = ['node:*', ...Object.keys(manifest.peerDependencies ?? {})]

const column = (bytes: number, limit: number | undefined) =>
  `${(bytes / 1000).toFixed(2).padStart(6)} kB${limit === undefined ? '' : ` of ${limit}`}`.padEnd(18)

console.log(`${'entry'.padEnd(32)}before first use  in one file`)
for (const [entry, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue // the manifest itself
  const file = join(packageRoot, target.import.default)
  const imported = entry === '.' ? '{ MerchantPay }' : '*'
  const { initial, whole } = await measure(file, imported, external)
  const limit = limits[entry]
  const isTooLarge = limit && (initial > limit.initial * 1000 || whole > limit.whole * 1000)
  const name = `@merchantpay/sdk${entry.slice(1)}`.padEnd(32)
  console.log(
    `${name}${column(initial, limit?.initial)}${column(whole, limit?.whole)}${isTooLarge ? 'TOO LARGE' : ''}`,
  )
  if (isTooLarge) process.exitCode = 1
}
