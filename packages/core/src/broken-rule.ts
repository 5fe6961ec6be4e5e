import { findUnstorableText, isStorable, refusedText } from './storable-text.js'

/** The rules of a contract's schema that can be put into words. */
export interface Rules {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  /** The contract's words for its pattern. */
  readonly 'x-detail'?: string
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a time of RFC 3339',
  email: 'must be an e-mail address',
  uri: 'must be an absolute URL',
  uuid: 'must be a UUID',
}
/** The end of a decimal's pattern, with its largest number of decimals. */
const DECIMALS = /\{1,(\d+)\}\)\?\$$/

/**
 * Says which rule a value breaks, as the `detail` of an error: names, numbers and lengths of the contract, and of the value
 * itself only where in it a refused character stands.
 *
 * @returns undefined where no rule of `rules` explains the refusal
 */
export function brokenRule(rules: Rules, value: unknown): string | undefined {
  const [type] = [rules.type ?? []].flat()
  if (rules.enum) return `allowed: ${rules.enum.join(', ')}`
  if (type === 'integer' || type === 'number') return ofNumber(rules, type)
  if (type === 'string') return ofText(rules, value)
  if (type === 'array') return ofList(rules, value)
  return type === 'object' ? ofObject(value) : undefined
}

function ofNumber({ minimum, maximum }: Rules, type: string): string {
  if (minimum === undefined || maximum === undefined) return `must be a number`
  return type === 'integer' ? `${minimum} to ${maximum}` : `must be a number from ${minimum} to ${maximum}`
}

function ofText(rules: Rules, value: unknown): string | undefined {
  const { format = '', pattern, minLength = 0, maxLength = Infinity } = rules
  if (typeof value !== 'string') return `must be ${format === 'decimal' ? 'a decimal string' : 'a string'}`
  if (!isStorable(value)) return refusedText({ path: [], text: value, isName: false })
  const length = [...value].length
  if (length > maxLength) return `at most ${maxLength} characters`
  if (length < minLength) return `at least ${minLength} characters`
  if (format === 'decimal') return ofDecimal(rules, value)
  const isMatch = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text)
  if (!isMatch(value))
    return isMatch(value.replaceAll(/\s/g, ''))
      ? 'must have no blanks'
      : (rules['x-detail'] ?? `must match ${pattern}`)
  return FORMATS[format]
}

function ofObject(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const found = isObject ? findUnstorableText(value) : undefined
  return found ? refusedText(found) : 'must be an object'
}

function ofDecimal({ pattern = '' }: Rules, value: string): string | undefined {
  const [, most = '0'] = DECIMALS.exec(pattern) ?? []
  const [, decimals = ''] = /^\d+\.(\d+)$/.exec(value) ?? []
  if (decimals.length > parseInt(most, 10)) return `at most ${most} decimals`
  return new RegExp(pattern, 'u').test(value) ? undefined : 'must be a decimal string below 1000000000'
}

function ofList(
  { minItems = 0, maxItems = Infinity, uniqueItems }: Rules,
  value: unknown,
): string | undefined {
  if (!Array.isArray(value)) return 'must be an array'
  if (value.length > maxItems) return `at most ${maxItems} items`
  if (value.length < minItems) return `at least ${minItems} items`
  return uniqueItems ? 'no item twice' : undefined
}
