import { type HttpHandler, HttpResponse, http } from 'msw'
import { isConnectionError, ownMistake } from './http/connection.js'
import type { TestServer } from './test-server.js'

/**
 * Makes handlers for Mock Service Worker that let the double answer what is sent to its base URL, so that code which
 * makes its own client is tested as it is. A connection that breaks is a network error.
 *
 * msw does not cancel a stream when its reader goes: test aborts with `listen`, or with the double's `fetch`.
 *
 * @example
 * const server = createTestServer({ clock: systemClock })
 * const network = setupServer(...mswHandlers(server))
 * network.listen()
 */
export function mswHandlers(server: Pick<TestServer, 'baseUrl' | 'fetch'>): HttpHandler[] {
  const answer = async ({ request }: { request: Request }) => {
    try {
      return await server.fetch(request)
    } catch (error) {
      const isNetwork = isConnectionError(error) || request.signal.aborted
      return isNetwork ? HttpResponse.error() : ownMistake(error)
    }
  }
  // msw would decode the path to hold it against a pattern of words, which not every path survives.
  const below = new RegExp(`^${server.baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`)
  return [http.all(below, answer)]
}
