import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { ConsoleClient } from './console-client.js'

/** Begins to send a form of a session. @returns sends the rest, and returns the status of the answer */
export async function holdForm(
  { harness, cookie = '' }: ConsoleClient,
  path: string,
  fields: Record<string, string>,
): Promise<() => Promise<number | undefined>> {
  const bytes = Buffer.from(new URLSearchParams(fields).toString())
  const sent = request(new URL(path, harness.server.url), {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': `${bytes.byteLength}`,
      expect: '100-continue',
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.flushHeaders()
  await once(sent, 'continue')
  return async () => {
    sent.end(bytes)
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
}
