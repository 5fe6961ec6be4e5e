import { createReceiver, type Receiver, type VerifiedDelivery } from '@merchantpay/webhook-verify'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import Database from 'better-sqlite3'

/**
 * Makes a receiver that stores what each event asks for in the table `jobs`, once. The answer is 2xx when the job is stored; the
 * shop works through the table afterwards.
 *
 * @throws WebhookVerificationError `invalid_secret`
 */
export function openReceiver(databaseFile: string, secrets: string | undefined): Receiver {
  const database = new Database(databaseFile)
  database.exec(
    'CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY, task TEXT, event TEXT, UNIQUE (task, event))',
  )
  const insert = database.prepare('INSERT INTO jobs (task, event) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const store = (task: string, { rawBody }: VerifiedDelivery) =>
    insert.run(task, Buffer.from(rawBody).toString())

  return createReceiver({
    secrets,
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
}
