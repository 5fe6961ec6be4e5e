/** How a server counts requests: it opens a window with the first one, by its own clock, or looks back from each. */
export const COUNTING = ['anchored', 'aligned', 'sliding'] as const
export type Counting = (typeof COUNTING)[number]

const LIMIT = 60
export const WINDOW_MS = 60_000

/**
 * Makes a function that decides whether a request is within the limit.
 *
 * @param originAt where the windows of the clock begin, milliseconds
 * @returns asked with the time of each request in turn, milliseconds
 */
export function createCounter(counting: Counting, originAt: number): (now: number) => boolean {
  let counted: number[] = []
  const startOfWindow = (now: number): number => {
    if (counting === 'sliding') return now - WINDOW_MS
    if (counting === 'aligned') return now - ((now - originAt) % WINDOW_MS)
    const [first = now] = counted
    return first <= now - WINDOW_MS ? now : first
  }
  return (now) => {
    const start = startOfWindow(now)
    counted = counted.filter((at) => (counting === 'sliding' ? at > start : at >= start))
    if (counted.length >= LIMIT) return false
    counted.push(now)
    return true
  }
}
