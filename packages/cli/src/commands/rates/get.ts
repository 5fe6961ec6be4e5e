import type { Context } from '../../context.js'
import { rowOf } from '../../output.js'

/** Prints the present exchange rate of a currency. */
export async function run({ input, output, client, signal }: Context): Promise<undefined> {
  const mp = await client()
  const rate = await mp.rates.get({ currency: input.requiredOperand('currency') }, { signal })
  output.card(rate, rowOf(rate))
  return undefined
}
