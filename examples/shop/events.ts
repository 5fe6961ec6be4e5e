import { ApiError, type EventListOptions, type MerchantPay } from '@merchantpay/sdk'
import type { Database } from 'better-sqlite3'
import { nameOrder, recordOrder } from './payments.js'

/**
 * Records what happened since the last event that was recorded, whether or not its webhook arrived. An event carries the state of
 * its order, so that a day of the shop takes a few requests.
 */
export async function readEvents(mp: MerchantPay, database: Database): Promise<void> {
  const after = database.prepare('SELECT cursor FROM events_read').pluck().get() as string | undefined
  try {
    await recordEvents(mp, database, { after })
  } catch (error) {
    // The cursor is older than 30 days, or than a restore of the service. Events that come again change nothing.
    if (!(error instanceof ApiError) || error.readFrom === undefined) throw error
    await recordEvents(mp, database, { created_from: error.readFrom })
  }
}

/** Records events page by page, each in one transaction with the place in the list after it. */
async function recordEvents(mp: MerchantPay, database: Database, from: EventListOptions): Promise<void> {
  for await (const { events, cursor } of mp.events.list(from).pages())
    database.transaction(() => {
      for (const { payload } of events) {
        const { data, timestamp } = payload
        if (!('order_number' in data)) continue // about a withdrawal
        nameOrder(database, data.order_id, data.metadata)
        recordOrder(database, { ...data, id: data.order_id, updated_at: timestamp })
      }
      database
        .prepare(
          'INSERT INTO events_read (id, cursor) VALUES (1, ?) ON CONFLICT DO UPDATE SET cursor = excluded.cursor',
        )
        .run(cursor)
    })()
}
