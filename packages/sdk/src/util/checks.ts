import { UsageError } from '../errors/base-error.js'

/** @throws UsageError `invalid_option` unless the value of this name is right; the rule completes "must be" */
export function check(name: string, isRight: boolean, rule: string): void {
  if (!isRight) throw new UsageError('invalid_option', `${name} must be ${rule}`)
}

/** The hint for an amount that was refused; empty unless it has a comma. */
export const commaHint = (value: unknown): string =>
  typeof value === 'string' && value.includes(',') ? ', with a point for the comma' : ''

/** @throws UsageError unless the value is a positive number or Infinity */
export function checkPositive(name: string, value: number): void {
  check(name, typeof value === 'number' && value > 0, 'a number above 0')
}

/** @throws UsageError unless the value is an integer of at least `least` */
export function checkInteger(name: string, value: number, least: number): void {
  check(name, Number.isInteger(value) && value >= least, `an integer from ${least}`)
}

/** @throws UsageError unless the options are an object without members that are null */
export function checkObject(options: object): void {
  const isObject = Object(options) === options
  if (isObject && Object.values(options).every((value) => value !== null)) return
  throw new UsageError('invalid_option', 'pass one object without null')
}
