import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The environment of a merchant whose service gives one answer to every call. */
export const hostileService = (status: number, answer: object): Promise<Record<string, string>> =>
  serviceThat(() => [status, answer])

/** The environment of a merchant whose service answers each path, without its query, as given. */
export async function serviceThat(
  answerOf: (path: string) => readonly [status: number, answer: object],
): Promise<Record<string, string>> {
  const server = createServer(({ url = '' }, response) => {
    const [status, answer] = answerOf(url.replace(/\?.*/, ''))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    MERCHANTPAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MERCHANTPAY_KEY_ID: `mk_test_${'a'.repeat(24)}`,
    MERCHANTPAY_SECRET: `sk_test_${'b'.repeat(43)}`,
  }
}
