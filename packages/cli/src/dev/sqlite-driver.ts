import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Process } from '../process.js'

/** Where npm fetches binaries of the driver, unless its configuration names another host. */
const RELEASES = 'https://github.com/WiseLibs/better-sqlite3/releases/download'
const ANSWER_MS = 5_000
/** Opens a database with the driver that its argument names, or prints the reason. */
const TRIAL = `try { new (require(process.argv[1]))(':memory:').close() }
catch (error) { console.log(String(error.message)); process.exitCode = 1 }`

/** The driver that a server imports. */
export function driverFolder(serverFolder: string): string | undefined {
  try {
    const require = createRequire(join(serverFolder, 'package.json'))
    return dirname(require.resolve('better-sqlite3/package.json'))
  } catch {
    return undefined
  }
}

/**
 * Why a driver opens no database with this Node, undefined where it does. Another process tries it: only there is a driver
 * loaded again after npm replaced it.
 */
export async function driverFault(folder: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(process.execPath, ['-e', TRIAL, folder])
    return undefined
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string }
    return faultIn(stdout.trim() || message)
  }
}

/** The fault that the message of an error shows, in words that blame no other Node for a binary that was never there. */
function faultIn(message: string): string {
  if (message.includes('bindings file')) return 'it has no binary'
  if (message.includes('NODE_MODULE_VERSION')) return 'its binary is for another Node'
  const [line = ''] = message.split('\n')
  return line
}

/** Whether npm can fetch a finished binary for this Node and machine, so that none is compiled. */
export async function canFetchBinary(
  folder: string,
  env: Process['env'],
  signal: AbortSignal,
): Promise<boolean> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const host = env.npm_config_better_sqlite3_binary_host ?? RELEASES
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
