import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { CLI } from './operator.js'

const START_DEADLINE_MS = 15_000

/** The built server as a process of its own. */
export class ServerProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts `serve` and waits for the log line that carries its URL. @param nodeArgs e.g. `--import` and a preload */
  static async start(env: Record<string, string>, nodeArgs: string[] = []): Promise<ServerProcess> {
    const child = spawn(process.execPath, [...nodeArgs, CLI, 'serve'], {
      env: {
        PATH: process.env.PATH,
        MERCHANTPAY_PORT: '0',
        MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return new ServerProcess(child, await listeningUrl(child))
  }

  async exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
    return { code: this.child.exitCode, signal: this.child.signalCode }
  }
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE_MS)
  try {
    if (!child.stdout) throw new Error('the server has no output')
    for await (const line of createInterface({ input: child.stdout })) {
      const entry: { msg?: string; url?: string } = JSON.parse(line)
      if (entry.msg === 'listening' && entry.url !== undefined) return entry.url
    }
    throw new Error('the server ended before it listened')
  } finally {
    clearTimeout(timer)
    child.stdout?.resume()
  }
}
