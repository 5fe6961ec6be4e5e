/** An option of a command. */
export interface Option {
  readonly name: string
  /** The word for its value in the help; a flag has none. */
  readonly value?: string
  /** The values that are allowed, where these are few. */
  readonly choices?: readonly string[]
  /** Whether it may be given several times. */
  readonly isList?: true
  readonly isRequired?: true
  readonly does: string
}

/** A command as help and completion show it. */
export interface Described extends Shape {
  /** One or two words, such as `orders create`. */
  readonly name: string
  readonly does: string
}

/** The arguments that a command accepts. */
export interface Shape {
  /** The operands, `order` for a required one and `order?` for one that may be absent. */
  readonly operands?: readonly string[] | undefined
  readonly options: readonly Option[]
}
