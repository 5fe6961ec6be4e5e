export interface Result {
  readonly what: string
  readonly value: string
  readonly spread: string
  readonly goal: string
}

const ROUNDS = 7

/** Measures baseline and subject in turn, so that a busy machine slows both. Each returns operations per second. */
export async function compare(
  what: string,
  goal: string,
  baseline: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<Result> {
  await baseline()
  await subject()
  const ratios: number[] = []
  let last = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const base = await baseline()
    last = await subject()
    ratios.push(last / base)
  }
  const [low, middle, high] = [quantile(ratios, 0.1), quantile(ratios, 0.5), quantile(ratios, 0.9)]
  const spread = `p10 ${low.toFixed(2)}, p90 ${high.toFixed(2)}, ${ROUNDS} rounds, last ${Math.round(last)}/s`
  return { what, value: `${middle.toFixed(2)} ×`, spread, goal }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}
