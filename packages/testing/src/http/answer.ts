/** The answer of an operation. */
export interface Answer {
  readonly status: number
  /** JSON, or the bytes of an event stream. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}
