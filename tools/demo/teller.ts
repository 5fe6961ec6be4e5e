/** Tells the demo's story: one line a step, with the time since the beginning. */
import { styleText } from 'node:util'

type Colour = 'green' | 'red' | 'dim' | 'bold'

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR

export class Teller {
  readonly #startedAt = performance.now()
  #expected = 'the demo to begin'

  /** What the step under way should bring about. */
  get expected(): string {
    return this.#expected
  }

  /** Seconds since the beginning, with one digit. */
  seconds(at = performance.now()): string {
    return `${((at - this.#startedAt) / 1000).toFixed(1)} s`
  }

  /** Prints a line without a time. */
  say(text: string): void {
    console.log(paint('bold', text))
  }

  /** Does one step of the story and tells what came of it. @throws what the work throws */
  async step<Value>(
    expected: string,
    work: () => PromiseLike<Value>,
    tell: (value: Value) => string,
  ): Promise<Value> {
    this.#expected = expected
    const value = await work()
    this.#line(paint('green', '✓'), tell(value))
    return value
  }

  /** Tells why the story ends here. */
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
