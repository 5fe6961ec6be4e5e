import { symbolOf } from './brand.js'
import { type Clock, systemClock } from './time.js'

/** What clients share may be forgotten once it holds nothing that matters. */
interface Shared {
  readonly isIdle: boolean
}

type Registry = WeakMap<object, Map<string, Shared>>

const NAME = /* @__PURE__ */ symbolOf('shared')

/**
 * Finds what all clients of this process share under a name, or makes it: a key's budget of requests belongs
 * to the key, and not to whichever copy of this package (ES module, CommonJS) a client came from. A clock of
 * a test has a world of its own. Ask again at each use, since an idle entry is forgotten.
 */
export function shared<T extends Shared>(clock: Clock, name: string, make: () => T): T {
  const scope = globalThis as { [NAME]?: Registry } // ours alone, by its registered symbol
  scope[NAME] ??= new WeakMap()
  const registry = scope[NAME]
  const owner = clock === systemClock ? globalThis : clock
  const entries = registry.get(owner) ?? new Map<string, Shared>()
  registry.set(owner, entries)
  const known = entries.get(name)
  if (known) return known as T // a name is used for one type only
  for (const [other, { isIdle }] of entries) if (isIdle) entries.delete(other)
  const made = make()
  entries.set(name, made)
  return made
}
