import type { Planted } from './fault.js'

const conversion = 'domain/rates/conversion.ts'
const price = 'domain/rates/price.ts'

/** Faults of prices: which rates are used, and what they make of a price. */
export const RATE_FAULTS: readonly Planted[] = [
  {
    name: 'a rate is used however old it is',
    file: conversion,
    from: 'now - rateAt <= maxAgeMs',
    to: 'now - rateAt <= 100 * maxAgeMs',
  },
  {
    name: 'a rate that jumped waits for no person',
    file: 'domain/rates/rate-recording.ts',
    from: 'return median !== undefined && isNear(rate, median)',
    to: 'return median !== undefined || rate > 0n',
  },
  {
    name: 'a rate that waits for a person is used',
    file: conversion,
    from: 'rate.waitingSince === null && isFresh',
    to: 'isFresh',
  },
  {
    name: 'a price becomes a cent too little',
    file: price,
    from: 'usdt(prices.priceInUsdt(amount, rate))',
    to: 'usdt(prices.priceInUsdt(amount, rate) - 1_000_000n)',
  },
]
