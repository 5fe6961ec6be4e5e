/** The most that an entry may weigh: minified, compressed with gzip, dependencies included. */
interface Limits {
  /** What is loaded before the first call, kB. */
  readonly initial: number
  /** That, and what is loaded during the first call, kB. */
  readonly called: number
  /** Everything in one file, kB. */
  readonly whole: number
}

/** An entry that is not named here serves development and has no limit. */
export const limits: Readonly<Record<string, Limits>> = {
  '@merchantpay/sdk': { initial: 8.1, called: 13.6, whole: 21.1 },
  '@merchantpay/sdk/signing': { initial: 1, called: 1, whole: 1 },
  '@merchantpay/sdk/money': { initial: 1.5, called: 1.5, whole: 1.5 },
  '@merchantpay/sdk/sse': { initial: 1, called: 1, whole: 1 },
}
