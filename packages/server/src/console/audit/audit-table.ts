import type { AuditEntry } from '../../domain/shared/audit-entry.js'
import { type Html, html } from '../../runtime/html.js'
import { emptyState } from '../../ui/empty-state.js'
import { shortened } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** The actions of operators: who did what, about what, and why. */
export function auditTable(entries: readonly AuditEntry[], visit: Visit): Html {
  if (entries.length === 0)
    return emptyState({
      icon: 'list',
      title: 'No entries yet',
      text: 'No operator has done anything here yet.',
    })
  return table({
    caption: 'Audit entries, newest first',
    rows: entries,
    columns: [
      { title: 'What', place: 'name', cell: ({ action }) => action },
      {
        title: 'Who',
        place: 'note',
        cell: ({ actor }) => html`<span title="${actor}">${shortened(actor)}</span>`,
      },
      { title: 'When (UTC)', place: 'amount', cell: ({ createdAt }) => visit.time(createdAt) },
      {
        title: 'About',
        place: 'more',
        cell: ({ subject }) =>
          html`<a class="mono" title="${subject}" href="${visit.href('/search', { q: subject })}">${shortened(subject)}</a>`,
      },
      { title: 'Why and how', place: 'more', cell: detailsOf },
    ],
  })
}

/** The reason first, then the arguments. The details are JSON of this server, whose values may be texts from outside. */
function detailsOf({ details }: AuditEntry): Html {
  const { reason, ...rest } = JSON.parse(details) as Record<string, unknown> // written by `audit`
  const known = Object.entries(rest).filter(([, value]) => value !== null)
  const others = known.map(
    ([name, value]) =>
      `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return html`${typeof reason === 'string' ? html`<b>${reason}</b> ` : ''}<span class="dim small">${others.join(', ')}</span>`
}
