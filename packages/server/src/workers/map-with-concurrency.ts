const AT_ONCE = 8
/** Whoever gave so many no answer is left alone for the rest of the round. */
const FAILURES = 8

/** `enough`: nothing that follows is to be asked about now. */
type Answer = 'told' | 'silent' | 'enough'

/** Asks about each of them, a few at once, until too many get no answer, or one answer is that it is enough. */
export async function mapWithConcurrency<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
  mostFailures = FAILURES,
): Promise<void> {
  const queue = items.values()
  let failures = 0
  let isEnough = false
  const work = async () => {
    for (const item of queue) {
      if (isEnough || failures >= mostFailures) return
      const answer = await ask(item)
      if (answer === 'silent') failures += 1
      isEnough ||= answer === 'enough'
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
}
