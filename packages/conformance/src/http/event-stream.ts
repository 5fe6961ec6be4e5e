import type { ConformanceTarget, Keys } from '../targets/target.js'
import { requireEqual } from './answer.js'
import { type Reply, readAs, type StreamOperationId } from './replies.js'
import { callOf, open, type Request } from './request.js'

/** One message of an order's stream. */
export interface Message {
  readonly id: string
  readonly status: string
  /** The data as received. */
  readonly data: string
}

/** An open stream of one order. */
export interface OpenStream {
  /** The messages, validated against the contract; comments are left out. */
  readonly messages: AsyncGenerator<Message>
  /** Ends the connection. */
  close(): void
}

/** Opens the stream of an order. @throws Error unless it opens */
export async function openStream(
  target: ConformanceTarget,
  keys: Keys,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  const { response, close } = await openResponse(target, keys, 'streamOrderEvents', { id, headers })
  return { messages: messagesOf(response, orderMessage), close }
}

/** One message of the stream of deliveries. */
export interface DeliveryMessage {
  readonly id: string
  readonly delivery: Reply<'streamTestDeliveries'>
}

/** An open stream of deliveries. */
export interface OpenDeliveryStream {
  /** The messages, validated against the contract; comments are left out. */
  readonly messages: AsyncGenerator<DeliveryMessage>
  /** Ends the connection. */
  close(): void
}

/** Opens the stream of deliveries of the test environment. @throws Error unless it opens */
export async function openDeliveryStream(
  target: ConformanceTarget,
  keys: Keys,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenDeliveryStream> {
  const { response, close } = await openResponse(target, keys, 'streamTestDeliveries', { headers })
  return { messages: messagesOf(response, deliveryMessage), close }
}

async function openResponse(
  target: ConformanceTarget,
  keys: Keys,
  operationId: StreamOperationId,
  request: Request,
): Promise<{ response: Response; close(): void }> {
  const abort = new AbortController()
  const response = await open(target, callOf(operationId, request), { keys }, abort.signal)
  requireEqual(response.status, 200, `status of ${operationId}`)
  requireEqual(response.headers.get('content-type'), 'text/event-stream', 'content type of the stream')
  return { response, close: () => abort.abort() }
}

async function* messagesOf<Parsed>(
  response: Response,
  parse: (id: string, data: string) => Parsed,
): AsyncGenerator<Parsed> {
  let text = ''
  for await (const chunk of chunksOf(response)) {
    const blocks = (text + chunk).split(/\r\n\r\n|\n\n|\r\r/)
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (/^data:/m.test(block)) yield parse(fieldOf(block, 'id'), fieldOf(block, 'data'))
    }
  }
}

/** The text of an answer in chunks, as received. */
export async function* chunksOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done) return
    yield value
  }
}

const fieldOf = (block: string, name: string): string =>
  block
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    .join('\n')

const orderMessage = (id: string, data: string): Message => ({
  id,
  status: readAs('streamOrderEvents', data).status,
  data,
})

const deliveryMessage = (id: string, data: string): DeliveryMessage => ({
  id,
  delivery: readAs('streamTestDeliveries', data),
})

/** Reads a stream to its end: `1 OPEN`, `2 PAID`, … */
export async function collect(messages: AsyncGenerator<Message>): Promise<string[]> {
  const seen: string[] = []
  for await (const { id, status } of messages) seen.push(`${id} ${status}`)
  return seen
}
