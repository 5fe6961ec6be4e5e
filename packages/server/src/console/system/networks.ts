import { endingCommand } from '../../domain/attention/network-items.js'
import type { Chain } from '../../domain/chain/chain.js'
import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { type Fact, facts } from '../../ui/facts.js'
import { NETWORK_NAMES, number } from '../../ui/figures.js'
import { age } from '../formats.js'
import type { Visit } from '../visit.js'

/** Replaces the networks and their wallets, where the settings name none. */
export const noNetworks = ({ environment }: Visit): Html =>
  card({
    id: 'networks',
    body: emptyState({
      icon: 'pulse',
      title: 'No networks',
      text: html`The settings name none for ${environment}. Run <code>merchantpay-server config print</code> on the server to see those in force.`,
    }),
  })

/** One card for each network of the environment. */
export async function networkCards(tx: Tx, visit: Visit): Promise<Html> {
  const { chains } = visit
  const cards: Html[] = []
  for (const chain of chains) cards.push(html`<div>${await networkCard(tx, visit, chain)}</div>`)
  return joinHtml(cards)
}

async function networkCard(tx: Tx, visit: Visit, chain: Chain): Promise<Html> {
  const { networks, context } = visit.services
  const { environment, network } = chain
  const id = { environment, network }
  const cursor = await tx.cursors.find(id)
  const conditions = await tx.chainConditions.list(id)
  const position = networks.positionOf(id)
  // The database may be ahead of what this process has seen.
  const newest = Math.max(position?.head ?? 0, position?.block ?? 0, cursor?.block.number ?? 0)
  const used =
    (await tx.addresses.findTakenIndexes(id)).highest - (await tx.recoveries.countSkipped(id)).count
  const { addressLimit } = context.policy
  const rows: Fact[] = [
    {
      label: 'Newest block',
      value:
        position === undefined
          ? 'not read by this process yet'
          : `${number(newest)}, ${age(0, position.silentMs)} ago`,
    },
    { label: 'Recorded up to', value: cursor === undefined ? 'nothing yet' : number(cursor.block.number) },
    {
      label: 'Behind',
      value:
        position === undefined
          ? 'unknown'
          : `${number(newest - (cursor?.block.number ?? position.block))} blocks`,
    },
    ...nodeFacts(chain),
    {
      label: 'Free addresses',
      value: `${number(Math.max(addressLimit - used, 0))} of ${number(addressLimit)}`,
    },
    { label: 'Confirmations', value: number(chain.depth) },
    ...conditions.map(({ kind, reason, sinceAt }) => ({
      label: badge({ tone: 'warn', icon: 'warning', text: kind }),
      value: html`${reason}, for ${age(sinceAt, visit.now)}${endOf(id, kind)}`,
    })),
  ]
  const state =
    conditions.length === 0
      ? badge({ tone: 'ok', icon: 'check-circle', text: 'Healthy' })
      : badge({ tone: 'warn', icon: 'warning', text: `${conditions.length} to look at` })
  return card({
    id: `network-${network}`,
    title: `${NETWORK_NAMES[network]}, ${environment}`,
    aside: state,
    body: facts(rows),
  })
}

/** The console has no page that ends such a condition. */
function endOf(id: ChainId, kind: ChainConditionKind): Html {
  const command = endingCommand(id, kind)
  return command === undefined ? NOTHING : html`. To end it, run <code>${command}</code>.`
}

/** A sandbox has no nodes. */
function nodeFacts(chain: Chain): Fact[] {
  const report = chain.nodes?.()
  if (!report) return [{ label: 'Nodes', value: 'sandbox' }]
  const able = report.nodes.filter(({ isAble }) => isAble).length
  const left = report.nodes.flatMap(({ callsLeft }) => (callsLeft === undefined ? [] : [number(callsLeft)]))
  return [
    { label: 'Nodes', value: `${able} of ${report.nodes.length} answer` },
    ...(left.length === 0 ? [] : [{ label: 'Calls left today', value: left.join(', ') }]),
  ]
}
