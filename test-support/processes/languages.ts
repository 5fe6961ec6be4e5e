/** Finds out which languages are installed, for tests of programs in them. */
import { spawnSync } from 'node:child_process'

export interface Needs {
  readonly name: string
  /** Commands that succeed where the tools are installed. */
  readonly needs: readonly string[]
}

/**
 * Returns the languages that are installed, and prints those that are not: their programs are neither run nor parsed.
 *
 * @throws Error when one is missing and `TEST_LANGUAGES` is `all`
 */
export function runnable<Kind extends Needs>(kinds: readonly Kind[]): Kind[] {
  return kinds.filter(({ name, needs }) => {
    const failed = needs.find((command) => spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status !== 0)
    if (failed === undefined) return true
    const skipped = `${name}: neither run nor parsed, because this command fails: ${failed}`
    if (process.env.TEST_LANGUAGES === 'all') throw new Error(skipped)
    process.stdout.write(`${skipped}\n`)
    return false
  })
}
