import type { Option as Accepted, Shape as AcceptedShape } from '@merchantpay/core/command-line'

/** An option of a command, as the help shows it. */
export interface Option extends Accepted {
  readonly does: string
}

/** The arguments that a command accepts, as the help shows them. */
export interface Shape extends AcceptedShape {
  readonly options: readonly Option[]
}

/** A command as help and completion show it. */
export interface Described extends Shape {
  /** One or two words, such as `orders create`. */
  readonly name: string
  readonly does: string
}
