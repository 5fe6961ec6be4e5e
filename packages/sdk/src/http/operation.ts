import { REMEDIES, REMEDY } from '../generated/failures.gen.js'
import { ownOf } from '../util/lookup.js'

/** The fields of an operation in the contract that sending it uses. */
export interface Operation {
  /** HTTP method, upper case. */
  readonly method: string
  /** Path template with `{name}` for path parameters. */
  readonly path: string
  /** Whether the request goes without a signature. */
  readonly open?: boolean | undefined
  /** Whether a success is an event stream, which reconnects by its own rules. */
  readonly stream?: boolean | undefined
  /** Whether a success answers with a JSON array instead of an object. */
  readonly array?: boolean | undefined
  /** The fields of its body. */
  readonly fields?: readonly string[] | undefined
  /** Where a keyed operation carries its idempotency key. */
  readonly key?: { readonly in: 'body' | 'header'; readonly name: string } | undefined
}

/** The fields of a call that the rules for repeating it use. */
export interface Repeatable {
  readonly operationId: string
  readonly operation: Operation
  readonly idempotencyKey: string | undefined
}

/**
 * The next step after an unknown outcome, for a call that must not be repeated; undefined where a repeat is harmless.
 * A keyed operation is harmless to repeat only with its idempotency key.
 */
export function remedyOf({ operationId, operation, idempotencyKey }: Repeatable): string | undefined {
  return operation.key && idempotencyKey === undefined ? REMEDY : ownOf(REMEDIES, operationId)
}
