import { servedNetworks } from '../../domain/chain/served-chain.js'
import { readBalanceSheet, type SheetLine, totalOf } from '../../domain/ledger/balance-sheet.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Network } from '../../networks/networks.js'
import { NETWORKS } from '../../networks/networks.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { type Fact, facts } from '../../ui/facts.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import type { Visit } from '../visit.js'

const PLACES: Readonly<Record<string, string>> = {
  custody: 'On our addresses',
  operator: 'Owed by the operator',
  app_rail: 'Owed by the client app',
}
const OWNERS: Readonly<Record<string, string>> = {
  available: 'Merchants, available',
  held: 'Merchants, held',
  frozen: 'Merchants, frozen',
  shortfall: 'Merchants, shortfall',
  suspense: 'Suspense',
  operator: 'Put in by the operator',
  app_rail: 'Owed to the client app',
  fees: 'Fees',
}

/** All balances of an environment: where the money is, whose it is, and whether both come to the same. */
export async function balanceSheetCard(tx: Tx, { environment, services }: Visit): Promise<Html> {
  const { places, owners } = await readBalanceSheet(tx, environment)
  const served = servedNetworks(services.context)
  const off = totalOf(places) - totalOf(owners)
  const fault =
    off === 0n
      ? NOTHING
      : notice({
          kind: 'bad',
          title: `The two sides differ by ${money(off < 0n ? -off : off)} USDT.`,
          text: 'A balance is wrong. The findings of the next proof name it.',
        })
  const columns = html`<div class="columns even balance">${columnOf('Where the money is', places, PLACES, served)}${columnOf('To whom it belongs', owners, OWNERS, served)}</div>`
  return card({ id: 'balances', title: 'Balance sheet', aside: 'USDT', body: html`${fault}${columns}` })
}

/** A network that is off is shown only where it has money. */
function columnOf(
  title: string,
  lines: readonly SheetLine[],
  names: Readonly<Record<string, string>>,
  served: readonly Network[],
): Html {
  const shown = lines.flatMap(({ code, amount }): Fact[] => {
    const [name = '', of] = code.split(':')
    const network = NETWORKS.find((each) => each === of)
    if (amount === 0n && network && !served.includes(network)) return []
    const label = `${names[name] ?? name}${network ? `, ${NETWORK_NAMES[network]}` : ''}`
    return [{ label, value: money(amount) }]
  })
  const total = {
    label: html`<strong>Total</strong>`,
    value: html`<strong>${money(totalOf(lines))}</strong>`,
  }
  return html`<section><h3>${title}</h3>${facts([...shown, total])}</section>`
}
