const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal is aborted. However many calls share a signal, it carries one listener, and none once
 * they have ended: runtimes warn of a leak beyond ten.
 *
 * @returns a function that takes the callback away again
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  const callbacks = waiting.get(signal) ?? new Set()
  waiting.set(signal, callbacks.add(callback))
  signal.addEventListener('abort', run) // which counts once, however often it is added
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) signal.removeEventListener('abort', run)
  }
}

function run(this: AbortSignal): void {
  for (const callback of waiting.get(this) ?? []) callback()
}
