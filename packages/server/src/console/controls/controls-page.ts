import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import { merchantBalances } from '../../domain/ledger/ledger.js'
import type { Network } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { PayoutStop } from '../../domain/store/withdrawal-tables.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { badge } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import type { Action } from '../access/roles.js'
import { auditTable } from '../audit/audit-table.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { noNetworks } from '../system/networks.js'
import type { Visit } from '../visit.js'

const LATEST = 10
const SINCE = 'Since, by, why'
const CHANGES = [
  'payouts stop',
  'payouts resume',
  'orders pause',
  'orders resume',
] as const satisfies Action[]

interface NetworkRow {
  readonly network: Network
  readonly payouts: ChainCondition | undefined
  readonly orders: ChainCondition | undefined
  /** 1e-8 USDT of withdrawals that are not signed. */
  readonly waiting: bigint
}

interface MerchantRow extends PayoutStop {
  readonly name: string
  /** 1e-8 USDT. */
  readonly available: bigint
}

/** Stops and resumes payouts, of all networks, of one and of merchants, and new orders of a network. */
export const controlsPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const networks = await readNetworks(tx, visit)
  const cards =
    networks.length === 0
      ? noNetworks(visit)
      : html`${allCard(networks, visit)}${networksCard(networks, visit)}`
  const main = html`${pageHead({
    title: 'Controls',
    line: 'Each change asks for a reason, and is kept under your name. It holds for every signature that is not stored yet. Times are UTC.',
  })}${cards}${merchantsCard(await readMerchants(tx, visit), visit)}${await changesCard(tx, visit)}`
  return { kind: 'content', title: 'Controls', section: 'controls', visit, main }
}

async function readNetworks(tx: Tx, { chains }: Visit): Promise<NetworkRow[]> {
  const rows: NetworkRow[] = []
  for (const { environment, network } of chains) {
    const id = { environment, network }
    const conditions = await tx.chainConditions.list(id)
    const totals = await tx.withdrawals.totalOpen(id)
    rows.push({
      network,
      payouts: conditions.find(({ kind }) => kind === 'payouts_stopped'),
      orders: conditions.find(({ kind }) => kind === 'orders_paused'),
      waiting: (totals.get('PENDING')?.amount ?? 0n) + (totals.get('REVIEW')?.amount ?? 0n),
    })
  }
  return rows
}

async function readMerchants(tx: Tx, { environment }: Visit): Promise<MerchantRow[]> {
  const rows: MerchantRow[] = []
  for (const stop of await tx.payoutStops.list(environment)) {
    const merchant = await tx.merchants.find(stop.merchantId)
    const { available } = await merchantBalances(tx, stop)
    rows.push({ ...stop, name: merchant?.name ?? stop.merchantId, available })
  }
  return rows
}

function allCard(networks: readonly NetworkRow[], visit: Visit): Html {
  const stopped = networks.filter(({ payouts }) => payouts)
  const state =
    stopped.length === 0
      ? running()
      : html`${stoppedBadge(stopped.length < networks.length ? `Stopped on ${number(stopped.length)} of ${number(networks.length)} networks` : 'Stopped')}`
  const stop =
    stopped.length < networks.length
      ? link(visit, 'payouts stop', '/controls/payouts/all/stop', 'Stop all payouts', 'danger')
      : NOTHING
  const resume =
    stopped.length > 0
      ? link(visit, 'payouts resume', '/controls/payouts/all/resume', 'Resume all payouts')
      : NOTHING
  return card({
    id: 'all',
    title: beside('All payouts', state),
    aside: html`${resume} ${stop}`,
    body: 'Payments that are signed already go on. Withdrawals are accepted, and wait.',
  })
}

const networksCard = (rows: readonly NetworkRow[], visit: Visit): Html =>
  card({
    id: 'networks',
    title: 'Networks',
    isFlush: true,
    body: table({
      caption: 'Networks, with what is stopped',
      rows,
      columns: [
        { title: 'Network', place: 'name', cell: ({ network }) => html`<b>${NETWORK_NAMES[network]}</b>` },
        { title: 'New orders', place: 'more', isLabelled: true, cell: (row) => ordersCell(row, visit) },
        { title: 'Payouts', place: 'more', isLabelled: true, cell: (row) => payoutsCell(row, visit) },
        {
          title: 'Waiting',
          place: 'amount',
          isNumber: true,
          isLabelled: true,
          cell: ({ waiting }) => money(waiting),
        },
        { title: SINCE, place: 'more', cell: (row) => whyOf(row, visit) },
      ],
    }),
  })

function ordersCell({ network, orders }: NetworkRow, visit: Visit): Html {
  const path = `/controls/orders/${network}`
  return orders
    ? beside(stoppedBadge('Paused'), link(visit, 'orders resume', `${path}/resume`, 'Resume'))
    : beside(running(), link(visit, 'orders pause', `${path}/pause`, 'Pause'))
}

function payoutsCell({ network, payouts }: NetworkRow, visit: Visit): Html {
  const path = `/controls/payouts/${network}`
  return payouts
    ? beside(stoppedBadge('Stopped'), link(visit, 'payouts resume', `${path}/resume`, 'Resume'))
    : beside(running(), link(visit, 'payouts stop', `${path}/stop`, 'Stop'))
}

const whyOf = ({ payouts, orders }: NetworkRow, visit: Visit): Html =>
  html`${payouts ? html`<div>Payouts: ${sinceText(payouts, visit)}</div>` : NOTHING}${orders ? html`<div>New orders: ${sinceText(orders, visit)}</div>` : NOTHING}`

const sinceText = ({ sinceAt, reason }: Pick<ChainCondition, 'sinceAt' | 'reason'>, visit: Visit): Html =>
  html`${visit.time(sinceAt)}, ${reason}`

function merchantsCard(rows: readonly MerchantRow[], visit: Visit): Html {
  const body =
    rows.length === 0
      ? 'None. The page of a merchant has the button that stops its payouts.'
      : table({
          caption: 'Merchants whose payouts are stopped',
          rows,
          columns: [
            {
              title: 'Merchant',
              place: 'name',
              cell: ({ merchantId, name }) =>
                html`<a href="${visit.href(`/merchants/${merchantId}`)}">${name}</a>`,
            },
            {
              title: 'Available',
              place: 'amount',
              isNumber: true,
              cell: ({ available }) => money(available),
            },
            { title: SINCE, place: 'more', cell: (row) => sinceText(row, visit) },
            {
              title: 'Payouts',
              place: 'status',
              cell: ({ merchantId }) =>
                beside(
                  stoppedBadge('Stopped'),
                  link(visit, 'payouts resume', `/controls/payouts/${merchantId}/resume`, 'Resume'),
                ),
            },
          ],
        })
  return card({
    id: 'merchants',
    title: 'Merchants whose payouts are stopped',
    aside: html`<a href="${visit.href('/merchants')}">All merchants</a>`,
    body,
    isFlush: rows.length > 0,
  })
}

async function changesCard(tx: Tx, visit: Visit): Promise<Html> {
  const found = []
  for (const action of CHANGES) found.push(...(await tx.audit.list({ action, limit: LATEST })))
  const newest = found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, LATEST)
  return card({
    id: 'changes',
    title: 'Latest changes',
    aside: html`<a href="${visit.href('/audit')}">Audit log</a>`,
    body: auditTable(newest, visit),
    isFlush: true,
  })
}

/** A state, and the button that changes it. */
const beside = (...parts: readonly Content[]): Html =>
  html`<span class="beside">${joinHtml(parts.map((part) => html`${part}`))}</span>`
const running = (): Html => badge({ tone: 'ok', icon: 'check-circle', text: 'Running' })
const stoppedBadge = (text: string): Html => badge({ tone: 'bad', icon: 'pause', text })

const link = (visit: Visit, action: Action, path: string, text: string, kind?: 'danger'): Html =>
  visit.may(action) ? buttonLink({ text, href: visit.href(path), ...(kind && { kind }) }) : NOTHING
