import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RunningShop {
  /** The signal or code that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>
  kill(): Promise<unknown>
}

/** Starts the shop of a folder. @throws Error when it ends before it listens */
export async function startShop(folder: string, env: Readonly<Record<string, string>>): Promise<RunningShop> {
  const child = spawn(process.execPath, ['shop.js'], {
    cwd: folder,
    env: { ...process.env, VENDURE_DISABLE_TELEMETRY: 'true', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill)
    return (signal ?? code) as number | NodeJS.Signals | null // of the event
  })
  const printed: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line)
      if (line.startsWith('listening')) resolve()
    })
    void exited.then((end) => reject(new Error(`the shop ended with ${end}\n${printed.join('\n')}`)))
  })
  return {
    exited,
    kill() {
      kill()
      return exited
    },
  }
}
