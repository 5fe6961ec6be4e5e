import { parseArgs } from 'node:util'
import { usage } from './failure.js'
import type { Option, Shape } from './table/option.js'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The arguments of one call: all that its command requires and none that it does not name. */
export class Input {
  private constructor(
    private readonly operands: ReadonlyMap<string, string>,
    private readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>,
  ) {}

  /** @throws Failure `usage` */
  static parse({ operands: names = [], options }: Shape, args: readonly string[]): Input {
    const { values, positionals } = parse(options, args)
    const operands = new Map<string, string>()
    names.forEach((name, at) => {
      const value = positionals[at]
      if (value !== undefined) operands.set(name.replace('?', ''), value)
      else if (!name.endsWith('?')) throw usage(`<${name}> is missing`)
    })
    const unexpected = positionals[names.length]
    if (unexpected !== undefined) throw usage(`unexpected argument: ${unexpected}`)
    const input = new Input(operands, values)
    for (const option of options) input.check(option)
    return input
  }

  private check({ name, choices, isRequired }: Option): void {
    const given = this.list(name)
    if (isRequired && given.length === 0) throw usage(`--${name} is missing`)
    if (given.includes('')) throw usage(`--${name} needs a value`)
    const wrong = choices && given.find((value) => !choices.includes(value))
    if (choices && wrong !== undefined) throw usage(`--${name} takes one of ${choices.join(', ')}`)
  }

  operand(name: string): string | undefined {
    return this.operands.get(name)
  }

  requiredOperand(name: string): string {
    const value = this.operands.get(name)
    if (value === undefined) throw usage(`<${name}> is missing`)
    return value
  }

  flag(name: string): boolean {
    return this.values[name] === true
  }

  text(name: string): string | undefined {
    const value = this.values[name]
    return typeof value === 'string' ? value : undefined
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw usage(`--${name} is missing`)
    return value
  }

  /** The values of an option that may be given several times, or once. */
  list(name: string): string[] {
    return [this.values[name] ?? []].flat().filter((value) => typeof value === 'string')
  }

  /** The values of an option like `a,b`. */
  words(name: string): string[] {
    return this.list(name).flatMap((value) => value.split(',').map((word) => word.trim()))
  }

  /** Pairs like `cart=A-1001`. @throws Failure `usage` */
  pairs(name: string): [key: string, value: string][] {
    return this.list(name).map((text) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      if (key === undefined || value === undefined) throw usage(`--${name} takes name=value, not ${text}`)
      return [key, value]
    })
  }

  /** A whole number from `min` to `max`. @throws Failure `usage` */
  number(name: string, min: number, max: number): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw usage(`--${name} takes a whole number from ${min} to ${max}`)
    return value
  }

  /** A duration like `90s`, `31m`, `2h` or `1d`, in milliseconds. @throws Failure `usage` */
  durationMs(name: string): number | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : readDuration(`--${name}`, text)
  }
}

/** @throws Failure `usage` */
export function readDuration(name: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = UNIT_MS[unit]
  if (count === undefined || ms === undefined || Number(count) === 0)
    throw usage(`${name} takes a duration like 90s, 31m, 2h or 1d, and never 0`)
  return Number(count) * ms
}

function parse(options: readonly Option[], args: readonly string[]) {
  const known = options.map(({ name, value, choices, isList }) => [
    name,
    { type: value || choices ? ('string' as const) : ('boolean' as const), multiple: isList === true },
  ])
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(known) as Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
    })
  } catch (error) {
    throw usage(parseProblem(error instanceof Error ? error.message : String(error), args))
  }
}

/** The problem that Node's parser found, in words that name what was typed. */
function parseProblem(message: string, args: readonly string[]): string {
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+).*' argument is ambiguous/.exec(message) ?? []
  if (option !== undefined) return `${option} needs a value; one that begins with - is written ${option}=-…`
  const negative = args.find((arg) => /^-\d/.test(arg))
  if (negative !== undefined) return `${negative} is negative: durations, amounts and counts are not`
  // The second sentence of such a message is about `--`, which is not the likely cause.
  const [sentence = message] = message.split('. ')
  return sentence
}
