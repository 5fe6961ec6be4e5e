import { fileURLToPath } from 'node:url'

/** The built command line, as operators run it. */
export const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
