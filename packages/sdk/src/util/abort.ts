const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal is aborted. All calls that share a signal share one listener on it, which is removed with
 * the last of them: runtimes warn of a leak beyond ten listeners.
 *
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  const callbacks = waiting.get(signal) ?? new Set()
  waiting.set(signal, callbacks.add(callback))
  signal.addEventListener('abort', run) // adding the same listener again has no effect
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) signal.removeEventListener('abort', run)
  }
}

function run(this: AbortSignal): void {
  for (const callback of waiting.get(this) ?? []) callback()
}
