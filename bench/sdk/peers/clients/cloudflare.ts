import type { ErrorClass, HttpPeer } from '../client.js'
import { load } from '../load.js'

interface Cloudflare {
  zones: {
    get(params: { zone_id: string }, options: object): Promise<unknown>
    create(body: object): Promise<unknown>
  }
}
interface CloudflareModule {
  default: new (options: object) => Cloudflare
  CloudflareError: ErrorClass
}

export const cloudflare: HttpPeer = {
  packages: { cloudflare: 'cloudflare' },
  open: async ({ origin, timeoutMs }) => {
    const { default: Cloudflare, CloudflareError } = await load<CloudflareModule>('cloudflare')
    const limits = timeoutMs && { timeout: timeoutMs, maxRetries: 0 }
    const { zones } = new Cloudflare({ apiToken: 'bench', baseURL: origin, ...limits })
    return {
      read: (id, signal) => zones.get({ zone_id: id }, { signal }),
      create: () => zones.create({ account: {}, name: 'bench.example' }),
      errors: [CloudflareError],
    }
  },
}
