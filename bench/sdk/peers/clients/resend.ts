import { type HttpPeer, unwrap } from '../client.js'
import { load } from '../load.js'

interface Returned {
  error: unknown
}
interface Resend {
  emails: {
    get(id: string, options: object): Promise<Returned>
    send(body: object): Promise<Returned>
  }
}
interface ResendModule {
  Resend: new (key: string, options: object) => Resend
}

export const resend: HttpPeer = {
  packages: { resend: 'resend' },
  lacks: { timeout: 'no timeout option' },
  open: async ({ origin }) => {
    const { Resend } = await load<ResendModule>('resend')
    const { emails } = new Resend('re_bench', { baseUrl: origin })
    const email = { from: 'a@bench.example', to: 'b@bench.example', subject: 'bench', text: 'bench' }
    return {
      read: (id, signal) => unwrap(emails.get(id, { signal })),
      create: () => unwrap(emails.send(email)),
      errors: [],
    }
  },
}
