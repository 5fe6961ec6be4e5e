import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnWatched, UNPRIVILEGED, type WatchedChild } from '../../processes/death-pipe.js'

/** Starts a program of a cluster with a folder of its own. */
export type RunProgram = (
  command: readonly [string, ...string[]],
  env?: Readonly<Record<string, string>>,
) => WatchedChild

/** @param folder holds the folders of the programs */
export const runProgramIn =
  (folder: string): RunProgram =>
  (command, env = {}) =>
    spawnWatched({
      folder: madeFolder(join(folder, 'run-')),
      prepare: 'true',
      stopWith: 'TERM',
      command,
      env,
      userId: UNPRIVILEGED,
    })

/** A program that writes its number to a file first, for signals. */
export const numbered = (pidFile: string, ...command: string[]): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  'echo $$ >"$1"; shift; exec "$@"',
  'sh',
  pidFile,
  ...command,
]

/** Makes a folder that the programs may write to. */
export function madeFolder(prefix: string): string {
  const folder = mkdtempSync(prefix)
  if (UNPRIVILEGED !== undefined) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED)
  return folder
}

/** Sends a signal to the process whose number is the first line of a file. It may have ended, and its file with it. */
export function signal(file: string, name: NodeJS.Signals): void {
  try {
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), name)
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
