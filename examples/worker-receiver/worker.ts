import { createReceiver } from '@merchantpay/webhook-verify'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import { webWebhook } from '@merchantpay/webhook-verify/web'
import { type DurableState, databaseOf } from './database.js'

interface Env {
  WEBHOOK_SECRET: string
  INBOX: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

/** Passes webhooks to the one inbox of the shop. */
export default {
  fetch(request: Request, env: Env): Response | Promise<Response> {
    if (new URL(request.url).pathname !== '/webhooks') return new Response(null, { status: 404 })
    return env.INBOX.getByName('inbox').fetch(request)
  },
}

/** A Durable Object: it outlives the Workers, and its database is in one place. */
export class Inbox {
  readonly fetch: (request: Request) => Promise<Response>

  constructor(state: DurableState, env: Env) {
    const database = databaseOf(state)
    database.exec(
      'CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY, task TEXT, event TEXT, UNIQUE (task, event))',
    )
    const insert = database.prepare('INSERT INTO jobs (task, event) VALUES (?, ?) ON CONFLICT DO NOTHING')
    const store = (task: string, { rawBody }: { rawBody: Uint8Array }) =>
      insert.run(task, new TextDecoder().decode(rawBody))
    const receiver = createReceiver({
      secrets: env.WEBHOOK_SECRET,
      dedupe: sqliteDedupe(database),
      on: {
        // EXPIRED_PAID is a late payment: the goods may be gone, so a person decides.
        'payment.confirmed': ({ data }, delivery) =>
          store(data.status === 'PAID' ? 'fulfil' : 'decide', delivery),
        'payment.underpaid': (_, delivery) => store('decide', delivery),
        'payment.expired': (_, delivery) => store('give up', delivery),
        'payment.frozen': (_, delivery) => store('hold back', delivery),
      },
      // The same event with other details, such as an order that was frozen, cleared and frozen again.
      onRepeat: (_, delivery) => store('read again', delivery),
    })
    this.fetch = webWebhook(receiver)
  }
}
