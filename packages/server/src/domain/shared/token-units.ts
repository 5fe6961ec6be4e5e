import { USDT_DECIMALS } from '@merchantpay/core/money'
import { descriptionOf, type Network } from '../../networks/networks.js'
import { type Usdt, usdt } from './money.js'

/*
 * The token counts in units of its own, 1e-6 USDT on most networks and 1e-18 on some. Balances are compared in exact units:
 * 1e-8 USDT, or the token's units where they are finer.
 */

const above = (one: number, other: number): bigint => BigInt(one > other ? one - other : 0)

const coarseness = (decimals: number): bigint => 10n ** above(USDT_DECIMALS, decimals)

const fineness = (decimals: number): bigint => 10n ** above(decimals, USDT_DECIMALS)

/** Returns how many exact units 1e-8 USDT has on a network. */
export const exactScale = (network: Network): bigint => fineness(descriptionOf(network).decimals)

/** Converts units of the token to exact units. */
export const exactOfUnits = (units: bigint, decimals: number): bigint => units * coarseness(decimals)

/** Converts units of the token to 1e-8 USDT, rounded down. */
export const usdtOfUnits = (units: bigint, decimals: number): Usdt =>
  usdt(exactOfUnits(units, decimals) / fineness(decimals))

/** Returns what {@link usdtOfUnits} leaves out, in exact units. */
export const residueOfUnits = (units: bigint, decimals: number): bigint =>
  exactOfUnits(units, decimals) % fineness(decimals)

/** Converts an amount that is a whole number of the token's units. */
export const unitsOfUsdt = (amount: Usdt, decimals: number): bigint =>
  (amount * fineness(decimals)) / coarseness(decimals)
