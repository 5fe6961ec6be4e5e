const CONCURRENCY = 8
/** Failures after which the rest of the round is skipped. */
const MAX_FAILURES = 8

/** `stop` skips the items that have not started. */
type Outcome = 'done' | 'failed' | 'stop'

/** Calls `work` for each item, a few at a time, until `maxFailures` items failed or one call returned `stop`. */
export async function mapWithConcurrency<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
  maxFailures = MAX_FAILURES,
): Promise<void> {
  const queue = items.values()
  let failures = 0
  let isStopped = false
  const lane = async () => {
    for (const item of queue) {
      if (isStopped || failures >= maxFailures) return
      const outcome = await work(item)
      if (outcome === 'failed') failures += 1
      isStopped ||= outcome === 'stop'
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane))
}
