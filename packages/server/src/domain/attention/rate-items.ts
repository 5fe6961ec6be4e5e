import { isSupported } from '../rates/conversion.js'
import { formatExchangeRate } from '../rates/price.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { command, countText, oneByOne } from './item-lists.js'

const MINUTE_MS = 60_000

/** Lists the rates that wait for a person, and a source without usable rates. */
export async function rateItems(tx: Tx, now: Instant, maxAgeMs: number): Promise<AttentionItem[]> {
  const waiting = (await tx.rates.list()).flatMap((rate) =>
    rate.waitingSince !== null && isSupported(rate, now) ? [{ ...rate, sinceAt: rate.waitingSince }] : [],
  )
  const unconfirmed = oneByOne(
    'rate_review',
    waiting,
    ({ currency, rate, confirmedRate, sinceAt }) => {
      const text = formatExchangeRate(rate)
      const known =
        confirmedRate === null ? 'is the first one' : `jumped from ${formatExchangeRate(confirmedRate)}`
      return {
        subject: currency,
        environment: null,
        sinceAt,
        amount: null,
        text: `prices in ${currency} are refused: the rate of ${text} USDT ${known}; compare it with another source`,
        command: command(`rates confirm ${currency} --rate ${text}`),
      }
    },
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: null,
      text: `prices in ${countText(rest.length)} more currencies are refused until their rates are confirmed`,
      command: command('rates list'),
    }),
  )
  return [...unconfirmed, ...(await staleItems(tx, now, maxAgeMs))]
}

/** Lists a source that has given no usable answer for as long as a rate is used. */
async function staleItems(tx: Tx, now: Instant, maxAgeMs: number): Promise<AttentionItem[]> {
  const { failingSince, fault } = await tx.rates.source()
  if (failingSince === null || now - failingSince < maxAgeMs) return []
  return [
    {
      key: 'rates_stale',
      kind: 'rates_stale',
      subject: 'rates',
      environment: null,
      sinceAt: failingSince,
      amount: null,
      text: `prices in other currencies are refused: no usable rates for ${Math.floor((now - failingSince) / MINUTE_MS)} minutes, ${fault}`,
      command: command('config check'),
    },
  ]
}
