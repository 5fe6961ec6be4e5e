/** Reads a member of a value of unknown shape; undefined where the value has none. */
export function memberOf(value: unknown, name: string): unknown {
  return Object(value)[name]
}
