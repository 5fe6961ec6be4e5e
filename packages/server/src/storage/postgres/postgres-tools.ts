import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'

/** The names that PostgreSQL's programs read their TLS settings from, by the parameter of the URL. */
const TLS = { sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' } as const
/** The end of a program's output that an error shows. */
const MAX_STDERR = 2_000

/** A program of PostgreSQL is missing, or too old for the server. */
export class ToolMissing extends Error {
  override readonly name = 'ToolMissing'
  constructor(
    message: string,
    /** False if the program is missing, true if it is too old. */
    readonly isInstalled: boolean,
  ) {
    super(message)
  }
}

export type Tool = 'pg_dump' | 'pg_restore'

/**
 * Runs a program of PostgreSQL on a database. User and password go through its environment, which other users of the
 * machine cannot read, as they can its arguments.
 *
 * @returns its output
 * @throws ToolMissing when it is not installed; Error with the end of its messages when it fails
 */
export async function runTool(tool: Tool, args: readonly string[], url?: string): Promise<string> {
  const env = { ...ownEnvironment(), ...(url === undefined ? {} : environmentOf(url)) }
  const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  try {
    return await outputOf(tool, child)
  } finally {
    process.off('exit', kill)
  }
}

/** @param serverVersion as `SHOW server_version_num` answers @throws ToolMissing when the program is older than the server */
export async function requireToolFor(tool: Tool, serverVersion: bigint): Promise<void> {
  const major = serverVersion / 10_000n
  const [version = ''] = /\d+(\.\d+)*/.exec(await runTool(tool, ['--version'])) ?? []
  if (parseInt(version, 10) >= major) return
  throw new ToolMissing(
    `${tool} ${version} is too old for PostgreSQL ${major}: install the client programs of version ${major}, for example with apt-get install postgresql-client-${major}`,
    true,
  )
}

async function outputOf(tool: Tool, child: ChildProcess): Promise<string> {
  const written = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.stderr = (written.stderr + text).slice(-MAX_STDERR)
  })
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null] // its documented arguments
    if (code === 0) return written.stdout
    throw new Error(`${tool} ended with ${code ?? signal}: ${written.stderr.trim()}`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new ToolMissing(
      `${tool} is not installed: run apt-get install postgresql-client, or add its folder to PATH`,
      false,
    )
  }
}

/** Leaves out the settings of the server, since PostgreSQL's programs need no master key. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MERCHANTPAY_')))

/** Returns the settings of a connection as the environment of PostgreSQL's programs. */
function environmentOf(url: string): Record<string, string> {
  const { host, port, user = '', database = '', password = '' } = new pg.Client({ connectionString: url })
  const parameters = new URL(url).searchParams
  // The driver's own name for TLS without a check of the certificate.
  const sslMode = parameters.get('sslmode') === 'no-verify' ? 'require' : parameters.get('sslmode')
  const tls = Object.entries(TLS).map(([name, variable]) => [variable, parameters.get(name)])
  const settings = [
    ['PGHOST', host],
    ['PGPORT', `${port}`],
    ['PGUSER', user],
    ['PGDATABASE', database],
    ['PGPASSWORD', typeof password === 'string' ? password : ''],
    ['PGSSLMODE', sslMode],
    ...tls,
  ]
  return Object.fromEntries(settings.filter(([, value]) => value !== null && value !== ''))
}
