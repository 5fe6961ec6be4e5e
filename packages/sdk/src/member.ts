/** Looks a word from outside up in a table of ours, which inherits words too. */
export function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Reads a member of a value of unknown shape; undefined where the value has none. */
export function memberOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
