import { html } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { searchField } from '../../ui/fields.js'
import { filterBar } from '../../ui/filters.js'
import { pagination } from '../../ui/pagination.js'
import { pageHead } from '../../ui/shell.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { counted } from '../shown.js'
import { auditTable } from './audit-table.js'

const PAGE_ROWS = 50

/** The audit log, of everything or of one id. */
export const auditPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const subject = visit.query('subject')
  const found = await tx.audit.list({ subject, before: visit.query('before'), limit: PAGE_ROWS + 1 })
  const rows = found.slice(0, PAGE_ROWS)
  const filters = filterBar({
    action: visit.href('/audit'),
    label: 'Filter the audit log',
    fields: [
      searchField({
        name: 'subject',
        label: 'Id of an order, withdrawal, merchant or key',
        value: subject ?? '',
      }),
    ],
    kept: visit.environment === 'test' ? { env: 'test' } : {},
    pills: subject === undefined ? [] : [{ text: `About ${subject}`, href: visit.href('/audit') }],
    clearHref: visit.href('/audit'),
    words: { apply: 'Apply', clear: 'Clear filters', remove: 'Remove filter:' },
  })
  const pages = pagination({
    label: 'Pages',
    text: `${counted(rows.length, 'entry', 'entries')}, newest first`,
    ...(visit.query('before') !== undefined && {
      newer: { href: visit.href('/audit', { subject }), text: 'Newest' },
    }),
    ...(found.length > PAGE_ROWS && {
      older: { href: visit.href('/audit', { subject, before: rows.at(-1)?.id }), text: 'Older' },
    }),
  })
  const main = html`${pageHead({ title: 'Audit log', line: 'Everything that operators did, in live and test. Times are UTC.' })}${filters}${card({ id: 'audit', isFlush: true, body: html`${auditTable(rows, visit)}${pages}` })}`
  return { kind: 'content', title: 'Audit log', section: 'audit', visit, main }
}
