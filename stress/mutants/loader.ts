/** Hooks of Node that load instrumented files instead of those on the disk. */
import type { LoadHook } from 'node:module'

/** By URL: JavaScript. */
let sources: ReadonlyMap<string, string> = new Map()

export function initialize(instrumented: ReadonlyMap<string, string>): void {
  sources = instrumented
}

export const load: LoadHook = (url, context, next) => {
  const source = sources.get(url.replace(/\?.*$/, ''))
  return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
}
