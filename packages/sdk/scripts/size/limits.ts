/**
 * The most that an entry may weigh with everything it exports, kB: minified, compressed with gzip, dependencies included. An
 * entry that is not named here serves development and has no limit.
 */
export const limits: Readonly<Record<string, number>> = {
  '@merchantpay/sdk': 22,
  '@merchantpay/sdk/signing': 1,
  '@merchantpay/sdk/money': 1.5,
  '@merchantpay/sdk/sse': 1,
}
