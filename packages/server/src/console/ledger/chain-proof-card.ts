import type { ChainProof } from '../../domain/ledger/chain-proof.js'
import { chainSubject } from '../../domain/ledger/proof-finding.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { NETWORKS, type Network } from '../../networks/networks.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { type Column, table } from '../../ui/table.js'
import { duration } from '../formats.js'
import type { Visit } from '../visit.js'
import { findingsTable } from './findings-table.js'
import { VERIFY_PATH } from './verify-action.js'

/** The custody of each network beside the balances of our addresses, as the last proof read them. */
export async function chainProofCard(tx: Tx, visit: Visit): Promise<Html> {
  const stored = await tx.chainProofs.list(visit.environment)
  const rows = NETWORKS.flatMap((network): ChainProof[] => {
    const id = { environment: visit.environment, network }
    const proof = stored.find((each) => each.id.network === network)
    if (proof) return [proof]
    return isServed(network, visit) ? [{ id, request: undefined, ended: undefined, result: undefined }] : []
  })
  const findings: Html[] = []
  for (const { id, result } of rows) {
    if (!result || result.violations === 0) continue
    const kept = await tx.proofFindings.list(chainSubject(id))
    const title = `Findings on ${NETWORK_NAMES[id.network]}`
    const list = findingsTable({ kept, count: result.violations, title, command: 'ledger verify --chain' })
    findings.push(html`<div class="card-body"><h3>${title}: ${number(result.violations)}</h3></div>${list}`)
  }
  const body =
    rows.length === 0
      ? html`<p class="card-body">Sandboxes serve the networks of this environment: they have no addresses to compare with.</p>`
      : html`${figuresOf(rows, visit)}${joinHtml(findings)}${buttonFor(rows, visit)}`
  return card({
    id: 'chains',
    title: 'Verified against the chains',
    aside: 'Custody against the balances of our addresses, USDT',
    body,
    isFlush: true,
  })
}

const isServed = (network: Network, { chains }: Visit): boolean =>
  chains.some((chain) => chain.network === network && chain.nodes !== undefined)

/** A request to prove a network that was switched off meanwhile does not block the next one. */
function buttonFor(rows: readonly ChainProof[], visit: Visit): Html {
  const served = rows.filter(({ id }) => isServed(id.network, visit))
  if (served.length === 0) return NOTHING
  if (served.some(({ request }) => request))
    return html`<p class="card-body">Under way. The nodes are asked for each address; load this page again to see the result.</p>`
  return visit.may('ledger verify')
    ? html`<p class="card-body">${buttonLink({ text: 'Verify against the chains', href: visit.href(VERIFY_PATH) })}</p>`
    : NOTHING
}

function figuresOf(rows: readonly ChainProof[], visit: Visit): Html {
  const figure = (
    title: string,
    of: (result: NonNullable<ChainProof['result']>) => bigint,
  ): Column<ChainProof> => ({
    title,
    isNumber: true,
    place: 'more',
    isLabelled: true,
    cell: ({ id, result }) => (result ? exactText(of(result), exactScale(id.network)) : '–'),
  })
  return table({
    caption: 'Custody of each network and the balances of our addresses',
    rows,
    columns: [
      { title: 'Network', place: 'name', cell: ({ id }) => NETWORK_NAMES[id.network] },
      { title: 'State', place: 'status', cell: stateOf },
      figure('Custody', ({ custody }) => custody),
      figure('In flight', ({ inFlight }) => inFlight),
      figure('On our addresses', ({ balance }) => balance),
      figure('Difference', ({ difference }) => difference),
      { title: 'Read', place: 'note', cell: (proof) => endOf(proof, visit) },
    ],
  })
}

function stateOf({ request, ended, result }: ChainProof): Html {
  if (request) return badge({ tone: 'info', icon: 'loop', text: 'Under way' })
  if (ended?.fault) return badge({ tone: 'warn', icon: 'warning', text: 'Not read' })
  if (!result) return badge({ tone: 'grey', icon: 'clock', text: 'Never read' })
  return result.violations === 0
    ? badge({ tone: 'ok', icon: 'check-circle', text: 'Agrees' })
    : badge({ tone: 'bad', icon: 'cross-circle', text: 'Differs' })
}

/** When the figures were read and for whom, and why later ones could not be. */
function endOf({ request, ended, result }: ChainProof, visit: Visit): Html {
  const asked = request ? html`asked ${visit.time(request.requestedAt)} by ${request.requestedBy}` : undefined
  const read = result
    ? html`${visit.time(result.provenAt)}${ended && !ended.fault ? html` for ${ended.endedBy}, in ${duration(ended.tookMs)}` : NOTHING}`
    : undefined
  const failed =
    ended?.fault && !request
      ? html`${visit.time(ended.endedAt)} for ${ended.endedBy}: ${ended.fault}`
      : undefined
  const parts = [read, failed, asked].filter((part) => part !== undefined)
  return parts.length === 0 ? html`–` : joinHtml(parts.map((part) => html`<div>${part}</div>`))
}

/** Writes exact units as USDT, with what is below its smallest unit. */
function exactText(exact: bigint, scale: bigint): string {
  const residue = exact % scale
  return `${money(exact / scale)}${residue === 0n ? '' : ` and ${residue} units`}`
}
