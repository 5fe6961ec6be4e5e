import type { Context } from '../../domain/context.js'
import { listUnsummarized, tellOfFailing, tellSummary } from '../../domain/notices/daily-notices.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

/** Writes the notices that follow from no event: endpoints that fail, and the summaries of a day. */
export function noticeWriter(store: Store, context: Context): Worker {
  return {
    name: 'notice-writer',
    everyMs: 60_000,
    async tick() {
      const failing = await store.write((tx) => tellOfFailing(tx, context))
      const people = await store.read((tx) => listUnsummarized(tx, context))
      for (const person of people) await store.write((tx) => tellSummary(tx, context, person))
      return failing + people.length
    },
  }
}
