import { parseArgs } from 'node:util'

/**
 * A command of the command table. Its arguments are parsed by the usage line that the help shows, so a change of the help
 * changes the accepted arguments.
 */
export interface Command {
  /** `<operand> --required <value> [--optional <value>] --choice A|B [--flag]` */
  readonly usage: string
  readonly does: string
  /** Imports its modules when it is called, so that `--help` starts fast. @returns the exit code */
  run(args: Args): Promise<number>
}

/** Arguments that the usage of a command does not accept; the message names them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The operands and options that a usage line accepts. */
interface Shape {
  readonly operands: readonly string[]
  readonly options: ReadonlyMap<string, Option>
}
interface Option {
  readonly isRequired: boolean
  /** Undefined for a flag. */
  readonly value: string | undefined
}

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/
const WORD = /(\[)?--([\w-]+)(?: ([^\s\][]+))?\]?|<([\w-]+)>/g

/** The parsed arguments of one call: all that the usage requires and none that it does not name. */
export class Args {
  private constructor(
    private readonly operands: ReadonlyMap<string, string>,
    private readonly options: ReadonlyMap<string, string>,
    private readonly flags: ReadonlySet<string>,
  ) {}

  /** @throws UsageError */
  static parse(usage: string, args: string[]): Args {
    const shape = shapeOf(usage)
    const { positionals, values } = parse(shape, args)
    const missing = shape.operands[positionals.length]
    if (missing !== undefined) throw new UsageError(`<${missing}> is missing`)
    const unexpected = positionals[shape.operands.length]
    if (unexpected !== undefined) throw new UsageError(`unexpected argument: ${unexpected}`)
    const options = new Map<string, string>()
    for (const [name, option] of shape.options) {
      const value = values[name]
      if (typeof value === 'string') options.set(name, requireAllowed(name, option, value))
      else if (option.isRequired) throw new UsageError(`--${name} is missing`)
    }
    const operands = shape.operands.map((name, at) => [name, positionals[at] ?? ''] as const)
    const flags = Object.keys(values).filter((name) => values[name] === true)
    return new Args(new Map(operands), options, new Set(flags))
  }

  /** Whether `--json` is set: one JSON document per line, for programs. */
  get isJson(): boolean {
    return this.flag('json')
  }

  /** Whether an option without a value is set. */
  flag(name: string): boolean {
    return this.flags.has(name)
  }

  operand(name: string): string {
    const value = this.operands.get(name)
    if (value === undefined) throw new Error(`the usage has no <${name}>`)
    return value
  }

  option(name: string): string | undefined {
    return this.options.get(name)
  }

  /** Returns an option that the usage requires. */
  required(name: string): string {
    const value = this.options.get(name)
    if (value === undefined) throw new Error(`the usage does not require --${name}`)
    return value
  }

  /** Returns one of the values that the usage lists. */
  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return this.options.has(name) ? this.requiredChoice(name, choices) : undefined
  }

  requiredChoice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.required(name)
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw new Error(`the usage of --${name} lists other values`)
    return chosen
  }

  /**
   * Reads an instant, written in ISO 8601 with its zone or as a day in UTC.
   *
   * @returns milliseconds since the epoch
   * @throws UsageError
   */
  instant(name: string): number | undefined {
    return this.options.has(name) ? this.requiredInstant(name) : undefined
  }

  /** @throws UsageError */
  requiredInstant(name: string): number {
    const value = this.required(name)
    const [, day = ''] = INSTANT.exec(value) ?? []
    const isDay = day !== '' && new Date(Date.parse(day) || 0).toISOString().startsWith(day)
    const at = isDay ? Date.parse(value) : Number.NaN
    if (Number.isNaN(at)) throw new UsageError(`--${name} takes a time like 2026-01-31T12:00:00Z, or a day`)
    return at
  }

  /** Reads a whole number of at least `min`. @throws UsageError */
  number(name: string, min: number): number | undefined {
    return this.options.has(name) ? this.requiredNumber(name, min) : undefined
  }

  /** @throws UsageError */
  requiredNumber(name: string, min: number): number {
    const value = this.required(name)
    if (!/^[0-9]{1,9}$/.test(value) || Number(value) < min) {
      throw new UsageError(`--${name} takes a whole number of at least ${min}`)
    }
    return Number(value)
  }
}

function shapeOf(usage: string): Shape {
  const operands: string[] = []
  const options = new Map<string, Option>()
  for (const [, bracket, option, value, operand] of usage.matchAll(WORD)) {
    if (operand !== undefined) operands.push(operand)
    if (option !== undefined) options.set(option, { isRequired: bracket === undefined, value })
  }
  return { operands, options }
}

interface Parsed {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

function parse({ options }: Shape, args: string[]): Parsed {
  const known = [...options].map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ])
  try {
    return parseArgs({ args, allowPositionals: true, strict: true, options: Object.fromEntries(known) })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : `${error}`)
  }
}

/** @throws UsageError for an empty value, and for a value that is none of the choices */
function requireAllowed(name: string, { value: expected = '' }: Option, value: string): string {
  const isFree = expected.startsWith('<')
  const isAllowed = isFree ? value.trim() !== '' : expected.split('|').includes(value)
  if (!isAllowed) throw new UsageError(`--${name} takes ${isFree ? 'a text' : `one of ${expected}`}`)
  return value
}
