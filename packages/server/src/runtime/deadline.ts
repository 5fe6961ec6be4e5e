import { setMaxListeners } from 'node:events'

/** Creates a controller for many concurrent calls. Node would report more than ten listeners on its signal as a leak. */
export function endOfMany(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/**
 * The callbacks that wait for a signal to abort. The listener list of the signal would keep references between its members
 * after they have left it, so that the garbage collector frees them much later: see "Hot paths" in docs/decisions.
 */
class AbortListeners {
  private static readonly known = new WeakMap<AbortSignal, AbortListeners>()
  private readonly places: ((() => void) | undefined)[] = []
  private readonly free: number[] = []

  static on(signal: AbortSignal): AbortListeners {
    const known = AbortListeners.known.get(signal)
    if (known) return known
    const listeners = new AbortListeners()
    AbortListeners.known.set(signal, listeners)
    signal.addEventListener('abort', () => listeners.callAll(), { once: true })
    return listeners
  }

  /** @returns the place of the callback, for {@link leave} */
  join(callback: () => void): number {
    const place = this.free.pop() ?? this.places.length
    this.places[place] = callback
    return place
  }

  leave(place: number): void {
    this.places[place] = undefined
    this.free.push(place)
  }

  private callAll(): void {
    for (const callback of this.places) callback?.()
  }
}

/**
 * A signal that aborts when another one does or when the time is up. `AbortSignal.any` with `AbortSignal.timeout` does not
 * work: it holds its sources weakly, and a timeout that was garbage-collected never fires.
 */
export class Deadline {
  /** Created on first use of `signal`: most deadlines need only {@link whenOver}. */
  private controller: AbortController | undefined
  private readonly timer: NodeJS.Timeout
  private isPast = false
  private callback: () => void = () => undefined
  private readonly listeners: AbortListeners
  private place: number | undefined

  constructor(outer: AbortSignal, ms: number) {
    this.timer = setTimeout(this.abort, ms)
    this.listeners = AbortListeners.on(outer)
    if (outer.aborted) this.abort()
    else this.place = this.listeners.join(this.abort)
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.isPast) this.controller.abort()
    return this.controller.signal
  }

  /** True once the time is up or the other signal has aborted. */
  get isOver(): boolean {
    return this.isPast
  }

  /** Calls `callback` once when the deadline is over, at once if it is. A later callback replaces an earlier one. */
  whenOver(callback: () => void): void {
    if (this.isPast) callback()
    else this.callback = callback
  }

  /** Ends the deadline once its work is done: it no longer aborts and releases timer and listener. */
  end(): void {
    clearTimeout(this.timer)
    if (this.place !== undefined) this.listeners.leave(this.place)
    this.place = undefined
  }

  private readonly abort = (): void => {
    if (this.isPast) return
    this.isPast = true
    this.controller?.abort()
    this.callback()
  }
}
