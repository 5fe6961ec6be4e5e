import { type Harness, type Keys, sign } from '../server/harness.js'

/** A message of an event stream; comments are skipped. */
export interface StreamMessage<Data> {
  readonly id: string
  readonly data: Data
}

/** Opens an event stream of the API and yields its messages as they come. */
export async function openStream<Data>(
  { server }: Harness,
  keys: Keys,
  target: string,
  lastEventId?: string,
) {
  const authorization = sign({ ...keys, method: 'GET', target, bytes: Buffer.alloc(0) })
  const abort = new AbortController()
  const response = await fetch(`${server.url}${target}`, {
    headers: { authorization, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  })
  return { response, messages: messagesOf<Data>(response), close: () => abort.abort() }
}

export async function* messagesOf<Data>(response: Response): AsyncGenerator<StreamMessage<Data>> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('utf8')
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, id, data = ''] = /^id: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (id !== undefined) yield { id, data: JSON.parse(data) }
    }
  }
}
