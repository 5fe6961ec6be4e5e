import { setMaxListeners } from 'node:events'

/** What ends many calls at once: each of them listens, and of more than ten Node would warn as of a leak. */
export function endOfMany(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/**
 * A signal that aborts when another one does or when the time is up. `AbortSignal.any` with `AbortSignal.timeout` is none:
 * it holds its sources weakly, and a timeout that the garbage collector has taken never comes.
 */
export class Deadline {
  /** Made when somebody asks for it: most of what has a deadline needs no more than {@link whenOver}. */
  private controller: AbortController | undefined
  private readonly timer: NodeJS.Timeout
  private isPast = false
  private tell: () => void = () => undefined

  constructor(
    private readonly outer: AbortSignal,
    ms: number,
  ) {
    this.timer = setTimeout(this.abort, ms)
    if (outer.aborted) this.abort()
    else outer.addEventListener('abort', this.abort, { once: true })
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.isPast) this.controller.abort()
    return this.controller.signal
  }

  /** Whether the time is up, or the other signal aborted. */
  get isOver(): boolean {
    return this.isPast
  }

  /** Calls that, once, when it is over; at once where it is. Whoever comes later takes the place of who came before. */
  whenOver(tell: () => void): void {
    if (this.isPast) tell()
    else this.tell = tell
  }

  /** What it was for is over: it aborts no more, and holds nothing. */
  end(): void {
    clearTimeout(this.timer)
    this.outer.removeEventListener('abort', this.abort)
  }

  private readonly abort = (): void => {
    this.isPast = true
    this.controller?.abort()
    this.tell()
  }
}
