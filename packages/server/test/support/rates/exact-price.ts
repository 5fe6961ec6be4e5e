/** A fraction in lowest terms, for sums that are made apart from the code under test. */
interface Fraction {
  readonly above: bigint
  readonly below: bigint
}

/** `12.5` → 25/2 */
function fractionOf(decimal: string): Fraction {
  const [whole = '0', decimals = ''] = decimal.split('.')
  return reduced(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

const times = (a: Fraction, b: Fraction): Fraction => reduced(a.above * b.above, a.below * b.below)

function reduced(above: bigint, below: bigint): Fraction {
  let [a, b] = [above, below]
  while (b !== 0n) [a, b] = [b, a % b]
  return { above: above / a, below: below / a }
}

/** The smallest multiple of 10^-decimals that is not below the fraction, as a decimal. */
function roundedUp({ above, below }: Fraction, decimals: number): string {
  const scaled = above * 10n ** BigInt(decimals)
  const floor = scaled / below
  const units = floor * below === scaled ? floor : floor + 1n
  const digits = `${units}`.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The amount of a price: the rate with the surcharge (1e-6), to 12 decimals, and the amount in USDT, to 2. */
export function exactPrice(price: string, rate: string, surcharge: bigint): { rate: string; usdt: string } {
  const factor = reduced(1_000_000n + surcharge, 1_000_000n)
  const charged = roundedUp(times(fractionOf(rate), factor), 12)
  return { rate: charged, usdt: roundedUp(times(fractionOf(price), fractionOf(charged)), 2) }
}
