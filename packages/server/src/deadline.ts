/**
 * A signal that aborts when another one does or when the time is up. `AbortSignal.any` with `AbortSignal.timeout` is none:
 * it holds its sources weakly, and a timeout that the garbage collector has taken never comes.
 */
export class Deadline {
  private readonly controller = new AbortController()
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly outer: AbortSignal,
    ms: number,
  ) {
    this.timer = setTimeout(this.abort, ms)
    if (outer.aborted) this.abort()
    else outer.addEventListener('abort', this.abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** What it was for is over: it aborts no more, and holds nothing. */
  end(): void {
    clearTimeout(this.timer)
    this.outer.removeEventListener('abort', this.abort)
  }

  private readonly abort = (): void => this.controller.abort()
}
