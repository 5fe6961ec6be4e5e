/**
 * How an operation may be repeated when it is not known whether an earlier attempt was processed.
 *
 * - `safe`: it changes nothing
 * - `keyed`: an idempotency key makes a repeat harmless
 * - `idempotent`: a repeat ends in the same state
 * - `once`: a repeat would do it twice, so there is none
 * - `stream`: an event stream, which reconnects by its own rules
 */
export type RetryClass = 'safe' | 'keyed' | 'idempotent' | 'once' | 'stream'

/** What the contract says about one operation, as far as sending it needs to know. */
export interface Operation {
  /** HTTP method, upper case. */
  readonly method: string
  /** Path template with `{name}` for path parameters. */
  readonly path: string
  readonly retry: RetryClass
  /** Whether the request goes without a signature. */
  readonly open?: boolean | undefined
  /** Whether a success answers with a JSON array instead of an object. */
  readonly array?: boolean | undefined
  /** Where a keyed operation carries its idempotency key. */
  readonly key?: { readonly in: 'body' | 'header'; readonly name: string } | undefined
}
