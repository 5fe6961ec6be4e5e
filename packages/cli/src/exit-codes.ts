/** The exit codes of every command. */
export const EXIT = {
  ok: 0,
  api: 1,
  usage: 2,
  network: 3,
  authentication: 4,
  timeout: 5,
  /** As shells report a command that SIGINT ended. */
  interrupted: 130,
  /** EX_CONFIG of sysexits.h */
  configuration: 78,
} as const

/** The exit codes of `orders wait`, by the status of the order. */
export const EXIT_BY_STATUS: Readonly<Record<string, number>> = {
  PAID: 0,
  EXPIRED: 10,
  UNDERPAID: 11,
  FROZEN: 12,
  EXPIRED_PAID: 13,
}

/** The meaning of each code, for the help and the documentation. */
export const EXIT_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'the service refused the call, or a check failed'],
  [2, 'wrong usage'],
  [3, 'the service cannot be reached'],
  [4, 'the key was refused'],
  [5, 'time-out'],
  [10, '`orders wait`: EXPIRED'],
  [11, '`orders wait`: UNDERPAID'],
  [12, '`orders wait`: FROZEN'],
  [13, '`orders wait`: EXPIRED_PAID'],
  [78, 'a profile, a variable or the installation cannot be used'],
  [130, 'interrupted before the end'],
]
