import { spawnSync } from 'node:child_process'

/**
 * Returns whether a program of the machine can be run, by a call that prints its version.
 *
 * @throws Error in CI, which installs it
 */
export function hasProgram(name: string, versionFlag: string): boolean {
  if (spawnSync(name, [versionFlag]).error === undefined) return true
  const skipped = `skipped: ${name} is not installed`
  if (process.env.CI !== undefined) throw new Error(skipped)
  console.log(skipped)
  return false
}
