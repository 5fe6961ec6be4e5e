import type { Context } from '../../context.js'

/** Closes a payment link. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const mp = await context.client()
  output.card(await mp.paymentLinks.close(input.requiredOperand('link'), { signal }))
  return undefined
}
