/** Checks the size of each entry in a user's bundle against its limit: minified, compressed with gzip, dependencies included. */
import { join } from 'node:path'
import { libraryEntries, packageRoot, peers } from './manifest.js'
import { limits } from './size/limits.js'
import { measure } from './size/measure.js'

for (const { name, module } of libraryEntries()) {
  const bytes = await measure(join(packageRoot, module), ['node:*', ...peers])
  const limit = limits[name]
  const isTooLarge = limit !== undefined && bytes > limit * 1000
  const figures = `${(bytes / 1000).toFixed(2).padStart(6)} kB${limit === undefined ? '' : ` of ${limit}`}`
  console.log(`${name.padEnd(36)}${figures}${isTooLarge ? '  TOO LARGE' : ''}`)
  if (isTooLarge) process.exitCode = 1
}
