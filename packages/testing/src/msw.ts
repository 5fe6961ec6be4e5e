import { type HttpHandler, HttpResponse, http } from 'msw'
import { internalError, isConnectionError } from './http/connection.js'
import type { TestServer } from './test-server.js'

/**
 * Makes handlers for Mock Service Worker: the in-memory service answers all requests to its base URL, so that code which
 * makes its own client is tested unchanged. A connection that breaks is a network error.
 *
 * msw does not cancel a stream when its reader stops: test aborts with `listen`, or with the service's `fetch`.
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
      return isNetwork ? HttpResponse.error() : internalError(error)
    }
  }
  // msw decodes paths before it compares them with a string pattern, which fails for some paths.
  const below = new RegExp(`^${server.baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`)
  return [http.all(below, answer)]
}
