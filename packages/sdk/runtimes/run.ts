import { CHECKS } from './checks.js'
import type { Kit } from './kit.js'

/** The longest time of a check, milliseconds. */
const LONGEST_MS = 20_000

/** How one check ended. */
interface Result {
  name: string
  /** The error; absent for a check that passed. */
  fault?: string
}

/** Runs all checks at once. */
export function runChecks(kit: Kit): Promise<Result[]> {
  return Promise.all(Object.entries(CHECKS).map(([name, check]) => run(name, check(kit))))
}

async function run(name: string, check: Promise<void>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), LONGEST_MS)
  })
  try {
    await Promise.race([check, late])
    return { name }
  } catch (error) {
    return { name, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
