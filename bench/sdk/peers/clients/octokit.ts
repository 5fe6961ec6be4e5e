import type { ErrorClass, HttpPeer } from '../client.js'
import { load } from '../load.js'

interface Octokit {
  request(route: string, params: object): Promise<unknown>
}
interface OctokitModule {
  Octokit: { plugin(...plugins: unknown[]): new (options: object) => Octokit }
}

/** The handlers from its documentation. */
const again = (_retryAfter: number, _options: object, _octokit: object, retryCount: number) => retryCount < 1
const throttle = { onRateLimit: again, onSecondaryRateLimit: again }

export const octokit: HttpPeer = {
  packages: {
    octokit: '@octokit/core',
    retry: '@octokit/plugin-retry',
    throttling: '@octokit/plugin-throttling',
  },
  lacks: { timeout: 'no timeout option' },
  open: async ({ origin }) => {
    const { Octokit } = await load<OctokitModule>('@octokit/core')
    const { retry } = await load<{ retry: unknown }>('@octokit/plugin-retry')
    const { throttling } = await load<{ throttling: unknown }>('@octokit/plugin-throttling')
    const { RequestError } = await load<{ RequestError: ErrorClass }>('@octokit/request-error')
    const client = new (Octokit.plugin(retry, throttling))({ baseUrl: origin, auth: 'bench', throttle })
    return {
      read: (id, signal) => client.request('GET /orders/{id}', { id, request: { signal } }),
      create: () => client.request('POST /orders', { name: 'bench' }),
      errors: [RequestError],
    }
  },
}
