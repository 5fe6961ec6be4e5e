import { backupItems, recoveryItems, shortfallItems } from '../../domain/attention/system-items.js'
import { platformAccount } from '../../domain/ledger/account.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { NETWORKS } from '../../networks/networks.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { type Fact, facts } from '../../ui/facts.js'
import { money, number } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { age, day } from '../formats.js'
import type { ConsolePage, ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { networkCards, noNetworks } from './networks.js'
import { nodesCard } from './nodes-card.js'
import { ratesCard } from './rates-card.js'
import { walletsCard } from './wallets.js'

/** Warnings first, then each network, the check of the nodes, the hot wallets, the proof of the ledger, backups and processes. */
export const systemPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const warnings = [
    ...(await recoveryItems(tx)),
    ...(await shortfallItems(tx)),
    ...(await backupItems(tx, visit.now)),
  ]
  const notices = warnings.map(({ text, command }) =>
    notice({
      kind: 'warn',
      title: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      text: html`Run <code>${command}</code>.`,
    }),
  )
  const main = html`${pageHead({ title: 'System', line: 'Values of this process are from its own memory. Times are UTC.' })}${joinHtml(notices)}${await networksOf(tx, visit)}${await ratesCard(tx, visit)}<div class="columns even">${await ledgerCard(tx, visit)}<div>${await backupCard(tx, visit)}${await processesCard(tx, visit)}</div></div>`
  return { kind: 'content', title: 'System', section: 'system', visit, main }
}

async function networksOf(tx: Tx, visit: Visit): Promise<Html> {
  if (visit.chains.length === 0) return noNetworks(visit)
  return html`<div class="columns even">${await networkCards(tx, visit)}</div>${nodesCard(visit)}${await walletsCard(tx, visit)}`
}

async function ledgerCard(tx: Tx, { environment, now }: Visit): Promise<Html> {
  const proof = await tx.ledgerProofs.find()
  const accounts = NETWORKS.map((network) => platformAccount(environment, `suspense:${network}`).id)
  const balances = [...(await tx.ledger.balances(accounts)).values()]
  const rows: Fact[] = [
    { label: 'Last proof', value: proof === undefined ? 'never' : `${age(proof.provenAt, now)} ago` },
    { label: 'Took', value: proof === undefined ? 'unknown' : `${number(proof.tookMs)} ms` },
    { label: 'Violations', value: proof === undefined ? 'unknown' : number(proof.violations) },
    {
      label: 'Suspense',
      value: `${money(balances.reduce((sum, balance) => sum + balance, 0n))} USDT`,
    },
    { label: 'Against the networks', value: html`<code>ledger verify --chain</code>` },
  ]
  return html`<div>${card({ id: 'ledger', title: 'Ledger', body: facts(rows) })}</div>`
}

async function backupCard(tx: Tx, { now }: Visit): Promise<Html> {
  const last = await tx.backups.findLast()
  const recovery = await tx.recoveries.findLast()
  const rows: Fact[] = [
    {
      label: 'Last backup',
      value:
        last === undefined
          ? 'none'
          : `${isoTime(last.madeAt).slice(0, 16).replace('T', ' ')}, ${age(last.madeAt, now)} ago`,
    },
    { label: 'File', value: last === undefined ? 'none' : html`<code>${last.location}</code>` },
    {
      label: 'Last recovery',
      value:
        recovery === undefined
          ? 'never'
          : `${day(recovery.begunAt)}, ${recovery.finishedAt === null ? 'not finished' : 'finished'}`,
    },
  ]
  return card({ id: 'backups', title: 'Backups', body: facts(rows) })
}

/** On SQLite there is one process. Of several on PostgreSQL, those that follow a network have a lease. */
async function processesCard(tx: Tx, visit: Visit): Promise<Html> {
  const leases = (await tx.networkLeases.list()).filter(({ leftMs }) => leftMs > 0)
  const holders = [...new Set(leases.map(({ holder }) => holder))]
  const rows: Fact[] = holders.map((holder) => ({
    label: html`<span class="mono" title="${holder}">${holder.slice(0, 8)}…</span>`,
    value: leases
      .filter((lease) => lease.holder === holder)
      .map(({ environment, network }) => `${environment}/${network}`)
      .join(', '),
  }))
  const own: Fact = {
    label: 'This process',
    value: `answered at ${isoTime(visit.services.context.clock.real()).slice(11, 19)}`,
  }
  return card({
    id: 'processes',
    title: 'Processes',
    aside: 'with the networks that they follow',
    body: facts([own, ...replicaFact(visit), ...rows]),
  })
}

/** The standby that lists are read from, where there is one. */
function replicaFact({ services }: Visit): Fact[] {
  const { replica } = services.staleReads
  if (!replica) return []
  const { lagMs = 0, fault } = replica
  const value =
    fault === undefined
      ? `lists and exports may lack the last ${number(Math.ceil(lagMs / 1_000))} s`
      : `not used: ${fault}`
  return [{ label: 'Replica', value }]
}
