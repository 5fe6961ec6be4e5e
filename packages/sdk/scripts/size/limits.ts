/**
 * The most that an entry may weigh with everything it exports, kB: minified, compressed with gzip, dependencies included. An
 * entry without a limit is for development.
 */
export const limits: Readonly<Record<string, number>> = {
  '@merchantpay/sdk': 22.5,
  '@merchantpay/sdk/signing': 1,
  '@merchantpay/sdk/money': 1.5,
  '@merchantpay/sdk/sse': 1,
}
