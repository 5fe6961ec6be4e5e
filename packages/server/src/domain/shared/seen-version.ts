import { OperatorError } from './operator-error.js'

/**
 * Refuses a decision about a row that has changed since the operator looked at it. Call it after locking the row.
 *
 * @param seen the version that the operator has seen; undefined decides about any
 * @throws OperatorError
 */
export function requireSeen(
  noun: string,
  { id, version }: { readonly id: string; readonly version: number },
  seen: number | undefined,
): void {
  if (seen !== undefined && version !== seen)
    throw new OperatorError(
      `${noun} ${id} is at version ${version}, not ${seen}: it changed since you looked, decide again`,
    )
}
