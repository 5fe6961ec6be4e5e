import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { NETWORK_NAMES, number } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** Whether nodes serve a network of the environment; a sandbox has none. */
export const hasNodes = ({ chains }: Visit): boolean => chains.some((chain) => chain.nodes !== undefined)

/** The last check of the nodes by this process: its failed rows, each with what to change. */
export function nodesCard(visit: Visit): Html {
  if (!hasNodes(visit)) return NOTHING
  const last = visit.services.networks.nodeChecks.last(visit.environment)
  const at = last ? isoTime(last.startedAt).slice(11, 19) : undefined
  const failed = last?.findings?.filter(({ result }) => result === 'fail') ?? []
  const button = visit.may('nodes check')
    ? html`<p>${buttonLink({ text: 'Check the nodes', href: visit.href('/system/nodes/check') })}</p>`
    : NOTHING
  const line = failed.length > 0 ? NOTHING : html`<p>${stateOf(last?.findings, at)}</p>`
  return card({
    id: 'nodes',
    title: 'Check of the nodes',
    ...(at === undefined ? {} : { aside: `begun at ${at}` }),
    body: html`${line}${failed.length > 0 ? failures(failed) : NOTHING}${button}`,
  })
}

function stateOf(findings: readonly NodeFinding[] | undefined, at: string | undefined): string {
  if (at === undefined) return 'This process has not checked the nodes yet.'
  if (!findings) return 'The nodes are being asked.'
  return `${number(findings.length)} questions, and no answer that needs a change.`
}

const failures = (rows: readonly NodeFinding[]): Html =>
  table({
    caption: 'Failed questions',
    rows,
    columns: [
      { title: 'Node', place: 'name', cell: ({ network, node }) => `${NETWORK_NAMES[network]} ${node}` },
      { title: 'Question', place: 'status', cell: ({ probe }) => probe },
      { title: 'Answer', place: 'note', cell: ({ seen }) => seen },
      { title: 'To change', place: 'more', cell: ({ change }) => change ?? '' },
    ],
  })
