import { requireEqual } from './answer.js'
import { readAs } from './replies.js'
import { callOf, open } from './request.js'
import type { ConformanceTarget, Keys } from './target.js'

/** One message of an order's stream. */
export interface Message {
  readonly id: string
  readonly status: string
  /** The data as it came. */
  readonly data: string
}

/** An open stream of one order. */
export interface OpenStream {
  /** Its messages, held against the contract; comments are left out. */
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
  const abort = new AbortController()
  const response = await open(target, callOf('streamOrderEvents', { id, headers }), { keys }, abort.signal)
  requireEqual(response.status, 200, 'status of streamOrderEvents')
  requireEqual(response.headers.get('content-type'), 'text/event-stream', 'content type of the stream')
  return { messages: messagesOf(response), close: () => abort.abort() }
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let text = ''
  for await (const chunk of chunksOf(response)) {
    const blocks = (text + chunk).split(/\r\n\r\n|\n\n|\r\r/)
    text = blocks.pop() ?? ''
    for (const block of blocks) if (/^data:/m.test(block)) yield messageOf(block)
  }
}

/** The text of an answer, as it comes. */
export async function* chunksOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done) return
    yield value
  }
}

function messageOf(block: string): Message {
  const field = (name: string) =>
    block
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n')
  const data = field('data')
  return { id: field('id'), status: readAs('streamOrderEvents', data).status, data }
}

/** Reads a stream to its end: `1 OPEN`, `2 PAID`, … */
export async function collect(messages: AsyncGenerator<Message>): Promise<string[]> {
  const seen: string[] = []
  for await (const { id, status } of messages) seen.push(`${id} ${status}`)
  return seen
}
