import { readConfig } from '../../config/config.js'
import { policyOf } from '../../config/policy-of-settings.js'
import { isFresh } from '../../domain/rates/conversion.js'
import { type ExchangeRate, formatExchangeRate, parseExchangeRate } from '../../domain/rates/price.js'
import { confirmRate } from '../../domain/rates/rate-confirmation.js'
import type { StoredRate } from '../../domain/rates/stored-rate.js'
import type { Instant } from '../../domain/shared/types.js'
import { systemClock } from '../../runtime/clock.js'
import { type Args, UsageError } from '../command.js'
import { printLine, printRows, type Row, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'

/** Lists the newest rate of each currency. */
export async function list(args: Args): Promise<number> {
  const { ratesMaxAgeMs } = policyOf(readConfig())
  const now = systemClock.real()
  const rates = await readStore((tx) => tx.rates.list())
  printRows(
    rates.map((rate) => rowOf(rate, now, ratesMaxAgeMs)),
    args.isJson,
  )
  return 0
}

/** Confirms the rate of a currency, so that prices in it are taken. */
export async function confirm(args: Args): Promise<number> {
  const confirmation = { currency: args.requiredOperand('currency'), rate: rateOf(args) }
  const { currency, rate, confirmedRate } = await changeStore((tx, context) =>
    confirmRate(tx, context, confirmation, mandateOf(args)),
  )
  const used = formatExchangeRate(confirmedRate ?? rate)
  printLine(
    `one ${currency} at ${used} USDT is confirmed; rates within 10 % of it are used without a question`,
  )
  return 0
}

function rateOf(args: Args): ExchangeRate | undefined {
  const text = args.text('rate')
  const rate = text === undefined ? undefined : parseExchangeRate(text)
  if (text !== undefined && rate === undefined)
    throw new UsageError('--rate takes a decimal above 0 and below 1000000, with at most 12 decimals')
  return rate
}

const rowOf = (stored: StoredRate, now: Instant, maxAgeMs: number): Row => ({
  currency: stored.currency,
  rate: formatExchangeRate(stored.rate),
  rate_at: timeCell(stored.rateAt),
  state: stateOf(stored, now, maxAgeMs),
  confirmed_rate: stored.confirmedRate === null ? null : formatExchangeRate(stored.confirmedRate),
  source: stored.source,
})

function stateOf(stored: StoredRate, now: Instant, maxAgeMs: number): string {
  if (stored.waitingSince !== null) return 'unconfirmed'
  return isFresh(stored, now, maxAgeMs) ? 'used' : 'too old'
}
