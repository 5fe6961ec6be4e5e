/** Decimals that are computed with here, more than any source has. */
const DECIMALS = 12
export const ONE = 10n ** BigInt(DECIMALS)

/** Reads a decimal above 0 as units of 1e-12: no floating-point number touches a rate. */
export function readDecimal(text: string, what: string): bigint {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  const units = whole === '' ? 0n : BigInt(whole + decimals.padEnd(DECIMALS, '0'))
  if (units === 0n) throw new Error(`${what} is no decimal above 0`)
  return units
}

/** Writes units of 1e-12 without trailing zeros. */
export function writeDecimal(units: bigint): string {
  const digits = `${units}`.padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(2, '0')
  return `${digits.slice(0, -DECIMALS)}.${decimals}`
}

/** a / b in units of 1e-12, rounded to the nearest; both in one unit. */
export const ratio = (a: bigint, b: bigint): bigint => (a * ONE + b / 2n) / b
