import { createRequire } from 'node:module'
import type * as source from '../../src/index.js'

const require = createRequire(import.meta.url)

/** The package as it is built for `require`. */
export const commonJs: typeof source = require('../../dist/index.cjs')
/** The package as it is built for `import`; built before the tests run. */
export const esModule: typeof source = await import('../../dist/index.js' as string)
