import { isoTime } from '../domain/shared/iso-time.js'
import { readStore } from './store-access.js'
import type { Args } from './command.js'
import { limitOf } from './listing.js'
import { jsonLine, printLine, printRows } from './output.js'

/** What was done by hand and by the client app's backend, newest first. */
export async function list(given: Args): Promise<number> {
  const query = { subject: given.option('subject'), limit: limitOf(given) }
  const entries = await readStore((tx) => tx.audit.list(query))
  const rows = entries.map(({ createdAt, actor, action, subject, details }) => ({
    at: isoTime(createdAt),
    actor,
    action,
    subject,
    details,
  }))
  if (!given.isJson) printRows(rows, false)
  else for (const row of rows) printLine(jsonLine({ ...row, details: JSON.parse(row.details) }))
  return 0
}
