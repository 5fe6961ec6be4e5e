const SECOND_MS = 1_000
const UNITS_PER_USDT = 1e8

/** Returns seconds, the base unit of times. */
export const seconds = (ms: number): number => ms / SECOND_MS

/** Returns whole USDT for a metric, which is a floating-point number: rounded above 90 million USDT, and never calculated with. */
export const wholeUsdt = (units: bigint): number => Number(units) / UNITS_PER_USDT
