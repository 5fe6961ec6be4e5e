// This file is generated from the contract; change the contract and run npm run generate.

/** Fields that no log may show. */
export const SECRETS: readonly string[] = [
  "payment_uri",
  "payment_url",
  "secret",
  "url",
  "webhook_secret"
]
