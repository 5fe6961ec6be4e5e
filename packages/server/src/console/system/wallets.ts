import type { Chain } from '../../domain/chain/chain.js'
import { platformBalance } from '../../domain/ledger/ledger.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WalletReading } from '../../domain/withdrawals/wallet-funds.js'
import { descriptionOf } from '../../networks/networks.js'
import { type Html, html } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

interface Row {
  readonly chain: Chain
  readonly address: string | null
  /** 1e-8 USDT of withdrawals that are not sent. */
  readonly waiting: bigint
  /** 1e-8 USDT on all addresses and wallets, by the ledger. */
  readonly custody: bigint
  readonly isPaused: boolean
}

/** The hot wallets with what waits to go out of them. */
export async function walletsCard(tx: Tx, visit: Visit): Promise<Html> {
  const { networks } = visit.services
  const rows: Row[] = []
  for (const chain of visit.chains) {
    const { environment, network } = chain
    const id = { environment, network }
    const totals = await tx.withdrawals.totalOpen(id)
    const waiting = (totals.get('PENDING')?.amount ?? 0n) + (totals.get('REVIEW')?.amount ?? 0n)
    const conditions = await tx.chainConditions.list(id)
    const wallet = await tx.wallets.find(id)
    rows.push({
      chain,
      address: wallet?.hotWallet ?? null,
      waiting,
      custody: await platformBalance(tx, environment, `custody:${network}`),
      isPaused: conditions.some(({ kind }) => kind === 'signer_paused'),
    })
  }
  const fundsOf = ({ chain }: Row) => networks.fundsOf(chain)
  const body = table({
    caption: 'Hot wallets',
    rows,
    columns: [
      {
        title: 'Wallet',
        place: 'name',
        cell: ({ chain, address }) =>
          html`${NETWORK_NAMES[chain.network]} ${address === null ? '' : exact(address)}`,
      },
      { title: 'USDT', isNumber: true, place: 'amount', cell: (row) => fundsText(fundsOf(row)?.tokens) },
      {
        title: 'To go out',
        isNumber: true,
        place: 'note',
        cell: ({ waiting }) => html`${money(waiting)}<span class="when-folded"> to go out</span>`,
      },
      {
        title: 'To sweep',
        isNumber: true,
        place: 'none',
        cell: (row) => fundsText(toSweep(row, fundsOf(row)?.tokens)),
      },
      {
        title: 'For fees',
        isNumber: true,
        place: 'none',
        cell: (row) => feesText(row, fundsOf(row)),
      },
      { title: 'Signer', place: 'status', cell: (row) => signerCell(row, visit) },
    ],
  })
  return card({ id: 'wallets', title: 'Hot wallets', aside: 'read every 5 minutes', body, isFlush: true })
}

/** Returns the money on receiving addresses: all custody that is not on the hot wallet. */
function toSweep({ chain, custody }: Row, tokens: bigint | undefined): bigint | undefined {
  const onWallet = chain.sender ? tokens : 0n
  if (onWallet === undefined) return undefined
  return custody > onWallet ? custody - onWallet : 0n
}

const fundsText = (tokens: bigint | undefined): string => (tokens === undefined ? 'not read' : money(tokens))

function feesText({ chain }: Row, funds: WalletReading | undefined): string {
  if (!funds) return 'not read'
  const resources = funds.resources.map(({ name, left }) => `${left} ${name}`)
  return [`${funds.coins} ${descriptionOf(chain.network).coin}`, ...resources].join(', ')
}

function signerCell({ chain, isPaused }: Row, visit: Visit): Html {
  if (!chain.sender) return badge({ tone: 'grey', text: 'No signer' })
  if (!isPaused) return badge({ tone: 'ok', icon: 'check-circle', text: 'Running' })
  const paused = badge({ tone: 'bad', icon: 'cross-circle', text: 'Paused' })
  if (!visit.may('signer resume')) return paused
  const href = visit.href(`/system/signer/${chain.environment}/${chain.network}/resume`)
  return html`${paused} ${buttonLink({ text: 'Resume', href })}`
}
