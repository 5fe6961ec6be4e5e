/** Prints the steps of the demo: one line each, with the time since the start. */
import { styleText } from 'node:util'

type Colour = 'green' | 'red' | 'dim' | 'bold'

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR

export class Progress {
  readonly #startedAt = performance.now()
  #expected = 'the demo to begin'

  /** The expected result of the current step. */
  get expected(): string {
    return this.#expected
  }

  /** Seconds since the start, with one decimal. */
  seconds(at = performance.now()): string {
    return `${((at - this.#startedAt) / 1000).toFixed(1)} s`
  }

  /** Prints a line without a time. */
  say(text: string): void {
    console.log(paint('bold', text))
  }

  /** Runs one step and prints its result. @throws the error of the work */
  async step<Value>(
    expected: string,
    work: () => PromiseLike<Value>,
    describe: (value: Value) => string,
  ): Promise<Value> {
    this.#expected = expected
    const value = await work()
    this.#line(paint('green', '✓'), describe(value))
    return value
  }

  /** Prints the reason why the demo ends. */
  fail(reason: string): void {
    this.#line(paint('red', '✗'), `expected ${this.#expected}`)
    console.log(`${' '.repeat(12)}${reason}`)
  }

  #line(mark: string, text: string): void {
    console.log(`${paint('dim', this.seconds().padStart(8))}  ${mark} ${text}`)
  }
}

function paint(colour: Colour, text: string): string {
  return isColoured ? styleText(colour, text) : text
}
