import type { AuditEntry } from '../../domain/shared/audit-entry.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { BATCH_ROWS, batchOf, type Columns } from '../../pages/csv.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { searchField } from '../../ui/fields.js'
import { pageHead } from '../../ui/shell.js'
import { csvButton, newestCsv } from '../lists/csv.js'
import { listFilters } from '../lists/filters.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { auditTable } from './audit-table.js'

/** Entries that the page counts. */
const COUNTED = 10_000

/** The newest entries, of everything or of one id, as a file. */
export const auditCsv: ReadPage = async (_tx, visit) =>
  newestCsv(visit, 'audit', COLUMNS, async (tx, before: string | undefined) => {
    const found = await tx.audit.list({ subject: visit.query('subject'), before, limit: BATCH_ROWS })
    return batchOf(found, ({ id }) => id)
  })

const COLUMNS: Columns<AuditEntry> = {
  created_at: ({ createdAt }) => isoTime(createdAt),
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  details: ({ details }) => details,
  id: ({ id }) => id,
}

/** The audit log, of everything or of one id. */
export const auditPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const subject = visit.query('subject')
  const found = await tx.audit.list({ subject, before: placeOf(visit), limit: PAGE_ROWS + 1 })
  const rows = found.slice(0, PAGE_ROWS)
  const filters = listFilters(visit, {
    path: '/audit',
    label: 'Filter the audit log',
    fields: [
      searchField({
        name: 'subject',
        label: 'Id of an order, withdrawal, merchant or key',
        value: subject ?? '',
      }),
    ],
    pills: subject === undefined ? [] : [{ text: `About ${subject}`, href: visit.href('/audit') }],
  })
  const counted = await tx.overview.countAudit(subject)
  const pages = pagesOf(visit, {
    path: '/audit',
    query: { subject },
    rows: rows.length,
    next: found.length > PAGE_ROWS ? rows.at(-1)?.id : undefined,
    total: counted >= COUNTED ? undefined : counted,
  })
  const main = html`${pageHead({ title: 'Audit log', line: 'Everything that operators did, in live and test. Times are UTC.', actions: csvButton(visit, '/audit.csv', { subject }) })}${filters}${card({ id: 'audit', isFlush: true, body: found.length === 0 && subject !== undefined ? noMatch(visit, 'list', '/audit', 'no_match_text') : html`${auditTable(rows, visit)}${pages}` })}`
  return { kind: 'content', title: 'Audit log', section: 'audit', visit, main }
}
