/** The entry points of a package, as its manifest names them. */

export interface Manifest {
  readonly main?: string
  readonly types?: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly exports?: Exports
  readonly typesVersions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

type Exports = string | null | { readonly [name: string]: Exports }

/** Paths relative to the package, without `./`; a path of a pattern keeps its `*`. */
export function entryPoints({ main, types, bin, exports, typesVersions }: Manifest): string[] {
  const commands = typeof bin === 'string' ? [bin] : Object.values(bin ?? {})
  const versions = Object.values(typesVersions ?? {}).flatMap((paths) => Object.values(paths).flat())
  const named = [main, types, ...commands, ...targetsOf(exports ?? null), ...versions]
  const paths = named.filter((path) => path !== undefined).map((path) => path.replace(/^\.\//, ''))
  return [...new Set(paths)]
}

function targetsOf(exports: Exports): string[] {
  if (exports === null) return []
  return typeof exports === 'string' ? [exports] : Object.values(exports).flatMap(targetsOf)
}

/** The entry points that are not among the packed files. */
export function missingEntryPoints(manifest: Manifest, files: readonly string[]): string[] {
  return entryPoints(manifest).filter((path) => {
    const [start = '', end] = path.split('*')
    if (end === undefined) return !files.includes(path)
    return !files.some((file) => file.startsWith(start) && file.endsWith(end))
  })
}
