import type { LedgerProof } from '../../domain/ledger/ledger-proof.js'
import { LEDGER_SUBJECT } from '../../domain/ledger/proof-finding.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { counted, duration } from '../formats.js'
import type { Visit } from '../visit.js'
import { findingsTable } from './findings-table.js'

/** The last proof of the ledger's own rows, by a server or by `ledger verify`. */
export async function proofCard(tx: Tx, visit: Visit, proof: LedgerProof | undefined): Promise<Html> {
  if (!proof)
    return cardOf(
      html`<p class="card-body">None has ended yet. A server proves its ledger after each start.</p>`,
    )
  const { provenAt, tookMs, violations } = proof
  const found =
    violations === 0
      ? badge({ tone: 'ok', icon: 'check-circle', text: 'No findings' })
      : badge({ tone: 'bad', icon: 'cross-circle', text: counted(violations, 'finding') })
  const findings = findingsTable({
    kept: await tx.proofFindings.list(LEDGER_SUBJECT),
    count: violations,
    title: 'Findings in the ledger',
    command: 'ledger verify',
  })
  return cardOf(
    html`<p class="card-body">${found} Ended ${visit.time(provenAt)}, took ${duration(tookMs)}.</p>${findings}`,
  )
}

const cardOf = (body: Html): Html =>
  card({
    id: 'proof',
    title: 'Last proof of the ledger',
    aside: 'Every balance against its postings, and every posting against its source',
    body,
    isFlush: true,
  })
