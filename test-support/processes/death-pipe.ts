/**
 * Services of a test run must end with it, even after SIGKILL, when no handler of the run can act. So each service has a
 * shell as its parent, which reads from a pipe that only the test run holds. When the pipe closes, the shell ends the service
 * and removes its folder.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/** The unprivileged user of Debian, for programs that refuse to run as root; undefined where this process may not choose. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? 65_534 : undefined

/**
 * `$PREPARE` runs first, to its end. The signal is repeated, because it is lost until the service handles it.
 */
const WATCH = `
trap : INT TERM HUP
$PREPARE >/dev/null || exit
"$@" & child=$!
cat >/dev/null
(while kill -$STOP $child 2>/dev/null; do sleep 0.2; done) &
wait $child
rm -rf "$HOME"
`

export interface Service {
  /** The folder of the service, removed when it ends. */
  readonly folder: string
  /** A command that runs before the service; its words contain no spaces. */
  readonly prepare: string
  readonly command: readonly [string, ...string[]]
  /** Its environment, besides PATH. */
  readonly env?: Readonly<Record<string, string>>
  /** The signal that ends it in order; SIGINT by default, which a shell makes programs ignore that set no handler. */
  readonly stopWith?: 'INT' | 'TERM'
  /** The user of the service, if this process may choose. */
  readonly userId?: number | undefined
}

export interface WatchedChild {
  readonly stderr: NonNullable<ChildProcess['stderr']>
  readonly exited: Promise<void>
  /** Closes the pipe and waits until the service and the folder are gone. */
  stop(): Promise<void>
}

export function spawnWatched({
  folder,
  prepare,
  command,
  env,
  userId,
  stopWith = 'INT',
}: Service): WatchedChild {
  const child = spawn('/bin/sh', ['-c', WATCH, 'sh', ...command], {
    cwd: folder,
    env: { ...env, PATH: process.env.PATH, HOME: folder, PREPARE: prepare, STOP: stopWith, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own, so that signals to ours do not reach it.
    detached: true,
    ...(userId === undefined ? {} : { uid: userId, gid: userId }),
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => undefined)
  // A service whose output is not read would stand still once the pipe is full. Listeners still get all of it.
  child.stderr.resume()
  return {
    stderr: child.stderr,
    exited,
    stop() {
      child.stdin.end()
      return exited
    },
  }
}
