import { setMaxListeners } from 'node:events'

/** What ends many calls at once: each of them may listen, and of more than ten Node would warn as of a leak. */
export function endOfMany(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/**
 * Those who wait for a signal to abort. The signal itself would keep them in a list whose members go on pointing at each
 * other after they have left it, so that the collector keeps them much longer than the wait: see "Hot paths" in docs/decisions.
 */
class Waiting {
  private static readonly known = new WeakMap<AbortSignal, Waiting>()
  private readonly places: ((() => void) | undefined)[] = []
  private readonly free: number[] = []

  static on(signal: AbortSignal): Waiting {
    const known = Waiting.known.get(signal)
    if (known) return known
    const waiting = new Waiting()
    Waiting.known.set(signal, waiting)
    signal.addEventListener('abort', () => waiting.tellAll(), { once: true })
    return waiting
  }

  /** @returns their place, until they {@link leave} it */
  join(tell: () => void): number {
    const place = this.free.pop() ?? this.places.length
    this.places[place] = tell
    return place
  }

  leave(place: number): void {
    this.places[place] = undefined
    this.free.push(place)
  }

  private tellAll(): void {
    for (const tell of this.places) tell?.()
  }
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
  private readonly waiting: Waiting
  private place: number | undefined

  constructor(outer: AbortSignal, ms: number) {
    this.timer = setTimeout(this.abort, ms)
    this.waiting = Waiting.on(outer)
    if (outer.aborted) this.abort()
    else this.place = this.waiting.join(this.abort)
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
    if (this.place !== undefined) this.waiting.leave(this.place)
    this.place = undefined
  }

  private readonly abort = (): void => {
    if (this.isPast) return
    this.isPast = true
    this.controller?.abort()
    this.tell()
  }
}
