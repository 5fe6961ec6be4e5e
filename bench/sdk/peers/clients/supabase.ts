import { type ErrorClass, type HttpPeer, unwrap } from '../client.js'
import { load } from '../load.js'

interface Returned {
  error: unknown
}
interface Query extends PromiseLike<Returned> {
  eq(column: string, value: string): Query
  single(): Query
  abortSignal(signal: AbortSignal): Query
}
interface Supabase {
  from(table: string): { select(columns: string): Query; insert(row: object): Query }
}
interface SupabaseModule {
  createClient(url: string, key: string, options: object): Supabase
  PostgrestError: ErrorClass
}

export const supabase: HttpPeer = {
  packages: { supabase: '@supabase/supabase-js' },
  lacks: { id: 'ids travel in the query' },
  open: async ({ origin, timeoutMs }) => {
    const { createClient, PostgrestError } = await load<SupabaseModule>('@supabase/supabase-js')
    const limits = timeoutMs && { db: { timeout: timeoutMs } }
    const realtime = { transport: class {} } // Node 20 has no WebSocket, and nothing here opens one
    const client = createClient(origin, 'bench-key', { realtime, ...limits })
    return {
      read: (id, signal) => {
        const query = client.from('orders').select('*').eq('id', id).single()
        return unwrap(signal ? query.abortSignal(signal) : query)
      },
      create: () => unwrap(client.from('orders').insert({ name: 'bench' })),
      errors: [PostgrestError],
    }
  },
}
