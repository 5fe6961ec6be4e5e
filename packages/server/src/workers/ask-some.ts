const AT_ONCE = 8
/** Whoever gave so many no answer is left alone for the rest of the round. */
const FAILURES = 8

/** Asks about each of them, a few at once, until too many get no answer. @param ask says whether there was one */
export async function askSome<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<boolean>,
): Promise<void> {
  const queue = items.values()
  let failures = 0
  const work = async () => {
    for (const item of queue) {
      if (failures >= FAILURES) return
      if (!(await ask(item))) failures += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
}
