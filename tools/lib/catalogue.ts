/** Named programs with a line of description each, which `npm run stress` and `npm run bench` choose from. */

export interface Entry {
  /** Says in one line of `--list` what the program proves or measures. */
  readonly about: string
  /** The options that it takes, without dashes. */
  readonly options?: readonly string[]
}

export type Catalogue<One extends Entry> = Readonly<Record<string, One>>

/** Whether the arguments ask for the names instead of a run. */
export const asksForList = (args: readonly string[]): boolean =>
  args.includes('--list') || args.includes('--help')

/** One line per entry: its name, what it does and its options. */
export function listOf(catalogue: Catalogue<Entry>): string[] {
  const width = Math.max(...Object.keys(catalogue).map((name) => name.length))
  return Object.entries(catalogue).map(([name, { about, options = [] }]) =>
    [name.padEnd(width), about, options.map((option) => `--${option}`).join(' ')].join('  ').trimEnd(),
  )
}

/**
 * The entry of that name.
 *
 * @throws Error with all names where there is none
 */
export function entryOf<One extends Entry>(catalogue: Catalogue<One>, name: string): One {
  const entry = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (!entry) throw new Error(`unknown name "${name}"; known: ${Object.keys(catalogue).join(', ')}`)
  return entry
}
