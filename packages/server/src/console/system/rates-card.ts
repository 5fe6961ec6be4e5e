import { isFresh, isSupported } from '../../domain/rates/conversion.js'
import { formatExchangeRate } from '../../domain/rates/price.js'
import type { StoredRate } from '../../domain/rates/stored-rate.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { table } from '../../ui/table.js'
import { age } from '../formats.js'
import type { Visit } from '../visit.js'

/** The newest exchange rates, those that wait for a person first; nothing where the service takes no prices. */
export async function ratesCard(tx: Tx, visit: Visit): Promise<Html> {
  const now = visit.services.context.clock.real()
  const { failingSince, fault } = await tx.rates.source()
  const rates = (await tx.rates.list()).filter((rate) => isSupported(rate, now))
  const rows = [...rates].sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)))
  if (rows.length === 0 && failingSince === null) return NOTHING
  const state =
    failingSince === null
      ? NOTHING
      : html`<p>No usable rates for ${age(failingSince, now)}: ${fault ?? ''}.</p>`
  return card({
    id: 'rates',
    title: 'Exchange rates',
    aside: `USDT for one${rows[0] === undefined ? '' : `, from ${rows[0].source}`}`,
    body: html`${state}${rows.length === 0 ? NOTHING : ratesTable(rows, visit)}`,
    isFlush: failingSince === null,
  })
}

const isWaiting = ({ waitingSince }: StoredRate): boolean => waitingSince !== null

function ratesTable(rows: readonly StoredRate[], visit: Visit): Html {
  const { clock, policy } = visit.services.context
  const now = clock.real()
  return table({
    caption: 'Exchange rates, those that wait for confirmation first',
    rows,
    columns: [
      { title: 'Currency', place: 'name', cell: ({ currency }) => html`<b>${currency}</b>` },
      { title: 'USDT', place: 'amount', isNumber: true, cell: ({ rate }) => formatExchangeRate(rate) },
      {
        title: 'Confirmed',
        place: 'more',
        isNumber: true,
        isLabelled: true,
        cell: ({ confirmedRate }) => (confirmedRate === null ? 'never' : formatExchangeRate(confirmedRate)),
      },
      { title: 'Age', place: 'note', cell: ({ rateAt }) => age(rateAt, now) },
      {
        title: 'State',
        place: 'status',
        cell: (rate) => {
          if (isWaiting(rate)) return waitingCell(rate, visit)
          return isFresh(rate, now, policy.ratesMaxAgeMs)
            ? badge({ tone: 'ok', icon: 'check-circle', text: 'used' })
            : badge({ tone: 'grey', icon: 'clock', text: 'too old' })
        },
      },
    ],
  })
}

function waitingCell({ currency }: StoredRate, visit: Visit): Html {
  const state = badge({ tone: 'warn', icon: 'clock', text: 'unconfirmed' })
  if (!visit.may('rates confirm')) return state
  return html`${state} <a href="${visit.href(`/system/rates/${currency}/confirm`)}">Confirm<span class="only-read"> ${currency}</span></a>`
}
