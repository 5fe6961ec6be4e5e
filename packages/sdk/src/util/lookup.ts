/** Reads a member of a value of unknown shape; undefined where the value has none. */
export function memberOf(value: unknown, name: string): unknown {
  return Object(value)[name]
}

/** Looks a name from outside up in a table of our own; names that every object inherits are not found. */
export function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
