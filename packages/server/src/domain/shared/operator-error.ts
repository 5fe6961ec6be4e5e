/** What the operator asked for cannot be done. The message tells a person why; no client ever sees it. */
export class OperatorError extends Error {
  override readonly name = 'Refusal'
}

/**
 * More stands in the blocks that another branch replaced than one transaction takes back: a part of it never is, unless a
 * person has it done in parts.
 */
export class TooMuchReplaced extends Error {
  override readonly name = 'TooMuchReplaced'

  constructor(what: 'transfers' | 'movements', after: number, most: number) {
    super(
      `more than ${most} ${what} stand above block ${after}: more than one step can take back; chains reset-cursor --block does it in several`,
    )
  }
}
