/** A real nginx in front of servers, for tests. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../net/free-port.js'
import { spawnWatched } from './death-pipe.js'

const PROGRAM = '/usr/sbin/nginx'
const START_MS = 10_000
const RETRY_MS = 50

export interface Nginx {
  readonly url: string
  /** The last lines of its error log. */
  log(): string
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
      await fetch(`${url}/nginx`).then(
        () => true,
        () => false,
      )
    )
      return { url, log: () => said, stop: child.stop }
    if (performance.now() > deadline) throw new Error(`nginx did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/**
 * A request goes to the other server when one cannot be reached, breaks the connection or stops. nginx repeats a POST only
 * where `non_idempotent` allows it: on the paths whose requests carry an idempotency key. With `max_fails=0` no server
 * is left out after a failure, so one failure of the last server in use does not refuse all requests.
 */
const configOf = (folder: string, port: number, serverPorts: readonly number[]): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream merchantpay {
    ${serverPorts.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ')}
    keepalive 32;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_connect_timeout 2s;
    proxy_next_upstream error timeout http_503;
    location = /nginx { return 204; }
    location / { proxy_pass http://merchantpay; }
    location ~ ^/v1/(orders|app/orders|withdrawals)$ {
      proxy_next_upstream error timeout http_503 non_idempotent;
      proxy_pass http://merchantpay;
    }
  }
}
`
