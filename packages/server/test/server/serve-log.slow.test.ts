import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'

const STARTS_IN_MS = 15_000
const STOPS_IN_MS = 12_000
const ONE_PAGE = Buffer.alloc(4_096, '\n')
/** Preload that throws an uncaught error on this signal. */
const BUG_ON_SIGNAL = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('planted')})`

/** A full pipe without a reader. */
function fullPipe(): number {
  const path = `${temporaryFolder()}/pipe`
  execFileSync('mkfifo', [path])
  const filler = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  expect(() => {
    for (;;) writeSync(filler, ONE_PAGE)
  }).toThrow('EAGAIN')
  const end = openSync(path, constants.O_RDWR)
  closeSync(filler)
  return end
}

/** Starts the server with its standard output at a file descriptor. */
class Logging {
  readonly exited: Promise<number | NodeJS.Signals | null>

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    this.exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  }

  static async start(standardOutput: number, settings: Record<string, string> = {}): Promise<Logging> {
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      MERCHANTPAY_PORT: `${port}`,
      MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
      MERCHANTPAY_LOG_LEVEL: 'debug',
      ...settings,
    }
    const child = spawn(process.execPath, ['--import', BUG_ON_SIGNAL, CLI, 'serve'], {
      env,
      stdio: ['ignore', standardOutput, 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const server = new Logging(child, `http://127.0.0.1:${port}`)
    await vi.waitUntil(() => server.isHealthy(), { timeout: STARTS_IN_MS, interval: 100 })
    return server
  }

  async isHealthy(): Promise<boolean> {
    const signal = AbortSignal.timeout(5_000)
    const answer = await fetch(`${this.url}/healthz`, { signal }).catch(() => undefined)
    return answer?.ok ?? false
  }

  /** Returns how the process ended, or that it did not end in time. */
  endAfter(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.child.kill(signal)
    const impatience = new Promise<never>((_resolve, reject) =>
      setTimeout(
        () => reject(new Error(`still runs ${STOPS_IN_MS} ms after ${signal}`)),
        STOPS_IN_MS,
      ).unref(),
    )
    return Promise.race([this.exited, impatience])
  }
}

describe('serve, when its log cannot be written', () => {
  const outputs: [name: string, open: () => number][] = [
    ['a full disk', () => openSync('/dev/full', 'w')],
    ['a pipe that nothing reads', fullPipe],
  ]

  it.each(outputs)(
    'starts, answers and stops on SIGTERM with exit code 0: %s',
    async (_name, open) => {
      const server = await Logging.start(open())
      expect(await server.isHealthy()).toBe(true)
      expect(await server.endAfter('SIGTERM')).toBe(0)
    },
    40_000,
  )

  it.each(outputs)(
    'exits with 70 on a bug: %s',
    async (_name, open) => {
      const server = await Logging.start(open())
      expect(await server.endAfter('SIGUSR2')).toBe(70)
    },
    40_000,
  )
})

describe('a command whose output cannot be written', () => {
  it('reports it and exits with 1', () => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'config', 'print'], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('the output could not be written: ENOSPC')])
  })
})
