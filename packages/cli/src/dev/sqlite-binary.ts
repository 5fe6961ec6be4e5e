import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Process } from '../process.js'

/** Where npm fetches binaries of the driver, unless its configuration names another host. */
const RELEASES = 'https://github.com/WiseLibs/better-sqlite3/releases/download'
const ANSWER_MS = 5_000

/** A SQLite driver whose binary is not there. */
export interface MissingBinary {
  /** Whether a finished binary for this Node and machine can be fetched, so that none is compiled. */
  canBeFetched(signal: AbortSignal): Promise<boolean>
}

/** The SQLite driver of a server if it lacks its binary. */
export function missingBinary(serverFolder: string, env: Process['env']): MissingBinary | undefined {
  const folder = driverFolder(serverFolder)
  if (folder === undefined || existsSync(join(folder, 'build/Release/better_sqlite3.node'))) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const host = env.npm_config_better_sqlite3_binary_host ?? RELEASES
  return { canBeFetched: (signal) => isPublished(host, version, signal) }
}

/** The driver that a server imports. */
export function driverFolder(serverFolder: string): string | undefined {
  try {
    const require = createRequire(join(serverFolder, 'package.json'))
    return dirname(require.resolve('better-sqlite3/package.json'))
  } catch {
    return undefined
  }
}

async function isPublished(host: string, version: string, signal: AbortSignal): Promise<boolean> {
  const platform = process.platform === 'linux' && isMusl() ? 'linuxmusl' : process.platform
  const file = `better-sqlite3-v${version}-node-v${process.versions.modules}-${platform}-${process.arch}.tar.gz`
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await fetch(`${host}/v${version}/${file}`, { method: 'HEAD', signal: within })
    return answer.ok
  } catch {
    return false
  }
}

function isMusl(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}
