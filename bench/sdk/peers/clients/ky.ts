import type { ErrorClass, HttpPeer } from '../client.js'
import { load } from '../load.js'

interface Ky {
  get(path: string, options: object): { json(): Promise<unknown> }
  post(path: string, options: object): { json(): Promise<unknown> }
}
interface KyModule {
  default: { create(options: object): Ky }
  HTTPError: ErrorClass
  TimeoutError: ErrorClass
}

export const ky: HttpPeer = {
  packages: { ky: 'ky' },
  lacks: { id: 'no path parameters' },
  open: async ({ origin, timeoutMs }) => {
    const { default: ky, HTTPError, TimeoutError } = await load<KyModule>('ky')
    const headers = { authorization: 'Bearer bench' }
    const client = ky.create({
      prefixUrl: origin,
      headers,
      ...(timeoutMs && { timeout: timeoutMs, retry: 0 }),
    })
    return {
      read: (id, signal) => client.get(`orders/${id}`, signal ? { signal } : {}).json(),
      create: () => client.post('orders', { json: { name: 'bench' } }).json(),
      errors: [HTTPError, TimeoutError],
    }
  },
}
