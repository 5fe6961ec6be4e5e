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
    const next = await firstThat([...parts, ...rests], fails, atOnce)
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

async function firstThat<Value>(
  values: readonly Value[],
  holds: (value: Value) => Promise<boolean>,
  atOnce: number,
): Promise<Value | undefined> {
  for (let at = 0; at < values.length; at += atOnce) {
    const some = values.slice(at, at + atOnce)
    const held = await Promise.all(some.map(holds))
    const found = some[held.indexOf(true)]
    if (found) return found
  }
  return undefined
}
