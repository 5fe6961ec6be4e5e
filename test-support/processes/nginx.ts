/** A real nginx in front of servers, for tests. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/lib/run.js'
import { freePort } from '../net/free-port.js'
import { spawnWatched } from './death-pipe.js'

const PROGRAM = '/usr/sbin/nginx'
const START_MS = 10_000
const RETRY_MS = 50

export interface Nginx {
  readonly url: string
  /** The last lines of its error log. */
  log(): string
  /** Its configuration file. */
  readonly config: string
  stop(): Promise<void>
}

/**
 * Whether tests behind nginx must be skipped, because it is not installed.
 *
 * @throws Error when they must not be, because `TEST_NGINX` is `required`
 */
export function isNginxSkipped(): boolean {
  if (existsSync(PROGRAM)) return false
  const skipped = 'nginx is missing: the tests behind it are skipped'
  if (process.env.TEST_NGINX === 'required') throw new Error(skipped)
  process.stdout.write(`${skipped}\n`)
  return true
}

/** Starts nginx in front of servers on loopback. */
export async function startNginx(serverPorts: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-nginx-'))
  chmodSync(folder, 0o755) // workers of a root nginx run as another user
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, serverPorts))
  const child = spawnWatched({
    folder,
    prepare: 'true',
    command: [PROGRAM, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString('utf8')}`.slice(-2_000)
  })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = performance.now() + START_MS; ; ) {
    if (
      await fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      )
    )
      return { url, config: join(folder, 'nginx.conf'), log: () => said, stop: child.stop }
    if (performance.now() > deadline) throw new Error(`nginx did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** The shipped configuration, with these servers and a free port. */
function configOf(folder: string, port: number, serverPorts: readonly number[]): string {
  const servers = serverPorts.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')
  const upstream = shipped('upstream.conf').replace('include conf.d/merchantpay.servers;', servers)
  const server = shipped('merchantpay.conf').replaceAll('listen 80;', `listen 127.0.0.1:${port};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
access_log off;
${temporary.join('\n')}
${upstream}
${server}
}
`
}

const shipped = (name: string): string => readFileSync(join(root, 'deploy/nginx', name), 'utf8')
