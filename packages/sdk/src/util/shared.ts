import { symbolOf } from './brand.js'
import { type Clock, systemClock } from './time.js'

/** A value that clients share. It may be forgotten while it is idle. */
interface Shared {
  readonly isIdle: boolean
}

type Registry = WeakMap<object, Map<string, Shared>>

const NAME = /* @__PURE__ */ symbolOf('shared')

/**
 * Finds a value that all clients of this process share under a name, or makes it. Copies of this package (ES module,
 * CommonJS) share it too: the limit of a key belongs to the key. Clients with a clock of their own share among
 * themselves only. Look the value up at each use, since an idle one is forgotten.
 */
export function shared<T extends Shared>(clock: Clock, name: string, make: () => T): T {
  const scope = globalThis as { [NAME]?: Registry } // the symbol is used by this package alone
  scope[NAME] ??= new WeakMap()
  const registry = scope[NAME]
  const owner = clock === systemClock ? globalThis : clock
  const entries = registry.get(owner) ?? new Map<string, Shared>()
  registry.set(owner, entries)
  const known = entries.get(name)
  if (known) return known as T // each name has one type
  for (const [other, { isIdle }] of entries) if (isIdle) entries.delete(other)
  const made = make()
  entries.set(name, made)
  return made
}
