import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's folder. */
export const packageRoot = join(fileURLToPath(import.meta.url), '../..')
