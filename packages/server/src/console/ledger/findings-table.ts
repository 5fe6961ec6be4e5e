import type { ProofFinding } from '../../domain/ledger/proof-finding.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { number } from '../../ui/figures.js'
import { table } from '../../ui/table.js'

interface Findings {
  /** The first ones, which are kept. */
  readonly kept: readonly ProofFinding[]
  /** Number of all findings. */
  readonly count: number
  readonly title: string
  /** The command that prints all of them. */
  readonly command: string
}

/** The first findings of a proof, as `ledger verify` prints them. */
export function findingsTable({ kept, count, title, command }: Findings): Html {
  if (count === 0) return NOTHING
  const rest = count - kept.length
  const more =
    rest > 0
      ? html`<p class="card-body">${number(rest)} more: run <code>merchantpay-server ${command}</code> on the server.</p>`
      : NOTHING
  const rows = table({
    caption: title,
    rows: kept,
    columns: [
      { title: 'Rule', place: 'name', cell: ({ check }) => check },
      { title: 'Finding', place: 'more', cell: ({ message }) => message },
    ],
  })
  return html`${rows}${more}`
}
