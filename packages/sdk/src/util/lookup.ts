/** Reads a member of a value of unknown shape; undefined where the value has none. */
export function memberOf(value: unknown, name: string): unknown {
  return Object(value)[name]
}

/** Looks up an untrusted name in one of our tables; names that every object inherits are not found. */
export function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
