import { parseDecimal, splitDecimal, trimZeros } from '@merchantpay/core/money'
import { descriptionOf } from '../../networks/networks.js'
import { type Usdt, usdt } from '../shared/money.js'
import type { Network } from '../shared/types.js'

/** Reads whole coins with decimals. @returns the smallest unit; undefined for any other text */
export function parseCoins(network: Network, text: string): bigint | undefined {
  const { coinDecimals } = descriptionOf(network)
  return parseDecimal(text, coinDecimals, coinDecimals)
}

/** Writes coins with their name: `0.0125 ETH`. */
export function coinText(network: Network, units: bigint): string {
  const { coin, coinDecimals } = descriptionOf(network)
  const { whole, decimals } = splitDecimal(units, coinDecimals)
  const trimmed = trimZeros(decimals)
  return `${trimmed === '' ? whole : `${whole}.${trimmed}`} ${coin}`
}

/** Returns the value of coins, rounded up. @param price of one coin */
export function coinValue(network: Network, units: bigint, price: Usdt): Usdt {
  const whole = 10n ** BigInt(descriptionOf(network).coinDecimals)
  return usdt((units * price + whole - 1n) / whole)
}
