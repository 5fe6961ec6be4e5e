import { UsageError } from './errors.js'

/** How long a call may take and how often it may be sent. */
export interface Limits {
  /** One attempt, from sending to the last byte of the answer, milliseconds. */
  readonly timeoutMs: number
  /** The whole call with its waits, milliseconds. */
  readonly deadlineMs: number
  /** Attempts after the first. */
  readonly maxRetries: number
}

/** Limits as a caller gives them; what is absent keeps its default. */
export type LimitOptions = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

/** Ninety seconds hold one full rate-limit window and one attempt. */
export const DEFAULT_LIMITS: Limits = { timeoutMs: 30_000, deadlineMs: 90_000, maxRetries: 2 }

/** Lays given limits over defaults. @throws UsageError for a time of 0 or less, or a fraction of a retry */
export function readLimits(given: LimitOptions, defaults: Limits): Limits {
  const {
    timeoutMs = defaults.timeoutMs,
    deadlineMs = defaults.deadlineMs,
    maxRetries = defaults.maxRetries,
  } = given
  checkPositive('timeoutMs', timeoutMs)
  checkPositive('deadlineMs', deadlineMs)
  checkInteger('maxRetries', maxRetries, 0)
  return { timeoutMs, deadlineMs, maxRetries }
}

/** @throws UsageError unless the value is a positive number or Infinity */
export function checkPositive(name: string, value: number): void {
  if (typeof value === 'number' && value > 0) return
  throw new UsageError('invalid_option', `${name} must be a number above 0, or Infinity`)
}

/** @throws UsageError unless the value is an integer of at least `least` */
export function checkInteger(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return
  throw new UsageError('invalid_option', `${name} must be an integer from ${least}`)
}

/** @throws UsageError unless the options are an object whose members are set or left out, but not null */
export function checkObject(options: object): void {
  const isObject = Object(options) === options
  const isSet = isObject && Object.values(options).every((value) => value !== null)
  if (!isSet)
    throw new UsageError(
      'invalid_option',
      'pass one object: { baseUrl, keyId, secret }; leave out what is not set',
    )
}
