import { type HttpPeer, unwrap } from '../client.js'
import { load } from '../load.js'

interface Returned {
  error?: unknown
}
interface Client {
  GET(path: string, options: object): Promise<Returned>
  POST(path: string, options: object): Promise<Returned>
}
interface OpenapiFetchModule {
  default(options: object): Client
}

export const openapiFetch: HttpPeer = {
  packages: { 'openapi-fetch': 'openapi-fetch' },
  lacks: { timeout: 'no timeout option' },
  open: async ({ origin }) => {
    const { default: createClient } = await load<OpenapiFetchModule>('openapi-fetch')
    const client = createClient({ baseUrl: origin, headers: { authorization: 'Bearer bench' } })
    return {
      read: (id, signal) => unwrap(client.GET('/orders/{id}', { params: { path: { id } }, signal })),
      create: () => unwrap(client.POST('/orders', { body: { name: 'bench' } })),
      errors: [],
    }
  },
}
