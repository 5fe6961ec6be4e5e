import { onTestFinished } from 'vitest'
import { launchServer, type ServerProcess } from '../../../../../test-support/processes/sandbox-server.js'

export interface Child extends ServerProcess {
  readonly url: string
  /** The log so far. */
  log(): string
}

/**
 * Starts the built server as a separate process and waits until it listens.
 *
 * @param nodeArgs e.g. `--import` and a preload
 */
export async function startChild(env: Record<string, string>, nodeArgs: string[] = []): Promise<Child> {
  const lines: string[] = []
  const base = { PATH: process.env.PATH, MERCHANTPAY_PORT: '0', MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0' }
  const server = launchServer({ ...base, ...env }, (line) => lines.push(line), nodeArgs)
  onTestFinished(() => server.signal('SIGKILL'))
  return { ...server, url: await server.listening, log: () => lines.join('\n') }
}
