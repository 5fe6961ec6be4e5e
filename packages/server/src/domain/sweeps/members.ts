import { formatUsdt, parseUsdt, type Usdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'

const DIGITS = /^(?:0|[1-9][0-9]{0,29})$/
const USDT_DECIMALS = 8

/** Reads the members of an object of a file. Every member must be read; an unknown one is refused by {@link end}. */
export class Members {
  private readonly members: ReadonlyMap<string, unknown>
  private readonly read = new Set<string>()

  /** @throws OperatorError if the value is no object */
  constructor(
    value: unknown,
    private readonly what: string,
  ) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) throw new OperatorError(`${what} is not an object`)
    this.members = new Map(Object.entries(value))
  }

  /** Text that a reader of the format accepts. @param accept returns undefined for a text that it refuses */
  text<Value = string>(name: string, accept: (text: string) => Value | undefined): Value {
    const value = this.take(name)
    const accepted = typeof value === 'string' ? accept(value) : undefined
    if (accepted === undefined) throw this.fault(name)
    return accepted
  }

  matching(name: string, pattern: RegExp): string {
    return this.text(name, (text) => (pattern.test(text) ? text : undefined))
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    return this.text(name, (text) => choices.find((choice) => choice === text))
  }

  /** A whole number from 0 to 2^53 − 1. */
  count(name: string): number {
    const value = this.take(name)
    if (typeof value !== 'number' || !isExact(value)) throw this.fault(name)
    return value
  }

  /** A whole number of any size, as text. */
  units(name: string): bigint {
    return this.text(name, (text) => (DIGITS.test(text) ? BigInt(text) : undefined))
  }

  /** An amount above 0, in its one spelling. */
  usdt(name: string): Usdt {
    return this.text(name, (text) => {
      const amount = parseUsdt(text, USDT_DECIMALS)
      return amount !== undefined && amount > 0n && formatUsdt(amount) === text ? amount : undefined
    })
  }

  list(name: string, most: number): readonly unknown[] {
    const value = this.take(name)
    if (!Array.isArray(value) || value.length === 0 || value.length > most) throw this.fault(name)
    return value
  }

  object(name: string): Members {
    return new Members(this.take(name), `${this.what}, ${name}`)
  }

  isNull(name: string): boolean {
    return this.members.get(name) === null
  }

  /** @throws OperatorError if a member was not read */
  end(): void {
    for (const name of this.members.keys())
      if (!this.read.has(name)) throw new OperatorError(`${this.what} has an unknown member "${name}"`)
  }

  take(name: string): unknown {
    this.read.add(name)
    if (!this.members.has(name)) throw new OperatorError(`${this.what} has no "${name}"`)
    return this.members.get(name)
  }

  fault(name: string): OperatorError {
    return new OperatorError(`${this.what} has an invalid "${name}"`)
  }
}

const isExact = (value: number): boolean => value >= 0 && value % 1 === 0 && value <= 2 ** 53 - 1
