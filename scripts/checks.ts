/** Runs checks one after another: a line each with its time, and at the very end what the failing ones said. */
import type { RunResult } from './run.js'

export interface Check {
  name: string
  /** A check that throws has failed, and the others still run. */
  run(): Promise<Pick<RunResult, 'code' | 'output'>>
  /** True for a check whose last line of output sums it up: a good one is shown with it. */
  isSummed?: boolean
}

/** @returns the exit code: 1 when a check fails */
export async function runChecks(checks: readonly Check[], say = console.log): Promise<0 | 1> {
  const failures: { name: string; output: string }[] = []
  for (const { name, run, isSummed = false } of checks) {
    const started = performance.now()
    const { code, output } = await run().catch((error: unknown) => ({ code: 1, output: String(error) }))
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5)
    const isGood = code === 0
    const sum = isGood && isSummed ? `: ${output.trimEnd().split('\n').at(-1)}` : ''
    say(`${seconds} s  ${isGood ? 'ok    ' : 'FAILED'}  ${name}${sum}`)
    if (!isGood) failures.push({ name, output: `${output.trimEnd()}\nexited with ${code}` })
  }
  for (const { name, output } of failures) say(`\n${name}\n${output}`)
  if (failures.length === 0) return 0
  say(`\n${failures.length} failed: ${failures.map((one) => one.name).join(', ')}`)
  return 1
}
