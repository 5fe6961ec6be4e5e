import type { ConformanceTarget } from '../targets/target.js'

/** Lets time pass at the target, or waits for it. */
export async function pass({ advance }: ConformanceTarget, ms: number): Promise<void> {
  if (advance) await advance(ms)
  else await new Promise((resolve) => setTimeout(resolve, ms))
}
