import type { ErrorClass, HttpPeer } from '../client.js'
import { load } from '../load.js'

interface Polar {
  customFields: {
    get(params: { id: string }, options: object): Promise<unknown>
    create(body: object): Promise<unknown>
  }
}
interface PolarModule {
  Polar: new (options: object) => Polar
}

/** Off by default. These are the fallback values of the package. */
const BACKOFF = {
  strategy: 'backoff',
  backoff: { initialInterval: 500, maxInterval: 60_000, exponent: 1.5, maxElapsedTime: 3_600_000 },
  retryConnectionErrors: true,
}

export const polar: HttpPeer = {
  packages: { polar: '@polar-sh/sdk' },
  note: 'backoff on',
  open: async ({ origin, timeoutMs }) => {
    const { Polar } = await load<PolarModule>('@polar-sh/sdk')
    const answered = await load<{ PolarError: ErrorClass }>('@polar-sh/sdk/models/errors/polarerror.js')
    const unanswered = await load<{ HTTPClientError: ErrorClass }>(
      '@polar-sh/sdk/models/errors/httpclienterrors.js',
    )
    const limits = timeoutMs ? { timeoutMs } : { retryConfig: BACKOFF }
    const { customFields } = new Polar({ accessToken: 'bench', serverURL: origin, ...limits })
    return {
      read: (id, signal) => customFields.get({ id }, { fetchOptions: { signal } }),
      create: () => customFields.create({ type: 'text', slug: 'bench', name: 'bench', properties: {} }),
      errors: [answered.PolarError, unanswered.HTTPClientError],
    }
  },
}
