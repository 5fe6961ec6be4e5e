import { storedSpelling } from '@merchantpay/core/id-spelling'
import { isStorable } from '@merchantpay/core/storable-text'
import { timeSpelling } from '@merchantpay/core/time-spelling'
import type { Request } from 'express'
import { setQuery } from './metadata-filter.js'
import type { Operation, Route } from './operations.js'
import { toError } from './validation-errors.js'

/**
 * Reads the ids of a path, in any letter case. Refuses escapes such as `%zz` and `%00`: no id contains such text, and
 * PostgreSQL cannot store U+0000.
 *
 * @throws the contract's message for that parameter
 */
export function readPath({ operation, params }: Route): Route['params'] {
  const read = operation.parameters.flatMap((parameter): [string, string][] => {
    const value = parameter.in === 'path' ? params[parameter.name] : undefined
    if (value === undefined) return []
    const decoded = decode(value)
    if (decoded === undefined) throw toError(parameter, parameter.name, undefined)
    return [[parameter.name, storedSpelling(decoded)]]
  })
  return Object.fromEntries(read)
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text)
    return decoded !== '' && isStorable(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

/** Replaces texts of the query that mean the same in several spellings: an id in another letter case, a time with `z`. */
export function readQueryTexts({ parameters }: Operation, request: Request): void {
  const texts = parameters.filter(({ in: part, schema }) => part === 'query' && schema.type === 'string')
  const read = texts.flatMap(({ name, schema }): [string, string][] => {
    const value = request.query[name]
    const spell = schema.format === 'date-time' ? timeSpelling : storedSpelling
    return typeof value === 'string' ? [[name, spell(value)]] : []
  })
  if (read.length > 0) setQuery(request, { ...request.query, ...Object.fromEntries(read) })
}
