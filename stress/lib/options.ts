import { parseArgs } from 'node:util'

const WHOLE = /^[0-9]{1,9}$/
const DECIMAL = /^[0-9]{1,9}(\.[0-9]{1,9})?$/

/** The options of a stress test, each a word or a number. @throws Error for an unknown option */
export class Options {
  private readonly values: Readonly<Record<string, string | boolean | undefined>>

  constructor(args: readonly string[], names: readonly string[]) {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    this.values = parseArgs({ args: [...args], options }).values
  }

  number(name: string, otherwise: number): number {
    const text = this.text(name, `${otherwise}`)
    if (!WHOLE.test(text)) throw new Error(`--${name}: not a whole number`)
    return parseInt(text, 10)
  }

  decimal(name: string, otherwise: number): number {
    const text = this.text(name, `${otherwise}`)
    if (!DECIMAL.test(text)) throw new Error(`--${name}: not a number`)
    return parseFloat(text)
  }

  text(name: string, otherwise: string): string {
    const value = this.values[name]
    return typeof value === 'string' ? value : otherwise
  }
}
