/** Starts the built server on its sandbox networks, in a temporary folder and on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './run.js'

export interface Sandbox {
  url: string
  stop(): Promise<void>
}

interface Registered {
  api_key: { key_id: string; secret: string }
  webhook_secret: string
}

export async function startSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-sandbox-'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MERCHANTPAY_'))
  const server = spawn(process.execPath, [join(root, 'packages/server/dist/cli.js'), 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...Object.fromEntries(inherited),
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_DATABASE_URL: `file:${folder}/fences.db`,
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
    },
  })
  process.once('exit', () => server.kill())
  const stop = async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { url: await listeningUrl(server), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads the server's log up to the line that says where it listens, and drains the rest. */
async function listeningUrl(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the server has no standard output')
  const lines = createInterface({ input: server.stdout })
  return new Promise((resolve, reject) => {
    const seen: string[] = []
    lines.on('line', (line) => {
      seen.push(line)
      const entry = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {}
      if (entry.msg === 'listening' && entry.url !== undefined) resolve(entry.url)
    })
    lines.once('close', () => reject(new Error(`the server ended before it listened:\n${seen.join('\n')}`)))
  })
}

/** Registers a merchant and returns the environment in which a merchant's program expects to run. */
export async function merchantEnvironment(url: string, name: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: 'docs@example.com', platform_user_id: name }),
  })
  if (response.status !== 201)
    throw new Error(`registration answered ${response.status}: ${await response.text()}`)
  const { api_key, webhook_secret } = (await response.json()) as Registered
  return {
    MERCHANTPAY_BASE_URL: url,
    MERCHANTPAY_KEY_ID: api_key.key_id,
    MERCHANTPAY_SECRET: api_key.secret,
    WEBHOOK_SECRET: webhook_secret,
  }
}
