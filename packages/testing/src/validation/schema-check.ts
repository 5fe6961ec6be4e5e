import { brokenRule } from '@merchantpay/core/broken-rule'
import { findUnstorableText, isStorable } from '@merchantpay/core/storable-text'
import { parseUrl } from '@merchantpay/core/url'
import type { Schema } from './rule.js'

/** Whether a day exists: `Date` also reads the 30th of February. */
function isDate(day: string): boolean {
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** A place where a value violates its schema. */
export interface Violation {
  /** From the root. */
  readonly path: readonly string[]
  /** The nearest schema that has a message of its own, else the root's. */
  readonly nearest: Schema
  readonly isMissing: boolean
  /** The broken rule, where it can be named. */
  readonly detail: string | undefined
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const URI = /^[a-z][a-z0-9+.-]*:(?:%[0-9a-f]{2}|[!#$&-;=?-Z_a-z~[\]])*$/i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => isDate(text.slice(0, 10)),
  email: (text) => EMAIL.test(text),
  uri: (text) => URI.test(text) && parseUrl(text) !== undefined,
  uuid: (text) => UUID.test(text),
}

/** Finds the first violation in a value, in the order of the contract; unknown members come last. */
export function findViolation(
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
  outer: Schema = schema,
): Violation | undefined {
  const nearest = schema['x-error'] === undefined ? outer : schema
  const branch = branchOf(schema, value)
  if (branch !== schema)
    return branch ? findViolation(branch, value, path) : withoutBranch(schema, path, nearest)
  const isFree = schema.type === 'object' && schema.properties === undefined
  if (!fits(schema, value) || (isFree && findUnstorableText(value)))
    return { path, nearest, isMissing: false, detail: brokenRule(schema, value) }
  if (Array.isArray(value)) {
    const inner = value.map((item, at) =>
      findViolation(schema.items ?? {}, item, [...path, `${at}`], nearest),
    )
    return inner.find((violation) => violation !== undefined)
  }
  return isObject(value) ? findViolationInside(schema, value, path, nearest) : undefined
}

function findViolationInside(
  { properties = {}, required = [] }: Schema,
  value: Record<string, unknown>,
  path: readonly string[],
  nearest: Schema,
): Violation | undefined {
  for (const name of new Set([...Object.keys(properties), ...Object.keys(value)])) {
    const schema = properties[name] ?? {}
    const inside = [...path, name]
    if (!isStorable(name))
      return { path, nearest, isMissing: false, detail: brokenRule({ type: 'object' }, value) }
    if (Object.hasOwn(value, name)) {
      const violation = findViolation(schema, value[name], inside, nearest)
      if (violation) return violation
    } else if (required.includes(name)) {
      return {
        path: inside,
        nearest: schema['x-error'] ? schema : nearest,
        isMissing: true,
        detail: 'is required',
      }
    }
  }
  return undefined
}

/** The violation of a value that selects no branch. */
function withoutBranch(
  { oneOf = [], branchedBy = '' }: Schema,
  path: readonly string[],
  nearest: Schema,
): Violation {
  const choices = oneOf.flatMap(({ properties }) => properties?.[branchedBy]?.enum ?? [])
  return {
    path: [...path, branchedBy],
    nearest,
    isMissing: false,
    detail: brokenRule({ enum: choices }, undefined),
  }
}

/** The branch that a value selects; undefined for none. */
export function branchOf(schema: Schema, value: unknown): Schema | undefined {
  const { oneOf, branchedBy } = schema
  if (!oneOf || branchedBy === undefined) return schema
  const choice = isObject(value) ? value[branchedBy] : undefined
  return oneOf.find(({ properties }) => properties?.[branchedBy]?.enum?.includes(choice))
}

function fits(schema: Schema, value: unknown): boolean {
  const { type, forbidden } = schema
  const types = type === undefined ? [] : [type].flat()
  if (forbidden || (types.length > 0 && !types.some((name) => isOfType(name, value)))) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if (typeof value === 'string') return isStorable(value) && fitsText(schema, value)
  if (typeof value === 'number') return within(value, schema.minimum, schema.maximum)
  return !Array.isArray(value) || fitsList(schema, value)
}

function fitsText({ format, pattern, minLength, maxLength }: Schema, text: string): boolean {
  const hasFormat = format === undefined || (FORMATS[format]?.(text) ?? true)
  const hasPattern = pattern === undefined || new RegExp(pattern, 'u').test(text)
  return hasFormat && hasPattern && within([...text].length, minLength, maxLength)
}

function fitsList({ minItems, maxItems, uniqueItems }: Schema, list: readonly unknown[]): boolean {
  return within(list.length, minItems, maxItems) && !(uniqueItems && new Set(list).size < list.length)
}

function isOfType(name: string, value: unknown): boolean {
  if (name === 'null') return value === null
  if (name === 'array') return Array.isArray(value)
  if (name === 'integer') return Number.isInteger(value)
  return name === 'object' ? isObject(value) : typeof value === name
}

const within = (value: number, least = -Infinity, most = Infinity): boolean => value >= least && value <= most

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
