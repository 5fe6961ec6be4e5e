import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test-support/net/free-port.js'
import { root } from '../../tools/lib/run.js'

const START_MS = 10_000
const RETRY_MS = 50

export interface Nginx {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts nginx in front of servers, with the files of `deploy/nginx`: only the port and the servers are replaced.
 *
 * @throws Error when nginx is missing or refuses the files
 */
export async function startNginx(servers: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, servers))
  mkdirSync(join(folder, 'temp'))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const child = spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`nginx ended with ${code}`)))
  })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([answers(url), ended])
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended.catch(() => undefined)
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(folder: string, port: number, servers: readonly string[]): string {
  const shipped = (name: string) => readFileSync(join(root, 'deploy/nginx', name), 'utf8')
  const hosts = servers.map((server) => new URL(server).host)
  const upstream = shipped('upstream.conf').replaceAll(/server server-(\d+):8080/g, (line, number) => {
    const host = hosts[Number(number) - 1]
    if (host === undefined) throw new Error(`no server for ${line}`)
    return `server ${host}`
  })
  const site = shipped('merchantpay.conf').replace(/^ {2}listen 80;$/m, `  listen 127.0.0.1:${port};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, 'temp', kind)};`)
    .join('\n')
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events { worker_connections 4096; }
http {
access_log off;
${temporary}
${upstream}
${site}
}
`
}

async function answers(url: string): Promise<void> {
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; ) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(RETRY_MS)
  }
  throw new Error('no server answered behind nginx in time')
}
