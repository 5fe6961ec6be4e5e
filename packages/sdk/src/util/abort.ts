/** The callbacks of a signal, and the one listener on it that calls them. */
interface Waiting {
  readonly callbacks: Set<() => void>
  /** A closure, since some runtimes call listeners without `this`. */
  readonly run: () => void
}

const waiting = new WeakMap<AbortSignal, Waiting>()

/**
 * Calls back when a signal is aborted. All calls that share a signal share one listener on it, which is removed with
 * the last of them: runtimes warn of a leak beyond ten listeners.
 *
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  const { callbacks, run } = waiting.get(signal) ?? listenTo(signal)
  callbacks.add(callback)
  signal.addEventListener('abort', run) // adding the same listener again has no effect
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) signal.removeEventListener('abort', run)
  }
}

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>()
  const run = () => {
    for (const callback of callbacks) callback()
  }
  const made = { callbacks, run }
  waiting.set(signal, made)
  return made
}
