/** Runs checks. Prints a line with the time of each, and at the end the output of those that failed. */
import type { RunResult } from '../lib/run.js'

export interface Check {
  name: string
  /** A check that throws has failed; the others still run. */
  run(): Promise<Pick<RunResult, 'code' | 'output'>>
  /** True for a check whose last line of output is a summary, which is printed when it succeeds. */
  isSummed?: boolean
}

interface Options {
  readonly say?: (line: string) => void
  /** How many checks run at the same time. */
  readonly atOnce?: number
}

/** Starts the checks in their order. @returns the exit code: 1 when a check fails */
export async function runChecks(
  checks: readonly Check[],
  { say = console.log, atOnce = 1 }: Options = {},
): Promise<0 | 1> {
  const waiting = [...checks]
  const outputs = new Map<Check, string>()
  const runNext = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { code, output } = await runOne(check, say)
      if (code !== 0) outputs.set(check, `${output.trimEnd()}\nexited with ${code}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  const failed = checks.filter((check) => outputs.has(check))
  for (const check of failed) say(`\n${check.name}\n${outputs.get(check)}`)
  if (failed.length === 0) return 0
  say(`\n${failed.length} failed: ${failed.map(({ name }) => name).join(', ')}`)
  return 1
}

async function runOne({ name, run, isSummed = false }: Check, say: (line: string) => void) {
  const started = performance.now()
  const { code, output } = await run().catch((error: unknown) => ({ code: 1, output: String(error) }))
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5)
  const sum = code === 0 && isSummed ? `: ${output.trimEnd().split('\n').at(-1)}` : ''
  say(`${seconds} s  ${code === 0 ? 'ok    ' : 'FAILED'}  ${name}${sum}`)
  return { code, output }
}
