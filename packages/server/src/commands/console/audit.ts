import { isoTime } from '../../domain/shared/iso-time.js'
import type { Args } from '../command.js'
import { limitOf } from '../listing.js'
import { jsonLine, printLine, printRows } from '../output.js'
import { readStore } from '../store-access.js'

/** Lists the actions of operators and of the client app's backend, newest first. */
export async function list(args: Args): Promise<number> {
  const query = { subject: args.text('subject'), limit: limitOf(args) }
  const entries = await readStore((tx) => tx.audit.list(query))
  const rows = entries.map(({ createdAt, actor, action, subject, details }) => ({
    at: isoTime(createdAt),
    actor,
    action,
    subject,
    details,
  }))
  if (!args.isJson) printRows(rows, false)
  else for (const row of rows) printLine(jsonLine({ ...row, details: JSON.parse(row.details) }))
  return 0
}
