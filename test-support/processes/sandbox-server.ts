/**
 * The built server as a child process, for the demo, the start program and tests: on its sandbox networks, with a
 * temporary folder, a temporary certificate for webhook receivers, and a limit on every wait.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../tools/lib/run.js'
import { type Certificate, makeCertificate } from '../net/certificate.js'

const START_MS = 30_000
/** Longer than the 5 s in which the server lets webhook attempts end. */
const STOP_MS = 8_000

const BUILT_SERVER = [join(root, 'packages/server/dist/cli.js'), 'serve']

/** A server child process. */
export interface ServerProcess {
  pid: number
  /** Its URL, once it listens. Rejects when it ends before or does not listen in time. */
  listening: Promise<string>
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  signal(name: NodeJS.Signals): void
  /** Asks it to stop, and kills it if it takes too long. */
  stop(): Promise<void>
}

/** A server for one demo or test. */
export interface Sandbox {
  url: string
  pid: number
  /** The folder of its files, removed on stop. */
  folder: string
  /** For an HTTPS receiver on 127.0.0.1. Only this server trusts it. */
  certificate: Certificate
  /** The server's exit code or the signal that ended it, once it ended. */
  exited: Promise<number | NodeJS.Signals>
  stop(): Promise<void>
}

/** The environment of a merchant's program. */
export interface MerchantEnvironment extends Record<string, string> {
  MERCHANTPAY_BASE_URL: string
  MERCHANTPAY_KEY_ID: string
  MERCHANTPAY_SECRET: string
  WEBHOOK_SECRET: string
}

interface Registered {
  api_key: { key_id: string; secret: string }
  webhook_secret: string
}

/**
 * Starts the built server with exactly this environment and passes every line of its log to `onLine`. The server gets a
 * process group of its own, so that Ctrl-C in the terminal reaches this process only, which then signals the server once.
 */
export function launchServer(
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => {},
  nodeArgs: readonly string[] = [],
  program: readonly string[] = BUILT_SERVER,
): ServerProcess {
  const child = spawn(process.execPath, [...nodeArgs, ...program], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', kill)
      resolve(signal ?? code ?? 1)
    })
  })
  const url = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line)
      const found = listeningUrl(line)
      if (found !== undefined) resolve(found)
    })
  })
  const ended = exited.then((code) => {
    throw new Error(`the server ended with ${code} before it listened`)
  })
  return {
    pid: child.pid ?? Number.NaN, // without a process it never listens
    listening: withDeadline(
      Promise.race([url, ended]),
      START_MS,
      'a log line that says where the server listens',
    ),
    exited,
    signal: (name) => child.kill(name),
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(kill, STOP_MS)
      await exited
      clearTimeout(impatience)
    },
  }
}

/** Starts a server on an empty database. `env` adds or replaces settings; those of this process's environment are left out. */
export async function startSandbox(
  env: Record<string, string> = {},
  program: readonly string[] = BUILT_SERVER,
): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-'))
  const launched: ServerProcess[] = []
  const stop = async () => {
    for (const server of launched) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const certificate = await makeCertificate()
    const caFile = join(folder, 'receiver.pem')
    await writeFile(caFile, certificate.cert)
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MERCHANTPAY_'))
    const settings = {
      ...Object.fromEntries(inherited),
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db`,
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
      MERCHANTPAY_SANDBOX_BLOCK_MS: '400',
      MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      MERCHANTPAY_WEBHOOK_CA_FILE: caFile,
      ...env,
    }
    const server = launchServer(settings, () => undefined, [], program)
    launched.push(server)
    return { url: await server.listening, pid: server.pid, folder, certificate, exited: server.exited, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Registers a merchant. `name` is also its user id, so it must be new to the server. */
export async function merchantEnvironment(
  url: string,
  name: string,
  registrationToken = '',
): Promise<MerchantEnvironment> {
  const response = await fetch(`${url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-registration-token': registrationToken },
    body: JSON.stringify({ name, email: 'sandbox@example.com', platform_user_id: name }),
    signal: AbortSignal.timeout(START_MS),
  })
  if (response.status !== 201) {
    throw new Error(`registering a merchant answered ${response.status}: ${await response.text()}`)
  }
  const { api_key, webhook_secret } = (await response.json()) as Registered // as in the contract
  return {
    MERCHANTPAY_BASE_URL: url,
    MERCHANTPAY_KEY_ID: api_key.key_id,
    MERCHANTPAY_SECRET: api_key.secret,
    WEBHOOK_SECRET: webhook_secret,
  }
}

/** Limits the time of a promise. @throws Error with the expected result */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  ms: number,
  expected: string,
): Promise<Value> {
  const ended = new AbortController()
  const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`expected ${expected} within ${ms / 1000} s`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    ended.abort()
  }
}

function listeningUrl(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  const { msg, url } = JSON.parse(line) as { msg?: unknown; url?: unknown } // a log line of the server
  return msg === 'listening' && typeof url === 'string' ? url : undefined
}
