// This file is generated from the contract; change the contract and run npm run generate.

/** The statuses after which the stream of an order ends. */
export const TERMINAL: readonly string[] = [
  "PAID",
  "EXPIRED",
  "UNDERPAID",
  "FROZEN",
  "EXPIRED_PAID"
]
