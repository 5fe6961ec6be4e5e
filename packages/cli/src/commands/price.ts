import { usage } from '../failure.js'

/** A price as the API takes it; the service checks its decimals and its currency. @throws Failure `usage` */
export function priceOf(name: string, text: string): { amount: `${number}`; currency: string } {
  const [, amount, currency] = /^(\d{1,14}(?:\.\d{1,4})?) ?([A-Z]{3})$/.exec(text) ?? []
  if (amount === undefined || currency === undefined) throw usage(`${name} takes a price like "49.90 EUR"`)
  return { amount: amount as `${number}`, currency } // checked above
}
