const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back once when a signal is aborted. However many calls share a signal, it carries one listener, and
 * none once they have ended: runtimes warn of a leak beyond ten.
 *
 * @returns a function that takes the callback away again
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {}
  const callbacks = waiting.get(signal) ?? new Set()
  if (callbacks.size === 0) {
    waiting.set(signal, callbacks)
    signal.addEventListener('abort', run, { once: true })
  }
  callbacks.add(callback)
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return
    waiting.delete(signal)
    signal.removeEventListener('abort', run)
  }
}

function run(this: AbortSignal): void {
  const callbacks = waiting.get(this) ?? []
  waiting.delete(this)
  for (const callback of callbacks) callback()
}
