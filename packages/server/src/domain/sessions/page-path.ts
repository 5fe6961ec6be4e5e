/**
 * Compares a path with a pattern, whose parts that begin with a colon are variable.
 *
 * @returns the variable parts by name, or undefined for a path that does not match
 */
export function matchPath(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const parts = path.split('/')
  const names = pattern.split('/')
  if (parts.length !== names.length) return undefined
  const params = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':') && part !== '') params.set(name.slice(1), part)
    else if (name !== part) return undefined
  }
  return params
}
