import type { BodyInput } from '../body/bytes.js'
import type { ReceiverAnswer } from '../receiver/answers.js'
import type { HeadersInput } from '../signature/header-fields.js'

/** The members of a request of `node:http` that the adapters use. Every framework on Node passes it on. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** The members of a response of `node:http` that the adapters use. */
export interface NodeResponse {
  readonly headersSent: boolean
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/**
 * The body to verify: the first of `kept` that is bytes, else the stream. The receiver refuses a stream that a parser has
 * read, which would never end.
 */
export function bodyOf(request: NodeRequest, ...kept: unknown[]): BodyInput | AsyncIterable<Uint8Array> {
  return kept.find((value) => ArrayBuffer.isView(value)) ?? request
}

/** The raw headers. A request that a platform made of an event, as for a function, has only parsed ones. */
export const headersOf = ({ rawHeaders, headers }: NodeRequest): HeadersInput =>
  rawHeaders?.length ? rawHeaders : headers

/** Writes an answer, unless the response was already written, as by a middleware with a timeout. */
export async function writeAnswer(response: NodeResponse, answer: Promise<ReceiverAnswer>): Promise<void> {
  const { status, headers, body } = await answer
  if (response.headersSent) return
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
