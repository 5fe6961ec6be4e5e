import type { Received } from './peer.js'

/** Ten times what a quiet machine is held to, milliseconds. */
const CLOSED_MS = 500
/** Turns of the event loop after which the other end has seen a close, also on a machine that stalls. */
const CLOSED_TURNS = 1_000

/** Waits until a condition that depends on a socket holds. */
export async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** Holds the connections of requests to be closed by now. @throws Error when one is still open after that */
export async function requireClosed(requests: readonly Received[]): Promise<void> {
  const latest = performance.now() + CLOSED_MS
  const countOpen = () => requests.filter(({ closedAt }) => closedAt === undefined).length
  let turns = 0
  await until(() => {
    if (performance.now() > latest) turns += 1
    return countOpen() === 0 || turns > CLOSED_TURNS
  })
  const { length } = requests
  if (length === 0 || countOpen() > 0) throw new Error(`${countOpen()} of ${length} connections stay open`)
}

/** A `fetch` that keeps its answers, so that one sees how far their reading has come. */
export function keepAnswers(): { fetch: typeof globalThis.fetch; answers: Response[] } {
  const answers: Response[] = []
  const fetch: typeof globalThis.fetch = async (...args) => {
    const answer = await globalThis.fetch(...args)
    answers.push(answer)
    return answer
  }
  return { fetch, answers }
}
