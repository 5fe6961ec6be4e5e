import type { BodyInput } from '../body/bytes.js'
import type { ReceiverAnswer } from '../receiver/receiver.js'
import type { HeadersInput } from '../signature/header-fields.js'

/** What the adapters use of a request of `node:http`, which every framework on Node hands on. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** What they use of its response. */
export interface NodeResponse {
  readonly headersSent: boolean
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/**
 * The first of `kept` that is bytes, else the stream. The receiver refuses a stream that a parser has read at once:
 * waiting for its end would wait for ever.
 */
export function bodyOf(request: NodeRequest, ...kept: unknown[]): BodyInput | AsyncIterable<Uint8Array> {
  return kept.find((value) => ArrayBuffer.isView(value)) ?? request
}

/** The headers as they came; a request that was made of a platform's event, as for a function, has only the parsed ones. */
export const headersOf = ({ rawHeaders, headers }: NodeRequest): HeadersInput =>
  rawHeaders?.length ? rawHeaders : headers

/** Writes an answer, unless somebody else has: a middleware that times out, say. */
export async function writeAnswer(response: NodeResponse, answer: Promise<ReceiverAnswer>): Promise<void> {
  const { status, headers, body } = await answer
  if (response.headersSent) return
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
