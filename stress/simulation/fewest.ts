/**
 * Delta debugging: finds a small part of a list that still fails, of which no item can be left out alone.
 *
 * @param fails must hold for the whole list
 * @param atOnce calls of `fails` at the same time; the result does not depend on it
 */
export async function fewest<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => Promise<boolean>,
  atOnce: number,
): Promise<readonly Item[]> {
  if (await fails([])) return []
  let kept = items
  for (let count = 2; kept.length > 1; ) {
    const parts = split(kept, count)
    const rests = count === 2 ? [] : parts.map((part) => kept.filter((item) => !part.includes(item)))
    const next = await firstFound(
      [...parts, ...rests],
      async (some) => ((await fails(some)) ? some : undefined),
      atOnce,
    )
    if (next) {
      count = parts.includes(next) ? 2 : Math.max(count - 1, 2)
      kept = next
    } else if (count < kept.length) count = Math.min(count * 2, kept.length)
    else break
  }
  return kept
}

function split<Item>(items: readonly Item[], count: number): (readonly Item[])[] {
  const border = (at: number) => Math.round((at * items.length) / count)
  return Array.from({ length: count }, (_, at) => items.slice(border(at), border(at + 1)))
}

/**
 * Finds something by the first value that gives it.
 *
 * @param atOnce values that are tried at the same time; the result does not depend on it
 */
export async function firstFound<Value, Found>(
  values: readonly Value[],
  find: (value: Value) => Promise<Found | undefined>,
  atOnce: number,
): Promise<Found | undefined> {
  for (let at = 0; at < values.length; at += atOnce) {
    const found = await Promise.all(values.slice(at, at + atOnce).map(find))
    const first = found.find((each) => each !== undefined)
    if (first !== undefined) return first
  }
  return undefined
}
