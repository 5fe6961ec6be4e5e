/** What the contract says about one operation, as far as sending it needs to know; how a failure is handled stands apart. */
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
  /** Where a keyed operation carries its idempotency key. */
  readonly key?: { readonly in: 'body' | 'header'; readonly name: string } | undefined
}
