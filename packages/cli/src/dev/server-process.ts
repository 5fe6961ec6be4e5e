import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Context } from '../context.js'
import { configuration } from '../failure.js'
import type { ServerPackage } from './server-package.js'

/** Longer than the 5 s in which the server lets webhook attempts end. */
const STOP_MS = 8_000
const WARN = 40

/**
 * Ends the server when its standard input closes, which the end of this process does in every case: a `dev` that is killed
 * cannot stop its server. Threads of the server run this too, and have another input.
 */
const END_WITH_PARENT = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM')).unref()`

/** A server that listens. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Resolves with its exit code when it ends. */
  readonly exited: Promise<number>
  /** Asks it to stop, and kills it if it takes too long. */
  stop(): Promise<void>
}

export interface ServerSettings {
  readonly port: number
  /** The folder of its data. */
  readonly folder: string
  readonly operatorToken: string
}

/** Starts the server and waits until it listens. @throws Failure with its last lines if it ends before */
export async function startServer(
  { env, output }: Context,
  { program }: ServerPackage,
  settings: ServerSettings,
): Promise<ServerProcess> {
  // A group of its own: Ctrl-C reaches this process only, which then asks the server once.
  const preload = `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`
  const child = spawn(process.execPath, ['--import', preload, program, 'serve'], {
    cwd: settings.folder,
    env: serverEnv(env, settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => {
      process.off('exit', kill)
      resolve(code ?? 1)
    })
  })
  const log = createWriteStream(join(settings.folder, 'server.log'), { flags: 'a', mode: 0o600 })
  let said = ''
  let address = ''
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`)
        said = `${said}${line}\n`.slice(-2_000)
        const { msg, url, level, reason } = readLine(line)
        if (msg === 'listening' && typeof url === 'string') {
          address = url
          resolve(url)
        } else if (typeof level === 'number' && level >= WARN)
          output.note(`server: ${msg}${reason === undefined ? '' : `: ${reason}, see ${address}/console`}`)
      })
  })
  const ended = exited.then(() => {
    throw configuration('server_ended', `the server ended before it listened\n${said.trim()}`)
  })
  return {
    url: await Promise.race([listening, ended]),
    pid: child.pid ?? Number.NaN, // a process that did not start has ended above
    exited,
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(kill, STOP_MS)
      await exited
      clearTimeout(impatience)
      log.end()
    },
  }
}

/** The settings of a server for one developer: sandbox networks only, receivers on this machine allowed. */
const settingsOf = ({ port, folder, operatorToken }: ServerSettings): Record<string, string> => ({
  MERCHANTPAY_HOST: '127.0.0.1',
  MERCHANTPAY_PORT: `${port}`,
  MERCHANTPAY_DATABASE_URL: `file:${join(folder, 'merchantpay.db')}`,
  MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
  MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8,::1/128',
  MERCHANTPAY_OPERATOR_TOKEN: operatorToken,
  MERCHANTPAY_MOVABLE_CLOCK: 'on',
  MERCHANTPAY_CONSOLE: 'on',
})

/** The environment of the server and of its commands. */
export const serverEnv = (env: Context['env'], settings: ServerSettings) => ({
  ...withoutSettings(env),
  ...settingsOf(settings),
})

/** Settings of another server must not reach this one: they could name live networks. */
const withoutSettings = (env: Context['env']) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MERCHANTPAY_')))

/** The fields of a line of the log that are read; an item of attention has a reason. */
function readLine(line: string): { msg?: unknown; url?: unknown; level?: unknown; reason?: unknown } {
  try {
    return JSON.parse(line) as object
  } catch {
    return {}
  }
}
