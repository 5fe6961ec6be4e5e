import type { Store } from '../../packages/server/src/domain/store/store.js'
import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'

export const ENGINES = ['sqlite', 'postgres'] as const

/** Runs a read many times, and prints the median and the 99th percentile of its durations in ms. */
export async function measure(
  store: Store,
  what: string,
  runs: number,
  read: (tx: Tx, at: number) => Promise<unknown>,
): Promise<void> {
  const took: number[] = []
  for (let at = 0; at < runs; at += 1) {
    const begunAt = performance.now()
    await store.read((tx) => read(tx, at))
    took.push(performance.now() - begunAt)
  }
  took.sort((one, other) => one - other)
  const at = (part: number) => (took[Math.min(runs - 1, Math.floor(runs * part))] ?? Number.NaN).toFixed(2)
  console.log(`  ${at(0.5)} ${at(0.99)}  ${what}`)
}
