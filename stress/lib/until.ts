const TIMEOUT_MS = 360_000
const POLL_MS = 300

/** Waits until a state is reached. @throws Error that names it, after six minutes */
export async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await pause(POLL_MS))
    if (await isReached()) return
  throw new Error(`timed out: ${what}`)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
