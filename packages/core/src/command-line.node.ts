import { parseArgs } from 'node:util'

/** An option of a command. */
export interface Option {
  readonly name: string
  /** The word for its value in the help; a flag has none. */
  readonly value?: string | undefined
  /** The values that are allowed, where these are few. */
  readonly choices?: readonly string[] | undefined
  /** Whether it may be given several times. */
  readonly isList?: true
  readonly isRequired?: boolean | undefined
}

/** The arguments that a command accepts. */
export interface Shape {
  /** The operands, `order` for a required one and `order?` for one that may be absent. */
  readonly operands?: readonly string[] | undefined
  readonly options: readonly Option[]
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** The arguments of one call: all that its command requires and none that it does not name. */
export abstract class CommandLine {
  private readonly operands = new Map<string, string>()
  private readonly values: Values

  /** @throws what `refuse` makes of arguments that the command does not accept */
  constructor({ operands: names = [], options }: Shape, args: readonly string[]) {
    const { values, positionals } = this.parse(options, args)
    this.values = values
    names.forEach((name, at) => {
      const value = positionals[at]
      if (value !== undefined) this.operands.set(name.replace('?', ''), value)
      else if (!name.endsWith('?')) throw this.refuse(`<${name}> is missing`)
    })
    const unexpected = positionals[names.length]
    if (unexpected !== undefined) throw this.refuse(`unexpected argument: ${unexpected}`)
    for (const option of options) this.check(option)
  }

  /** Makes the error of a program for arguments that the command does not accept. */
  protected abstract refuse(message: string): Error

  operand(name: string): string | undefined {
    return this.operands.get(name)
  }

  requiredOperand(name: string): string {
    const value = this.operands.get(name)
    if (value === undefined) throw this.refuse(`<${name}> is missing`)
    return value
  }

  /** Whether an option without a value is set. */
  flag(name: string): boolean {
    return this.values[name] === true
  }

  text(name: string): string | undefined {
    const value = this.values[name]
    return typeof value === 'string' ? value : undefined
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw this.refuse(`--${name} is missing`)
    return value
  }

  /** The values of an option that may be given several times, or once. */
  list(name: string): string[] {
    return [this.values[name] ?? []].flat().filter((value) => typeof value === 'string')
  }

  /** A whole number from `min` to `max`. */
  number(name: string, min: number, max = Number.POSITIVE_INFINITY): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const range = Number.isFinite(max) ? `from ${min} to ${max}` : `of at least ${min}`
    throw this.refuse(`--${name} takes a whole number ${range}`)
  }

  private check({ name, choices, isRequired }: Option): void {
    const given = this.list(name)
    if (isRequired && given.length === 0) throw this.refuse(`--${name} is missing`)
    if (given.some((value) => value.trim() === '')) throw this.refuse(`--${name} needs a value`)
    const isWrong = choices && given.some((value) => !choices.includes(value))
    if (isWrong) throw this.refuse(`--${name} takes one of ${choices.join(', ')}`)
  }

  private parse(
    options: readonly Option[],
    args: readonly string[],
  ): { readonly values: Values; readonly positionals: readonly string[] } {
    const known = options.map(({ name, value, choices, isList }) => [
      name,
      { type: value || choices ? ('string' as const) : ('boolean' as const), multiple: isList === true },
    ])
    try {
      return parseArgs({
        args: [...args],
        allowPositionals: true,
        strict: true,
        options: Object.fromEntries(known) as Record<
          string,
          { type: 'string' | 'boolean'; multiple: boolean }
        >,
      })
    } catch (error) {
      throw this.refuse(problemOf(error instanceof Error ? error.message : String(error), args))
    }
  }
}

/** The problem that Node's parser found, in words that name what was typed. */
function problemOf(message: string, args: readonly string[]): string {
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+).*' argument is ambiguous/.exec(message) ?? []
  if (option !== undefined) return `${option} needs a value; one that begins with - is written ${option}=-…`
  const negative = args.find((arg) => /^-\d/.test(arg))
  if (negative !== undefined) return `${negative} is negative: durations, amounts and counts are not`
  // The second sentence of such a message is about `--`, which is not the likely cause.
  const [sentence = message] = message.split('. ')
  return sentence
}
