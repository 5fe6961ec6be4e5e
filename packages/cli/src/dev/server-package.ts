/** Finds the package of the server, and installs it where the folder has none. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from '../context.js'
import { configuration } from '../failure.js'
import { VERSION } from '../version.js'
import { DEV_FOLDER } from './dev-state.js'
import { npmFailure } from './npm-failure.js'
import { canFetchBinary, driverFault, driverFolder } from './sqlite-driver.js'

export interface ServerPackage {
  readonly folder: string
  readonly version: string
  /** The program that Node runs. */
  readonly program: string
}

/** npm runs scripts of these packages only; others have no need of one. */
const ALLOWED_SCRIPTS = { 'better-sqlite3': true }
/** node-gyp writes this when it cannot fetch what a compilation needs of Node. */
const HEADERS_MISSING = /is related to network connectivity|got an error, rolling back install/

/** The server of the folder, else the one in `.merchantpay/`, which is installed if it is missing. @throws Failure */
export async function serverPackage(context: Context): Promise<ServerPackage> {
  const own = findServer(context.cwd)
  if (own) return own
  const folder = join(context.cwd, DEV_FOLDER)
  const installed = findServer(folder)
  if (installed && !installed.folder.startsWith(join(folder, 'node_modules'))) return installed
  const reason = await reasonToInstall(context, installed)
  if (installed && reason === undefined) return installed
  await install(context, folder, `${reason}`)
  const found = findServer(folder)
  if (!found) throw configuration('server_missing', 'npm installed no @merchantpay/server')
  await buildDriver(context, folder, driverFolder(found.folder))
  return found
}

/** Packages that the developer chose stay. Others follow the version of this command, which its server belongs to. */
const isRight = ({ version }: ServerPackage, { env }: Context): boolean =>
  version === VERSION || Boolean(env.MERCHANTPAY_SERVER_PACKAGE)

/** The server that a program in this folder would import. */
function findServer(folder: string): ServerPackage | undefined {
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

/** The server that `dev` would run without an installation. */
export const installedServer = (cwd: string): ServerPackage | undefined =>
  findServer(cwd) ?? findServer(join(cwd, DEV_FOLDER))

/** Why the server in `.merchantpay/` cannot be used, undefined where it can. */
async function reasonToInstall(
  context: Context,
  installed: ServerPackage | undefined,
): Promise<string | undefined> {
  if (!installed) return 'this folder has no @merchantpay/server'
  if (!isRight(installed, context)) return `${DEV_FOLDER}/ has @merchantpay/server ${installed.version}`
  const driver = driverFolder(installed.folder)
  const fault = driver === undefined ? 'it is missing' : await driverFault(driver)
  return fault === undefined ? undefined : `the SQLite driver in ${DEV_FOLDER}/ cannot be used (${fault})`
}

/** @param reason shown before */
async function install(context: Context, folder: string, reason: string): Promise<void> {
  const { env, output } = context
  const packages = env.MERCHANTPAY_SERVER_PACKAGE?.split(' ').filter(Boolean) ?? [
    `@merchantpay/server@${VERSION}`,
  ]
  output.note(`${reason}: installing ${packages.join(' ')} in ${DEV_FOLDER}/`)
  // A driver that another Node installed may have no binary for this one: npm chooses its version again.
  for (const each of ['node_modules', 'package-lock.json'])
    rmSync(join(folder, each), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest))
    writeFileSync(manifest, `${JSON.stringify({ private: true, allowScripts: ALLOWED_SCRIPTS }, null, 2)}\n`)
  // The scripts run afterwards, so that the line about a compilation comes before it.
  const { code, said } = await npm(context, folder, [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...packages,
  ])
  if (code !== 0) throw configuration('install_failed', npmFailure(said))
}

/** Gives the driver the binary that its package lacks for this machine. @throws Failure */
async function buildDriver(context: Context, folder: string, driver: string | undefined): Promise<void> {
  const { env, output, signal } = context
  if (driver === undefined) throw configuration('sqlite_module', 'npm installed no better-sqlite3')
  const isForced = env.npm_config_build_from_source === 'true'
  if (!isForced && (await driverFault(driver)) === undefined) return
  if (isForced || !(await canFetchBinary(driver, env, signal)))
    output.note(
      `${isForced ? 'npm is told to compile the SQLite driver' : `no binary of the SQLite driver fits Node ${process.version} on ${process.platform}-${process.arch}, so npm compiles it now`}: that needs Python 3, make and a C++ compiler and takes about two minutes`,
    )
  // Without force_build a driver that brings a fitting binary compiles none.
  const forced = isForced ? { npm_config_force_build: '1' } : {}
  const { code, said } = await npm({ env: { ...env, ...forced }, signal }, folder, [
    'rebuild',
    'better-sqlite3',
  ])
  const fault = code === 0 ? await driverFault(driver) : said.slice(-SHOWN_CHARACTERS)
  if (fault === undefined) return
  const cure = HEADERS_MISSING.test(said)
    ? "Node's headers could not be downloaded: set npm_config_nodedir to the folder of a Node with include/node"
    : `the SQLite driver was not built: install Python 3, make and a C++ compiler, then run npm rebuild better-sqlite3 in ${DEV_FOLDER}/\n${fault}`
  throw configuration('sqlite_module', cure)
}

/** How much of a failed compilation is shown. */
const SHOWN_CHARACTERS = 2_000
/** Enough for the first line of an error of npm and its stack. */
const SAID_CHARACTERS = 8_000

interface Ended {
  readonly code: number | null
  /** The last lines that npm wrote. */
  readonly said: string
}

/** @throws Failure when npm cannot be started */
async function npm(
  { env, signal }: Pick<Context, 'env' | 'signal'>,
  folder: string,
  args: readonly string[],
): Promise<Ended> {
  const isWindows = process.platform === 'win32'
  const child = spawn('npm', args, { cwd: folder, env: { ...env }, signal, shell: isWindows })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-SAID_CHARACTERS)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(configuration('npm_missing', 'npm cannot be started: install it with Node')),
    )
    child.once('close', resolve)
  })
  return { code, said: said.trim() }
}
