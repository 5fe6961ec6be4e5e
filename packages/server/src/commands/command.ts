import { CommandLine, type Shape } from '@merchantpay/core/command-line'
import { timeSpelling } from '@merchantpay/core/time-spelling'

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

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T(?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/
const WORD = /(\[)?--([\w-]+)(?: ([^\s\][]+))?\]?|<([\w-]+)>/g

/** The arguments of one call. Arguments that its usage does not accept throw a `UsageError`. */
export class Args extends CommandLine {
  /** @throws UsageError */
  constructor(usage: string, args: readonly string[]) {
    super(shapeOf(usage), args)
  }

  protected override refuse(message: string): Error {
    return new UsageError(message)
  }

  /** Whether `--json` is set: one JSON document per line, for programs. */
  get isJson(): boolean {
    return this.flag('json')
  }

  /** Returns one of the values that the usage lists. */
  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return this.text(name) === undefined ? undefined : this.requiredChoice(name, choices)
  }

  requiredChoice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.required(name)
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw new Error(`the usage of --${name} lists other values`)
    return chosen
  }

  /**
   * Reads an instant, written as in the queries of the API or as a day in UTC.
   *
   * @returns milliseconds since the epoch
   * @throws UsageError
   */
  instant(name: string): number | undefined {
    return this.text(name) === undefined ? undefined : this.requiredInstant(name)
  }

  /** @throws UsageError */
  requiredInstant(name: string): number {
    const value = timeSpelling(this.required(name))
    const [, day = ''] = INSTANT.exec(value) ?? []
    const isDay = day !== '' && new Date(Date.parse(day) || 0).toISOString().startsWith(day)
    const at = isDay ? Date.parse(value) : Number.NaN
    if (Number.isNaN(at)) throw new UsageError(`--${name} takes a time like 2026-01-31T12:00:00Z, or a day`)
    return at
  }

  /** @throws UsageError */
  requiredNumber(name: string, min: number): number {
    const value = this.number(name, min)
    if (value === undefined) throw new UsageError(`--${name} is missing`)
    return value
  }
}

/** Reads the operands and options of a usage line. */
function shapeOf(usage: string): Shape {
  const operands: string[] = []
  const options: Shape['options'][number][] = []
  for (const [, bracket, name, value, operand] of usage.matchAll(WORD)) {
    if (operand !== undefined) operands.push(operand)
    if (name === undefined) continue
    const isFree = value?.startsWith('<')
    const allowed = isFree ? { value } : { choices: value?.split('|') }
    options.push({ name, isRequired: bracket === undefined, ...allowed })
  }
  return { operands, options }
}
