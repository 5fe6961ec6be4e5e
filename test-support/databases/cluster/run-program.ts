import { chownSync, mkdtempSync } from 'node:fs'
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
