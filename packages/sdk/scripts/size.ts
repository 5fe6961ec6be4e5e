/**
 * Holds what users load to its limits: minified, compressed with gzip, the dependency included. A bundler that splits
 * loads what handles failures during the first call, and event streams, walks and `raw` only when they are first used;
 * one that does not puts everything into one file. All three figures are printed and have a limit.
 */
import { join } from 'node:path'
import { libraryEntries, packageRoot, peers } from './manifest.js'
import { limits } from './size/limits.js'
import { measure } from './size/measure.js'

/** From the main entry users import the client; errors and types come with it. */
const imports: Readonly<Record<string, string>> = { '@merchantpay/sdk': '{ MerchantPay }' }

const column = (bytes: number, limit: number | undefined) =>
  `${(bytes / 1000).toFixed(2).padStart(6)} kB${limit === undefined ? '' : ` of ${limit}`}`.padEnd(18)

console.log(`${'entry'.padEnd(36)}before first call with first call   in one file`)
for (const { name, module } of libraryEntries()) {
  const { initial, called, whole } = await measure(join(packageRoot, module), imports[name] ?? '*', [
    'node:*',
    ...peers,
  ])
  const limit = limits[name]
  const isTooLarge =
    limit && (initial > limit.initial * 1000 || called > limit.called * 1000 || whole > limit.whole * 1000)
  const figures =
    column(initial, limit?.initial) + column(called, limit?.called) + column(whole, limit?.whole)
  console.log(name.padEnd(36) + figures + (isTooLarge ? 'TOO LARGE' : ''))
  if (isTooLarge) process.exitCode = 1
}
