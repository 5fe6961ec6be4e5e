import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as source from '../../src/index.js'
import { VERSION } from '../../src/version.js'

const DIST = new URL('../../dist/', import.meta.url)
const require = createRequire(import.meta.url)

/** The package as it is built for `require`. */
export const commonJs: typeof source = require('../../dist/index.cjs')
/** The package as it is built for `import`; built before the tests run. */
export const esModule: typeof source = await import('../../dist/index.js' as string)

// What it loads late takes real time, which a virtual clock would not wait for.
const late = readdirSync(DIST).filter((file) => file.endsWith(`-${VERSION}.js`) && !file.startsWith('spare-'))
if (late.length === 0) throw new Error('the build has no file that loads late')
await Promise.all(late.map((file) => import(new URL(file, DIST).href)))
