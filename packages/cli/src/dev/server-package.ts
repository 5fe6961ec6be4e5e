/** Finds the package of the server, and installs it where the folder has none. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from '../context.js'
import { configuration } from '../failure.js'
import { VERSION } from '../version.js'
import { DEV_FOLDER } from './dev-state.js'
import { missingBinary } from './sqlite-binary.js'

export interface ServerPackage {
  readonly folder: string
  readonly version: string
  /** The program that Node runs. */
  readonly program: string
}

/** npm runs scripts of these packages only; others have no need of one. */
const ALLOWED_SCRIPTS = { 'better-sqlite3': true }

/** The server of the folder, else the one in `.merchantpay/`, which is installed if it is missing. @throws Failure */
export async function serverPackage(context: Context): Promise<ServerPackage> {
  const own = findServer(context.cwd)
  if (own) return own
  const folder = join(context.cwd, DEV_FOLDER)
  const installed = findServer(folder)
  if (installed && !installed.folder.startsWith(join(folder, 'node_modules'))) return installed
  if (installed && !missingBinary(installed.folder, context.env) && isRight(installed, context))
    return installed
  await install(context, folder, installed)
  const found = findServer(folder)
  if (!found) throw configuration('server_missing', 'npm installed no @merchantpay/server')
  return found
}

/** Packages that the developer chose stay. Others follow the version of this command, which its server belongs to. */
const isRight = ({ version }: ServerPackage, { env }: Context): boolean =>
  version === VERSION || Boolean(env.MERCHANTPAY_SERVER_PACKAGE)

/** The server that a program in this folder would import. */
export function findServer(folder: string): ServerPackage | undefined {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve('@merchantpay/server/package.json')
    const { version, bin } = JSON.parse(readFileSync(file, 'utf8')) as {
      version: string
      bin: Record<string, string>
    }
    const program = join(dirname(file), bin['merchantpay-server'] ?? '')
    return { folder: dirname(file), version, program }
  } catch {
    return undefined
  }
}

async function install(
  context: Context,
  folder: string,
  installed: ServerPackage | undefined,
): Promise<void> {
  const { env, output } = context
  const packages = env.MERCHANTPAY_SERVER_PACKAGE?.split(' ').filter(Boolean) ?? [
    `@merchantpay/server@${VERSION}`,
  ]
  const reason = installed
    ? `${DEV_FOLDER}/ has @merchantpay/server ${installed.version}`
    : 'this folder has no @merchantpay/server'
  output.note(`${reason}: installing ${packages.join(' ')} in ${DEV_FOLDER}/`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest))
    writeFileSync(manifest, `${JSON.stringify({ private: true, allowScripts: ALLOWED_SCRIPTS }, null, 2)}\n`)
  // The scripts run afterwards, so that the line about a compilation comes before it.
  await npm(context, folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  const missing = missingBinary(findServer(folder)?.folder ?? folder, env)
  if (!missing) return
  if (!(await missing.canBeFetched(context.signal)))
    output.note(
      `no binary of the SQLite driver fits Node ${process.version} on ${process.platform}-${process.arch}, so npm compiles it now: that needs Python 3, make and a C++ compiler and takes about two minutes`,
    )
  await npm(context, folder, ['rebuild', 'better-sqlite3'])
  if (missingBinary(findServer(folder)?.folder ?? folder, env))
    throw configuration(
      'sqlite_module',
      `the SQLite driver was not built: install Python 3, make and a C++ compiler, then run npm rebuild better-sqlite3 in ${DEV_FOLDER}/`,
    )
}

/** @throws Failure with the last lines that npm wrote */
async function npm({ env, signal }: Context, folder: string, args: readonly string[]): Promise<void> {
  const isWindows = process.platform === 'win32'
  const child = spawn('npm', args, { cwd: folder, env: { ...env }, signal, shell: isWindows })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(configuration('npm_missing', 'npm cannot be started: install it with Node')),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw configuration('install_failed', `npm ${args[0]} failed\n${said.trim()}`)
}
