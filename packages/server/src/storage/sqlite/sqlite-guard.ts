import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const FIRST_NODE_OF_13 = 22

/**
 * Checks that the SQLite driver can be used. Runs before the driver is loaded: one release line crashes the process on
 * Node 20, and a module built for another Node cannot be loaded.
 *
 * @returns the problem and the command that solves it, or undefined
 */
export function sqliteFault(nodeVersion = process.versions.node): string | undefined {
  const nodeMajor = parseInt(nodeVersion, 10)
  try {
    const { version } = require('better-sqlite3/package.json') as { version: string } // every manifest has a version
    if (parseInt(version, 10) >= 13 && nodeMajor < FIRST_NODE_OF_13) {
      return `better-sqlite3 ${version} does not run on Node ${nodeVersion}: npm install better-sqlite3@12`
    }
    const Database = require('better-sqlite3') as new (file: string) => { close(): void } // its own constructor
    new Database(':memory:').close()
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'MODULE_NOT_FOUND') return 'better-sqlite3 is not installed: npm install better-sqlite3'
    return `better-sqlite3 ${loadFault(String(error), nodeVersion)}: npm rebuild better-sqlite3`
  }
}

/** Why an installed driver opens no database. */
function loadFault(message: string, nodeVersion: string): string {
  if (message.includes('NODE_MODULE_VERSION')) return `was built for another Node than ${nodeVersion}`
  if (message.includes('bindings file')) return 'has no binary, as after an installation without its scripts'
  const [line = ''] = message.split('\n')
  return `cannot be loaded (${line})`
}
