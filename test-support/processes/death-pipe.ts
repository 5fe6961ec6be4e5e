/**
 * Services that tests start must go when the test run goes, however it goes: no handler of ours runs after SIGKILL.
 * So a shell stands between, reading from a pipe that only this process holds. When the pipe closes, the shell ends the
 * service and removes its folder.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/**
 * `$PREPARE` runs first, to its end. The signal is repeated, because one that comes before the service listens to it is
 * lost.
 */
const WATCH = `
trap : INT TERM HUP
$PREPARE >/dev/null || exit
"$@" & child=$!
cat >/dev/null
(while kill -INT $child 2>/dev/null; do sleep 0.2; done) &
wait $child
rm -rf "$HOME"
`

export interface Service {
  /** Its folder: removed when it ends. */
  readonly folder: string
  /** A command without blanks inside its words, run before the service. */
  readonly prepare: string
  readonly command: readonly [string, ...string[]]
  /** What it needs of an environment besides the PATH. */
  readonly env?: Readonly<Record<string, string>>
  /** Who it runs as, where this process may choose. */
  readonly userId?: number | undefined
}

export interface WatchedChild {
  readonly stderr: NonNullable<ChildProcess['stderr']>
  readonly exited: Promise<void>
  /** Closes the pipe and waits until service and folder are gone. */
  stop(): Promise<void>
}

export function spawnWatched({ folder, prepare, command, env, userId }: Service): WatchedChild {
  const child = spawn('/bin/sh', ['-c', WATCH, 'sh', ...command], {
    cwd: folder,
    env: { ...env, PATH: process.env.PATH, HOME: folder, PREPARE: prepare, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // A signal to our group is ours alone.
    detached: true,
    ...(userId === undefined ? {} : { uid: userId, gid: userId }),
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => undefined)
  return {
    stderr: child.stderr,
    exited,
    stop() {
      child.stdin.end()
      return exited
    },
  }
}
