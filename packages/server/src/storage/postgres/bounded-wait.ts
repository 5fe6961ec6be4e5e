import { Unavailable } from '../../domain/store/store.js'

/** The longest wait for an answer. */
const WAIT_MS = 250
/** After a failure nothing is asked for this long, so that a dead database costs one wait and not one per call. */
const REST_MS = 1_000

/** Runs statements that a request waits for but does not depend on. */
export class BoundedWait {
  private restsUntil = 0

  /** @throws Unavailable after a failure, or without an answer in time */
  async run<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now()
    if (now < this.restsUntil) throw new Unavailable('the shared counters do not answer')
    // Until the first call after a rest has its answer, the others do not ask.
    if (this.restsUntil > 0) this.restsUntil = now + REST_MS
    try {
      const answer = await inTime(ask())
      this.restsUntil = 0
      return answer
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS
      throw error instanceof Unavailable
        ? error
        : new Unavailable('the shared counters failed', { cause: error })
    }
  }
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Unavailable(`the shared counters did not answer within ${WAIT_MS} ms`))
    // After a long turn of the event loop timers come before answers that arrived in it.
    const timer = setTimeout(() => setImmediate(refuse), WAIT_MS).unref()
    const settle = () => clearTimeout(timer)
    answer.then(resolve, reject).then(settle, settle)
  })
}
