import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running Next project. */
export interface ServedProject {
  port: number
  /** Resolves when it has ended. */
  close(): Promise<unknown>
}

/**
 * Serves the Next project of a folder: compiled on request, or in production the output of `next build`.
 *
 * @param secret the webhook secret of its receiver
 */
export async function serveNextProject(
  folder: string,
  mode: 'development' | 'production',
  secret: string,
): Promise<ServedProject> {
  const child = spawn(process.execPath, ['serve.js'], {
    cwd: join(folder, 'next'),
    env: { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void child.kill('SIGKILL')
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))
  process.once('exit', kill)
  const close = () => {
    kill()
    return ended
  }
  // Read to the end, although only the first match is needed: a full pipe would block the process that writes to it.
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        const [, port] = /^listening on (\d+)$/.exec(line) ?? []
        if (port) resolve({ port: Number(port), close })
      })
      .on('close', () => reject(new Error('Next ended before it listened')))
  })
}
