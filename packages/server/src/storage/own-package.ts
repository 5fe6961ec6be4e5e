import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const MANIFEST = '@merchantpay/server/package.json'

/** Returns the version of this server. */
export const ownVersion = (): string => (require(MANIFEST) as { version: string }).version // ours

/** Returns `migrations/` of this package, for the sources and the build alike. */
export const migrationsFolder = (): string => join(dirname(require.resolve(MANIFEST)), 'migrations')
