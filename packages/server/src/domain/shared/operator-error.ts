/** An operator action that is refused. The message explains why to the operator; clients never see it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/**
 * The blocks that another branch replaced hold more than one transaction can revert. Nothing is reverted until the operator
 * runs `chains reset-cursor`, which works in batches.
 */
export class TooMuchReplaced extends Error {
  override readonly name = 'TooMuchReplaced'

  constructor(table: 'transfers' | 'movements', after: number, most: number) {
    super(
      `more than ${most} ${table === 'movements' ? 'treasury transfers' : table} are recorded above block ${after}, too many to revert in one step: run chains reset-cursor --block, which works in batches`,
    )
  }
}
