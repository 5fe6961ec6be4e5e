/**
 * A Redis server for the tests that need one: `TEST_REDIS_URL` names it, else the machine's `redis-server` is started and
 * ends with the test run.
 */
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../net/free-port.js'
import { spawnWatched } from '../processes/death-pipe.js'

export interface RedisServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a server, which accepts connections a moment later. On a machine without Redis it prints a line and returns
 * undefined, so that the other tests can run.
 *
 * @throws Error in a CI run without Redis, which must skip no test
 */
export async function startRedis(): Promise<RedisServer | undefined> {
  const { TEST_REDIS_URL, PATH = '', CI } = process.env
  if (TEST_REDIS_URL) return { url: TEST_REDIS_URL, stop: async () => undefined }
  const binary = PATH.split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((path) => existsSync(path))
  if (binary) return spawnRedis(binary)
  const cause = 'no TEST_REDIS_URL and no redis-server on the PATH'
  if (CI) throw new Error(cause)
  process.stdout.write(`redis tests skipped: ${cause}\n`)
  return undefined
}

async function spawnRedis(binary: string): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-redis-'))
  const port = await freePort()
  const settings = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'no' }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`])
  const child = spawnWatched({ folder, prepare: 'true', command: [binary, ...options] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  let isStopped = false
  void child.exited.then(() => {
    if (!isStopped) process.stderr.write(`Redis ended by itself: ${said}\n`)
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop() {
      isStopped = true
      return child.stop()
    },
  }
}
